import { type Static, Type } from '@sinclair/typebox'
import { ClusterName } from '../../domain/cluster.ts'
import type { Mint, OperationId } from '../../domain/brands.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import type { LaunchOffer } from '../../domain/launch-offer.ts'
import { LockPathName } from '../../domain/lock-path.ts'
import { type LaunchOperation, LAUNCH_STATES } from '../../domain/operation.ts'
import { POLICY_HASH } from '../../domain/policy/policy-hash.ts'
import { Lookup } from '../../domain/text/text.ts'
import { DateTime, Enum, iso, isoOrNull, Nullable, Ok } from '../../domain/json.ts'
import { coinPageUrl } from '../../domain/results/coin-page-url.ts'
import type { Policy } from '../../ports/policy.ts'
import { failureView, FailureView } from '../operations/failure-view.ts'
import { submittedFields, unsignedFields, unsignedView } from '../operations/unsigned-view.ts'

/** A launch in a list, failed ones too. */
export const LaunchRow = Type.Object({
  launchId: Type.String(),
  mint: Type.String(),
  name: Type.String(),
  ticker: Type.String(),
  platform: Type.String(),
  state: Enum(LAUNCH_STATES),
  lockPath: Nullable(LockPathName),
  launcher: Type.String(),
  dryRunId: Nullable(Type.String()),
  policyHash: Nullable(POLICY_HASH),
  feeShareLocked: Type.Boolean(),
  coinUrl: Nullable(
    Type.String({ description: 'The coin’s page on this service, to be shared; null where there is no coin yet, or none.' }),
  ),
  signatures: Type.Array(Type.String()),
  failure: Nullable(FailureView),
  createdAt: DateTime(),
  finishedAt: Nullable(DateTime()),
})
LaunchRow.title = 'LaunchRow'

export type LaunchRow = Static<typeof LaunchRow>

/** The launch as JSON; `failure` says why where it failed. */
export const launchRow = (operation: LaunchOperation, { baseUrl }: Pick<Policy, 'baseUrl'>): LaunchRow => ({
  launchId: operation.id,
  mint: operation.mint,
  name: operation.plan.request.name,
  ticker: operation.plan.request.ticker,
  platform: operation.platform,
  state: operation.state,
  lockPath: operation.lockPath,
  launcher: operation.launcher,
  dryRunId: operation.dryRunId,
  policyHash: operation.policyHash ?? null,
  feeShareLocked: operation.state === 'locked',
  coinUrl: operation.result && coinPageUrl(baseUrl, operation.result.mint as Mint),
  signatures: operation.transactions.map(({ signature }) => signature),
  failure: failureView(operation),
  createdAt: iso(operation.createdAtMs),
  finishedAt: isoOrNull(operation.finishedAtMs),
})

/** Answer of an unsigned launch. @see rules 10.20 */
export const UnsignedLaunchResponse = Ok({
  launchId: Type.String(),
  cluster: ClusterName,
  mint: Type.String(),
  lockPath: LockPathName,
  ...unsignedFields,
  submit: Type.String({
    description:
      'where the signed transactions go: POST {launchId, transactions[]}, or {launchId, hashes[]} of what an EVM wallet sent by itself',
  }),
})

export type UnsignedLaunchResponse = Static<typeof UnsignedLaunchResponse>

/** Body of a launch that the client signed. */
export const SubmitBody = Type.Object(
  {
    launchId: Lookup<OperationId>({ minLength: 1, maxLength: FIELD_LIMITS.idMax }),
    ...submittedFields,
  },
  { additionalProperties: false },
)

/** The transactions to sign, as JSON; `lastValidBlockHeight` and `expiresAt` bound when they can be submitted. */
export const unsignedLaunchView = (offer: LaunchOffer, { baseUrl, cluster }: Policy): UnsignedLaunchResponse => ({
  ok: true,
  launchId: offer.operation.id,
  cluster,
  mint: offer.operation.mint,
  lockPath: offer.operation.lockPath!,
  ...unsignedView(offer),
  submit: `${baseUrl}/api/agent/launch/submit`,
})
