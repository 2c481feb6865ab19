import { Elysia } from 'elysia'
import { spelledMint } from '../../domain/text/coin-address.ts'
import { cacheable, publicAnswer } from '../../http/answers/cacheable.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { mintParam } from '../../http/answers/wire.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { readReceipt } from './read-receipt.ts'
import { ReceiptView } from './receipt-view.ts'
import { KEYS_PATH } from '../well-known/jwks-view.ts'

/** The receipt of a coin, in the one text that its checks take. */
export const receiptRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'receipt', tags: ['record'] })
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
