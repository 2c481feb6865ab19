import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { ClusterName } from '../../domain/cluster.ts'
import { treasuryOn } from '../../domain/chain.ts'
import { CURRENCIES } from '../../domain/money/currency.ts'
import { LIMITS } from '../../domain/limits.ts'
import { cacheable } from '../../http/answers/cacheable.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { DateTime, Enum, iso, Nullable, Ok } from '../../domain/json.ts'
import { ListOf, pageOf, pageQuery } from '../../http/answers/wire.ts'
import { ProofItem, PROOF_TYPES, proofItem, StatsView, statsView } from './proof-view.ts'

const ProofResponse = Ok({
  generatedAt: DateTime(),
  cluster: ClusterName,
  treasury: Type.String({ description: 'On the chain of the default launchpad.' }),
  treasuries: Type.Array(
    Type.Object({ chainId: Type.String({ description: 'CAIP-2.' }), wallet: Type.String(), currency: Enum(CURRENCIES) }),
    { description: 'On each chain that coins are launched on.' },
  ),
  stats: StatsView,
  items: Type.Array(ProofItem),
  nextCursor: Nullable(Type.String()),
})

/** The proof list: everything that this service did on chain. @see rules 4.3; rules 10.27 */
export const proofRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'proof', prefix: '/api/proof', tags: ['record'] })
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get(
      '',
      async ({ query }) => {
        const { storage, policy, clock, launchpads } = deps
        const page = await storage.events.listNewest(pageQuery(query, LIMITS.proofPageDefault), PROOF_TYPES)
        return {
          ...pageOf('items', page, proofItem),
          generatedAt: iso(clock.nowMs()),
          cluster: policy.cluster,
          treasury: treasuryOn(policy.chains, launchpads.facts(launchpads.defaultId).chainId),
          treasuries: treasuriesOf(deps),
          stats: statsView(await storage.totals.read()),
        }
      },
      {
        query: ListOf.query(LIMITS.pageMax, LIMITS.proofPageDefault),
        response: { 200: ProofResponse },
        detail: { operationId: 'listProof', summary: 'Launches, locks, remits and buybacks, newest first, with totals over all of them' },
      },
    )

/** Each chain once, that of the default launchpad first; one that the operator has no treasury on any more is left out. */
function treasuriesOf({ policy, launchpads }: Pick<HttpDeps, 'policy' | 'launchpads'>) {
  const chainIds = new Set(launchpads.ids.map((id) => launchpads.facts(id).chainId))
  return [...chainIds].flatMap((chainId) => {
    const { treasury, currency } = policy.chains[chainId] ?? { treasury: null }
    return treasury === null ? [] : [{ chainId, wallet: treasury, currency }]
  })
}
