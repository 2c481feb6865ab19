import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { BUYBACK_STATES, BUYERS } from '../../domain/buyback.ts'
import { Enum } from '../../domain/json.ts'
import { cacheable } from '../../http/answers/cacheable.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { ListOf, pageQuery } from '../../http/answers/wire.ts'
import { createCachedProbe } from '../readyz/cached-probe.ts'
import { type BuyerWallet, BuybacksResponse, buybacksView } from './buyback-view.ts'
import { listBuybacks } from './list-buybacks.ts'

/** The chain is asked for the balance this often at most, and waited for this long. */
const PROBE = { keepMs: 10_000, waitMs: 1_000 } as const

/** Every run of the buybacks; those that bought nothing give the reason. @see rules 1.9, 4.3 */
export const buybackRoutes = (deps: HttpDeps) => {
  const buyerWallet = createBuyerWallet(deps)
  return new Elysia({ name: 'buyback', prefix: '/api/buybacks', tags: ['record'] })
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get(
      '',
      async ({ query: { status, by, ...page } }) =>
        buybacksView(await listBuybacks(deps, pageQuery(page), { state: status, by }), await buyerWallet()),
      {
        query: Type.Object(
          { ...ListOf.query().properties, status: Type.Optional(Enum(BUYBACK_STATES)), by: Type.Optional(Enum(BUYERS)) },
          { additionalProperties: false },
        ),
        response: { 200: BuybacksResponse },
        detail: { operationId: 'listBuybacks', summary: 'Buyback runs, newest first, by status and buyer; with what they cost in all' },
      },
    )
}

function createBuyerWallet({ clock, launchpads, buybackPayer }: HttpDeps): () => Promise<BuyerWallet> {
  if (!buybackPayer) return () => Promise.resolve({ wallet: null, balanceAtomic: null })
  const { wallet } = buybackPayer
  const balance = createCachedProbe({ clock }, async () => (await launchpads.get(launchpads.defaultId)).balanceOf(wallet), PROBE)
  return async () => ({ wallet, balanceAtomic: await balance() })
}
