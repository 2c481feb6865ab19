import { type Static, Type } from '@sinclair/typebox'
import { CLUSTERS } from '../../domain/cluster.ts'
import type { OperationId } from '../../domain/brands.ts'
import type { LaunchOffer } from '../../domain/launch-offer.ts'
import { ErrorCodeName } from '../../domain/error-code-name.ts'
import { LIMITS } from '../../domain/limits.ts'
import { LOCK_PATHS } from '../../domain/lock-path.ts'
import { NEVER_EXPIRES, type LaunchOperation, LAUNCH_STATES } from '../../domain/operation.ts'
import { Lookup } from '../../domain/text/text.ts'
import { Enum, iso, isoOrNull, Nullable, Ok } from '../../domain/json.ts'
import type { Policy } from '../../ports/deps.ts'
import { failureOf } from '../operations/failure-of.ts'

/** A launch in a list, failed ones too. */
export const LaunchRow = Type.Object({
  launchId: Type.String(),
  mint: Type.String(),
  name: Type.String(),
  ticker: Type.String(),
  platform: Type.String(),
  state: Enum(LAUNCH_STATES),
  lockPath: Nullable(Enum(LOCK_PATHS)),
  launcher: Type.String(),
  dryRunId: Nullable(Type.String()),
  feeShareLocked: Type.Boolean(),
  signatures: Type.Array(Type.String()),
  failure: Nullable(Type.Object({ code: ErrorCodeName, detail: Type.String() })),
  createdAt: Type.String(),
  finishedAt: Nullable(Type.String()),
})
LaunchRow.title = 'LaunchRow'

export type LaunchRow = Static<typeof LaunchRow>

/** The launch as JSON; `failure` says why where it failed. */
export const launchRow = (operation: LaunchOperation): LaunchRow => {
  const failure = failureOf(operation)
  return {
    launchId: operation.id,
    mint: operation.mint,
    name: operation.plan.request.name,
    ticker: operation.plan.request.ticker,
    platform: operation.platform,
    state: operation.state,
    lockPath: operation.lockPath,
    launcher: operation.launcher,
    dryRunId: operation.dryRunId,
    feeShareLocked: operation.state === 'locked',
    signatures: operation.transactions.map(({ signature }) => signature),
    failure: failure && { code: failure.code, detail: failure.message },
    createdAt: iso(operation.createdAtMs),
    finishedAt: isoOrNull(operation.finishedAtMs),
  }
}

/** Answer of an unsigned launch. @see rules 10.20 */
export const UnsignedLaunchResponse = Ok({
  launchId: Type.String(),
  cluster: Enum(CLUSTERS),
  mint: Type.String(),
  lockPath: Enum(LOCK_PATHS),
  transactions: Type.Array(
    Type.Object({
      transaction: Type.String({ description: 'base64; sign its message unchanged' }),
      signers: Type.Array(Type.String(), { description: 'who must sign, in the order of the signatures' }),
      purpose: Type.String(),
    }),
  ),
  lastValidBlockHeight: Nullable(
    Type.Integer({ description: 'The chain takes them up to this height; null where nothing but another transaction ends one.' }),
  ),
  expiresAt: Type.String({ format: 'date-time' }),
  submit: Type.String({ description: 'where the signed transactions go: POST {launchId, transactions[]}' }),
})

export type UnsignedLaunchResponse = Static<typeof UnsignedLaunchResponse>

/** Body of a launch that was signed elsewhere. */
export const SubmitBody = Type.Object(
  {
    launchId: Lookup<OperationId>({ minLength: 1, maxLength: 64 }),
    transactions: Type.Array(Lookup({ minLength: 1, maxLength: LIMITS.transactionBase64Max }), {
      minItems: 1,
      maxItems: LIMITS.launchTransactionsMax,
      description: 'the signed transactions as base64, in the order they were handed out',
    }),
  },
  { additionalProperties: false },
)

function heightOf(unsigned: LaunchOffer['unsigned']): number | null {
  const height = Math.min(...unsigned.map(({ lastValidBlockHeight }) => lastValidBlockHeight))
  return height === NEVER_EXPIRES ? null : height
}

/** The transactions to sign, as JSON; `lastValidBlockHeight` and `expiresAt` say how long they can be. */
export const unsignedLaunchView = (
  { operation, unsigned, expiresAtMs }: LaunchOffer,
  { baseUrl, cluster }: Policy,
): UnsignedLaunchResponse => ({
  ok: true,
  launchId: operation.id,
  cluster,
  mint: operation.mint,
  lockPath: operation.lockPath!,
  transactions: unsigned.map(({ bytesBase64, signers, purpose }) => ({ transaction: bytesBase64, signers: [...signers], purpose })),
  lastValidBlockHeight: heightOf(unsigned),
  expiresAt: iso(expiresAtMs),
  submit: `${baseUrl}/api/agent/launch/submit`,
})
