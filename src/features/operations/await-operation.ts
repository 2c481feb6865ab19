import { type UnixMs, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import { isOfKind, type Operation } from '../../domain/operation.ts'
import type { Deps } from '../../ports/deps.ts'
import { type DriverDeps, SETTLE_LEASE_MS, settleOperation } from './settle-operation.ts'

const POLL_MS = 400

/** What waiting for an operation needs. */
export type AwaitDeps = DriverDeps & Pick<Deps, 'stopNotice'>

/**
 * The finished operation: it is settled for as long as a request may wait.
 *
 * @throws AppError launch_unresolved when the chain does not answer in time, of every kind of operation; it continues
 */
export async function awaitOperation<Op extends Operation>(deps: AwaitDeps, operation: Op): Promise<Op> {
  const settled = await settleInTime(deps, operation)
  if (settled.finishedAtMs === null) throw new AppError('launch_unresolved', { launchId: settled.id, mint: settled.mint })
  return settled
}

/** As `awaitOperation`, but an unfinished operation is returned as it is. */
export const settleInTime = <Op extends Operation>(deps: AwaitDeps, operation: Op): Promise<Op> =>
  settleUntil(deps, operation, unixMs(deps.clock.nowMs() + LIMITS.launchWaitMs))

/**
 * Settles until the operation is finished or the deadline has passed (a shutdown of the process brings the deadline forward). Errors of
 * the chain are retried.
 */
async function settleUntil<Op extends Operation>(deps: AwaitDeps, operation: Op, deadlineMs: UnixMs): Promise<Op> {
  const news = deps.storage.ends.hear(operation.id)
  try {
    return await settleHearing(deps, operation, { deadlineMs, arrived: news.arrived.then(() => 'arrived' as const) })
  } finally {
    news.forget()
  }
}

async function settleHearing<Op extends Operation>(
  deps: AwaitDeps,
  operation: Op,
  { deadlineMs, arrived }: { readonly deadlineMs: UnixMs; readonly arrived: Promise<'arrived'> },
): Promise<Op> {
  const { clock, storage, log, stopNotice } = deps
  let asleep: (ms: number) => Promise<'arrived' | void> = (ms) => Promise.race([arrived, clock.sleep(ms)])
  let current = operation
  let leaseUntilMs = clock.nowMs() + SETTLE_LEASE_MS
  for (;;) {
    current = await settleOperation(deps, current).catch((error: unknown) => {
      log.warn('operation not settled yet', { operationId: current.id, kind: current.kind, error })
      return current
    })
    const nowMs = clock.nowMs()
    if (current.finishedAtMs !== null || nowMs >= Math.min(deadlineMs, stopNotice.answerByMs ?? deadlineMs)) return current
    if (leaseUntilMs - nowMs < SETTLE_LEASE_MS / 2) {
      leaseUntilMs = nowMs + SETTLE_LEASE_MS
      // It is journaled, so an error here must not hide its outcome from the caller.
      await storage.operations
        .postpone(current.id, unixMs(leaseUntilMs))
        .catch((error: unknown) => log.warn('operation not held', { operationId: current.id, error }))
    }
    if ((await asleep(POLL_MS)) !== 'arrived') continue
    asleep = (ms) => clock.sleep(ms)
    current = await ended(deps, current)
    if (current.finishedAtMs !== null) return current
  }
}

/** Its row, once its end was arrived: the chain need not be asked. An error here is left to the next look. */
async function ended<Op extends Operation>({ storage, log }: AwaitDeps, operation: Op): Promise<Op> {
  const row = await storage.operations.find(operation.id).catch((error: unknown) => {
    log.warn('the end of an operation was arrived, and is not read yet', { operationId: operation.id, error })
    return null
  })
  return isOfKind<Op>(row, operation.kind) ? row : operation
}
