import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Mint } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import { AppError } from '../../domain/errors.ts'
import { type HttpDeps, openGuard } from '../../http/guards.ts'
import { imageResponse } from '../../http/image-response.ts'
import { ListOf, Ok, pageOf, pageQuery } from '../../http/wire.ts'
import { CoinView, coinView } from './coin-view.ts'
import { readMetadata } from './read-metadata.ts'

const mintParam = Type.Object({ mint: Type.String({ maxLength: 64 }) })
const idParam = Type.Object({ id: Type.String({ maxLength: 64 }) })

/** Coins, their pictures, and the metadata that the chain points to. @see spec 4.3 */
export const coinRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'coins', tags: ['coins'] }).use(coinListRoutes(deps)).use(metadataRoutes(deps))

const coinListRoutes = (deps: HttpDeps) => {
  const { storage, launchpads, policy } = deps
  const view = async (coin: Coin) => coinView(coin, policy, (await launchpads.get(coin.platform)).coinUrl(coin.mint))
  const find = async (mint: string) => {
    const coin = await storage.coins.find(mint as Mint)
    if (!coin) throw new AppError('coin_not_found')
    return coin
  }
  return new Elysia({ normalize: false, prefix: '/api/coins' })
    .use(openGuard(deps, 'public-read'))
    .get(
      '',
      async ({ query }) => {
        const page = await storage.coins.list(pageQuery(query))
        return pageOf('coins', { ...page, rows: await Promise.all(page.rows.map(view)) }, (coin) => coin)
      },
      { query: ListOf.query(), response: { 200: ListOf('coins', CoinView) }, detail: { summary: 'Launches, newest first' } },
    )
    .get('/:mint', async ({ params }) => ({ ok: true as const, coin: await view(await find(params.mint)) }), {
      params: mintParam,
      response: { 200: Ok({ coin: CoinView }) },
      detail: { summary: 'One coin' },
    })
    .get(
      '/:mint/logo',
      async ({ params, request }) => {
        const { imageSha256 } = await find(params.mint)
        const image = imageSha256 === null ? null : await storage.images.find(imageSha256)
        if (!image) throw new AppError('logo_not_found')
        return imageResponse(image, request)
      },
      { params: mintParam, detail: { summary: 'The picture of a coin, as it was approved' } },
    )
}

const metadataRoutes = (deps: HttpDeps) =>
  new Elysia({ normalize: false, prefix: '/m' })
    .use(openGuard(deps, 'public-read'))
    .get('/:id', async ({ params }) => (await readMetadata(deps, params.id)).json, {
      params: idParam,
      detail: { summary: 'Metadata JSON of a coin; the address that stands on chain' },
    })
    .get(
      '/:id/image',
      async ({ params, request }) => {
        const { imageSha256 } = await readMetadata(deps, params.id)
        const image = imageSha256 === null ? null : await deps.storage.images.find(imageSha256)
        if (!image) throw new AppError('logo_not_found')
        return imageResponse(image, request)
      },
      { params: idParam, detail: { summary: 'The picture that the metadata names' } },
    )
