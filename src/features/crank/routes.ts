import { Elysia } from 'elysia'
import { spelledMint } from '../../domain/text/coin-address.ts'
import { keyGuard } from '../../http/guards/guards.ts'
import { launcherSecretOf } from '../../http/guards/launcher-secret.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { answerOf } from '../operations/answer-of.ts'
import { crankFees } from './crank-fees.ts'
import { CrankBody, CrankResponse, nothingCranked } from './crank-view.ts'
import { CRANK_REFUSALS } from '../plan/refusals.ts'

/** Pays out what creator fees came to. @see rules 3.2, 4.2 */
export const crankRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'crank', prefix: '/api/agent', tags: ['fee-share'] }).use(keyGuard(deps, 'crank')).post(
    '/crank',
    async ({ caller, payment, body, request, set }) => {
      const mint = spelledMint(body.mint)
      const outcome = await crankFees(deps, { caller, payment, mint, launcherSecret: launcherSecretOf(request) })
      const { operation } = outcome
      if (!operation) return nothingCranked(mint, deps.policy.cluster, outcome.missingAtomic, outcome.currency)
      const answer = answerOf(operation)
      if (outcome.repeated) set.headers['idempotency-replayed'] = 'true'
      return answer
    },
    {
      body: CrankBody,
      response: { 200: CrankResponse },
      detail: {
        operationId: 'crank',
        summary: 'Distribute accrued creator fees to the split',
        ...routeDocs({
          launcherSecret: 'optional',
          repeats: true,
          refuses: CRANK_REFUSALS,
        }),
      },
    },
  )
