import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { CoinAddress, spelledMint } from '../../domain/text/coin-address.ts'
import { cacheable, publicAnswer } from '../../http/answers/cacheable.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { ListOf, mintParam, pageOf, pageQuery } from '../../http/answers/wire.ts'
import { spelledWallet, WalletAddress } from '../../domain/text/wallet-address.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { readReceipt } from '../receipt/read-receipt.ts'
import { ReceiptView } from '../receipt/receipt-view.ts'
import { KEYS_PATH } from '../well-known/jwks-view.ts'
import { RemitView, remitView } from './remit-view.ts'

const query = Type.Object(
  {
    ...ListOf.query().properties,
    mint: Type.Optional(CoinAddress()),
    wallet: Type.Optional(WalletAddress()),
  },
  { additionalProperties: false },
)

/** Payments of creator fees, read from balance changes on the chain, and what proves a coin's. @see rules 4.3 */
export const remitRoutes = (deps: HttpDeps) => new Elysia({ name: 'remits', tags: ['record'] }).use(listRoute(deps)).use(receiptRoute(deps))

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

/** The receipt of a coin, in the one text that its checks take. */
const receiptRoute = (deps: HttpDeps) =>
  new Elysia()
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get(
      '/api/coins/:mint/receipt',
      async ({ params, request, set }) => {
        const text = await readReceipt(deps, spelledMint(params.mint), `${deps.policy.baseUrl}${KEYS_PATH}`)
        return publicAnswer(request, { text, contentType: 'application/json' }, set.headers as Record<string, string>)
      },
      {
        params: mintParam,
        response: { 200: ReceiptView },
        detail: {
          operationId: 'getReceipt',
          summary: 'A coin’s plan, approvals, split and payments, signed, to be checked by anyone (agent-launch verify)',
          ...routeDocs({ refuses: ['coin_not_found'] }),
        },
      },
    )
