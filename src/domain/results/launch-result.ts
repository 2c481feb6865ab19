import { AmountView } from '../money/amount-json.ts'
import { type Static, Type } from '@sinclair/typebox'
import { ClusterName } from '../cluster.ts'
import { CoinPages } from './coin-pages.ts'
import { Nullable, Ok } from '../json.ts'
import { LockPathName } from '../lock-path.ts'
import { CrewSeat } from '../crew/crew.ts'
import { Shareholder } from '../crew/fee-map.ts'
import { POLICY_HASH } from '../policy/policy-hash.ts'
import { HirePlan } from '../matching/hire-plan.ts'

/** The answer of a finished launch: stored with the operation, so that every replay is identical. @see rules 2.7 */
export const LaunchResult = Ok({
  launchId: Type.String(),
  cluster: ClusterName,
  platform: Type.String(),
  mint: Type.String(),
  plannedMint: Type.Optional(
    Type.String({ description: 'The address that was signed for, where the chain made the coin at another: `mint` is the coin.' }),
  ),
  name: Type.String(),
  ticker: Type.String(),
  signature: Type.String({ description: 'Of the transaction that made the coin.' }),
  feeShareSignature: Nullable(Type.String({ description: 'Of the transaction that locked its fees; null while nothing did.' })),
  ...CoinPages.properties,
  crew: Type.Array(CrewSeat),
  shareholders: Type.Array(Shareholder),
  hirePlan: Nullable(HirePlan),
  lockPath: LockPathName,
  createSlot: Type.Integer(),
  lockSlot: Nullable(Type.Integer()),
  preLockCreatorFees: Type.Optional(AmountView),
  preLockCreatorFeesLamports: Type.Optional(
    Type.String({ description: 'Of lockPath sequential: what accrued to the creator before the lock, and is not shared. Of SOL alone.' }),
  ),
  feeShareLocked: Type.Boolean(),
  feesLockedAtLaunch: Type.Boolean({ description: 'Nobody could trade between create and lock.' }),
  holderKol: Type.Boolean(),
  launcher: Type.String(),
  dryRunId: Nullable(Type.String()),
  policyHash: Type.Optional(POLICY_HASH),
  nextSteps: Type.Array(Type.String()),
})
LaunchResult.title = 'LaunchResponse'

export type LaunchResult = Static<typeof LaunchResult>
