import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { UnixMs } from '../../domain/brands.ts'
import type { Coin, ListedCoinFacts } from '../../domain/coin.ts'
import { AppError } from '../../domain/errors.ts'
import { CoinMetadata } from '../../domain/plan/coin-metadata.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { spelledMint } from '../../domain/text/coin-address.ts'
import { Text } from '../../domain/text/text.ts'
import { cacheable } from '../../http/answers/cacheable.ts'
import { keyGuard, openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { COINS, filledPage, notFoundPage } from '../../http/pages/filled-page.ts'
import { imageResponse, taggedImage } from '../../http/answers/image-response.ts'
import { actorOf, agentActor } from '../../http/request/actor-of.ts'
import { routeDocs } from '../../http/route-docs.ts'
import type { CoinFilter, CoinOrder } from '../../ports/storage/storage.ts'
import { idParam, ListOf, mintParam, pageOf, pageQuery } from '../../http/answers/wire.ts'
import { KitResponse, kitView } from '../kit/kit-view.ts'
import { readKit } from '../kit/read-kit.ts'
import { createRecentAccrued } from '../kit/recent-accrued.ts'
import { coinCard } from './coin-card.ts'
import { coinFilter, CoinListQuery, coinOrder, CoinPageQuery } from './coin-list-view.ts'
import { createDrawnCards } from './drawn-cards.ts'
import { coinPageValues } from './coin-page-values.ts'
import { CoinResponse, coinViewer } from './coin-view.ts'
import { featureCoin } from './feature-coin.ts'
import { CoinFeesResponse, FEE_DAYS_DEFAULT, FeesQuery, seriesView } from './fees-view.ts'
import { launchingPageValues } from './launching-page-values.ts'
import { FoundCoin, listedCoinViewer } from './listed-coin-view.ts'
import { readFeeSeries } from './read-fee-series.ts'
import { noCoinWords } from './no-coin-words.ts'
import { readMetadata } from './read-metadata.ts'

/** Coins, their pictures, and the metadata that the chain points to. @see rules 4.3 */
export const coinRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'coins', tags: ['coins'] })
    .use(coinListRoutes(deps))
    .use(coinRoute(deps))
    .use(kitRoute(deps))
    .use(logoRoute(deps))
    .use(featuredRoutes(deps))
    .use(metadataRoutes(deps))
    .use(coinPageRoute(deps))
    .use(coinCardRoute(deps))

const coinListRoutes = (deps: HttpDeps) => {
  const [listed, whole] = [listedCoinViewer(deps), coinViewer(deps)]
  const list = async (query: CoinPageQuery, filter: CoinFilter, order?: CoinOrder) => {
    const { coins } = deps.storage
    const page = pageQuery(query)
    return query.fields === 'all'
      ? pageOf<Coin, Static<typeof FoundCoin>, 'coins'>('coins', await coins.list(page, filter, order), whole)
      : pageOf<ListedCoinFacts, Static<typeof FoundCoin>, 'coins'>('coins', await coins.listFacts(page, filter, order), listed)
  }
  const schema = { query: CoinPageQuery, response: { 200: ListOf('coins', FoundCoin) } }
  return new Elysia({ prefix: '/api/coins' })
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get('', ({ query }) => list(query, coinFilter(query), coinOrder(deps, query)), {
      ...schema,
      query: CoinListQuery,
      detail: {
        operationId: 'listCoins',
        summary: 'Coins, newest first unless `sort` says otherwise',
        ...routeDocs({ refuses: ['platform_not_available'] }),
      },
    })
    .get('/live', ({ query }) => list(query, { graduated: false }), {
      ...schema,
      detail: { operationId: 'listLiveCoins', summary: 'Coins that trade on their launchpad’s curve, newest first' },
    })
    .get('/graduated-unfeatured', ({ query }) => list(query, { graduated: true, featured: false }), {
      ...schema,
      detail: { operationId: 'listUnfeaturedCoins', summary: 'Graduated coins that wait for a featured post, newest first' },
    })
}

async function findCoin({ storage }: HttpDeps, mint: string): Promise<Coin> {
  const coin = await storage.coins.find(spelledMint(mint))
  if (!coin) throw new AppError('coin_not_found')
  return coin
}

const coinRoute = (deps: HttpDeps) => {
  const view = coinViewer(deps)
  return new Elysia({ prefix: '/api/coins' })
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get('/:mint', async ({ params }) => ({ ok: true as const, coin: view(await findCoin(deps, params.mint)) }), {
      params: mintParam,
      response: { 200: CoinResponse },
      detail: { operationId: 'getCoin', summary: 'One coin', ...routeDocs({ refuses: ['coin_not_found'] }) },
    })
    .get(
      '/:mint/fees',
      async ({ params, query }) => {
        const { mint, currency } = await findCoin(deps, params.mint)
        const read = (sinceMs: UnixMs) => deps.storage.remits.feesOfCoin(mint, sinceMs)
        const series = await readFeeSeries(deps, Number(query.days ?? FEE_DAYS_DEFAULT), read)
        return { ok: true as const, cluster: deps.policy.cluster, ...seriesView(series, currency) }
      },
      {
        params: mintParam,
        query: FeesQuery,
        response: { 200: CoinFeesResponse },
        detail: {
          operationId: 'getCoinFeeHistory',
          summary: 'Creator fees of one coin paid over time, by role',
          ...routeDocs({ refuses: ['coin_not_found'] }),
        },
      },
    )
}

/** What a coin's treasury share pays for. @see rules 3.3 */
const kitRoute = (deps: HttpDeps) => {
  const accruedOf = createRecentAccrued(deps)
  return new Elysia({ prefix: '/api/coins' })
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get('/:mint/kit', async ({ params }) => kitView(await readKit(deps, spelledMint(params.mint), accruedOf), deps.policy), {
      params: mintParam,
      response: { 200: KitResponse },
      detail: {
        operationId: 'getKit',
        summary: 'The coin’s kit: what its treasury share covers, and what is missing',
        ...routeDocs({ refuses: ['coin_not_found'] }),
      },
    })
}

const logoRoute = (deps: HttpDeps) =>
  new Elysia({ prefix: '/api/coins' }).use(openGuard(deps, 'pictures')).get(
    '/:mint/logo',
    async ({ params, request }) => {
      const { imageSha256 } = await findCoin(deps, params.mint)
      const image = imageSha256 === null ? null : await deps.storage.images.find(imageSha256)
      if (!image) throw new AppError('logo_not_found')
      return imageResponse(image, request)
    },
    {
      params: mintParam,
      detail: {
        operationId: 'getCoinLogo',
        summary: 'The picture of a coin, as it was approved',
        ...routeDocs({ sends: 'image/*', tagged: true, refuses: ['coin_not_found', 'logo_not_found'] }),
      },
    },
  )

/** While a coin is being launched its page says how far it is, with status 202; an address without a coin is a 404. */
const coinPageRoute = (deps: HttpDeps) =>
  new Elysia().use(openGuard(deps, 'pages')).get(
    '/coin/:mint',
    async ({ params }) => {
      const coin = await deps.storage.coins.find(spelledMint(params.mint))
      if (coin) return filledPage(deps, 'coin.html', coinPageValues(deps, coin))
      const launch = await deps.storage.operations.findUnfinished('launch', spelledMint(params.mint))
      if (launch) return filledPage(deps, 'launching.html', launchingPageValues(launch, deps.clock.nowMs()), 202)
      const words = noCoinWords(await deps.storage.operations.findFailedLaunch(spelledMint(params.mint)))
      return notFoundPage(deps, { ...words, ways: [COINS, ['/docs', 'How to launch one']] })
    },
    { detail: { hide: true } },
  )

/** The picture in previews of the page's link. Crawlers keep it under its address; the page names another one once the fees are locked. */
const coinCardRoute = (deps: HttpDeps) => {
  const drawn = createDrawnCards()
  return new Elysia().use(openGuard(deps, 'pages')).get(
    '/coin/:mint/card.png',
    async ({ params, request }) => {
      const { tag, png } = coinCard(deps, drawn, await findCoin(deps, params.mint))
      return taggedImage(request, { tag, contentType: 'image/png', cacheControl: 'public, max-age=300', bytes: png })
    },
    { params: mintParam, detail: { hide: true } },
  )
}

const FeaturedBody = Type.Object(
  {
    statusUrl: Text({
      maxLength: FIELD_LIMITS.statusUrlMax,
      pattern: '^https://(x|twitter)\\.com/[A-Za-z0-9_]{1,15}/status/[0-9]{1,20}$',
      description: 'Address of the post: https://x.com/{user}/status/{digits}.',
    }),
  },
  { additionalProperties: false },
)

const featuredRoutes = (deps: HttpDeps) => {
  const view = coinViewer(deps)
  return new Elysia({ prefix: '/api/coins' }).use(keyGuard(deps, 'featured', { who: 'ops' })).post(
    '/:mint/featured',
    async ({ params, body, caller, request }) => {
      const coin = await featureCoin(deps, actorOf(caller, request) ?? agentActor(request), {
        mint: spelledMint(params.mint),
        statusUrl: body.statusUrl,
      })
      return { ok: true as const, coin: view(coin) }
    },
    {
      params: mintParam,
      body: FeaturedBody,
      response: { 200: CoinResponse },
      detail: {
        operationId: 'featureCoin',
        summary: 'Note the post that features a graduated coin; once',
        ...routeDocs({ refuses: ['mint_unknown', 'coin_not_graduated', 'coin_already_featured'] }),
      },
    },
  )
}

const metadataRoutes = (deps: HttpDeps) =>
  new Elysia({ prefix: '/m' })
    .use(openGuard(deps, 'public-read'))
    .get('/:id', async ({ params }) => (await readMetadata(deps, params.id)).json, {
      params: idParam(),
      response: { 200: CoinMetadata },
      detail: {
        operationId: 'getMetadata',
        summary: 'Metadata JSON of a coin; the address that stands on chain',
        ...routeDocs({ refuses: ['coin_not_found'] }),
      },
    })
    .get(
      '/:id/image',
      async ({ params, request }) => {
        const { imageSha256 } = await readMetadata(deps, params.id)
        const image = imageSha256 === null ? null : await deps.storage.images.find(imageSha256)
        if (!image) throw new AppError('logo_not_found')
        return imageResponse(image, request)
      },
      {
        params: idParam(),
        detail: {
          operationId: 'getMetadataImage',
          summary: 'The picture that the metadata names',
          ...routeDocs({ sends: 'image/*', tagged: true, refuses: ['coin_not_found', 'logo_not_found'] }),
        },
      },
    )
