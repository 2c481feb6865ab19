import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { CoinAddress, spelledMint } from '../../domain/text/coin-address.ts'
import { cacheable } from '../../http/answers/cacheable.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { ListOf, pageOf, pageQuery } from '../../http/answers/wire.ts'
import { spelledWallet, WalletAddress } from '../../domain/text/wallet-address.ts'
import { RemitView, remitView } from './remit-view.ts'

const query = Type.Object(
  {
    ...ListOf.query().properties,
    mint: Type.Optional(CoinAddress()),
    wallet: Type.Optional(WalletAddress()),
  },
  { additionalProperties: false },
)

/** Payments of creator fees, read from balance changes on the chain. @see rules 4.3 */
export const remitRoutes = (deps: HttpDeps) => new Elysia({ name: 'remits', tags: ['record'] }).use(listRoute(deps))

const listRoute = (deps: HttpDeps) =>
  new Elysia({ prefix: '/api/remits' })
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get(
      '',
      async ({ query: { mint, wallet, ...page } }) => {
        const filter = {
          ...(mint !== undefined && { mint: spelledMint(mint) }),
          ...(wallet !== undefined && { wallet: spelledWallet(wallet) }),
        }
        return pageOf('remits', await deps.storage.remits.list(pageQuery(page), filter), remitView)
      },
      {
        query,
        response: { 200: ListOf('remits', RemitView) },
        detail: { operationId: 'listRemits', summary: 'Payments to shareholders, newest first; of one coin, or to one wallet' },
      },
    )
