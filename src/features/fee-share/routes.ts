import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Mint } from '../../domain/brands.ts'
import { Text } from '../../domain/text.ts'
import { type HttpDeps, keyGuard, launcherSecretOf } from '../../http/guards.ts'
import { Nullable, Ok } from '../../http/wire.ts'
import { failureOf } from '../operations/failure-of.ts'
import { crankFees } from './crank-fees.ts'

const CrankBody = Type.Object({ mint: Text({ minLength: 1, maxLength: 64 }) }, { additionalProperties: false })

const CrankResponse = Ok({
  mint: Type.String(),
  cluster: Type.String(),
  operationId: Nullable(Type.String()),
  signature: Nullable(Type.String()),
  slot: Nullable(Type.Integer()),
  distributedLamports: Type.String(),
  distributedSol: Type.Number(),
  missingLamports: Nullable(Type.String({ description: 'What the vault lacks before a distribution pays anybody.' })),
  remits: Type.Array(
    Type.Object({ wallet: Type.String(), handle: Type.String(), role: Type.String(), lamports: Type.String(), sol: Type.Number() }),
  ),
  tip: Type.String(),
})

/** Distribute accrued creator fees. @see spec 4.2, 5.3 */
export const feeShareRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'fee-share', prefix: '/api/agent', tags: ['fee-share'] }).use(crankRoutes(deps))

const crankRoutes = (deps: HttpDeps) =>
  new Elysia({ normalize: false }).use(keyGuard(deps, 'crank')).post(
    '/crank',
    async ({ caller, body, request }) => {
      const { operation, missingLamports } = await crankFees(deps, {
        caller,
        mint: body.mint as Mint,
        launcherSecret: launcherSecretOf(request),
      })
      if (!operation) {
        return {
          ok: true as const,
          mint: body.mint,
          cluster: deps.policy.cluster,
          operationId: null,
          signature: null,
          slot: null,
          distributedLamports: '0',
          distributedSol: 0,
          missingLamports: missingLamports.toString(),
          remits: [],
          tip: 'Nothing was sent: what waits is less than a distribution pays out. Crank again after more trades.',
        }
      }
      const failure = failureOf(operation)
      if (failure) throw failure
      return operation.result as typeof CrankResponse.static
    },
    { body: CrankBody, response: { 200: CrankResponse }, detail: { summary: 'Distribute accrued creator fees to the split' } },
  )
