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
  const answered = new AbortController()
  try {
    return await settleHearing(deps, operation, { deadlineMs, wait: createWait(deps, operation, news.arrived, answered.signal) })
  } finally {
    answered.abort()
    news.forget()
  }
}

/** Waits for `ms` at most, and says what ended the wait: nothing where the time passed. */
type Wait = (ms: number) => Promise<'arrived' | 'confirmed' | void>

/**
 * Waits that end early when the end of the operation arrives, once, and when a node says that a transaction of it was confirmed: once for
 * each, also of what it said before the wait began. What it says decides nothing, the chain is only asked earlier. No node is listened to
 * before the first wait, or once `answered` was aborted.
 */
function createWait({ clock, launchpads }: AwaitDeps, operation: Operation, arrived: Promise<void>, answered: AbortSignal): Wait {
  let ends: readonly Promise<'arrived'>[] = [arrived.then(() => 'arrived')]
  let confirmation = Promise.withResolvers<'confirmed'>()
  let listens = false
  async function listen(): Promise<void> {
    const { confirmations } = await launchpads.get(operation.platform)
    if (!answered.aborted) confirmations?.watch(operation.transactions, () => confirmation.resolve('confirmed'), answered)
  }
  return async (ms) => {
    // A launchpad that cannot be loaded is an error of the settling, and logged there.
    if (!listens) void listen().catch(() => {})
    listens = true
    const ended = await Promise.race([...ends, confirmation.promise, clock.sleep(ms)])
    if (ended === 'arrived') ends = []
    if (ended === 'confirmed') confirmation = Promise.withResolvers()
    return ended
  }
}

async function settleHearing<Op extends Operation>(
  deps: AwaitDeps,
  operation: Op,
  { deadlineMs, wait }: { readonly deadlineMs: UnixMs; readonly wait: Wait },
): Promise<Op> {
  const { clock, storage, log, stopNotice } = deps
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
    if ((await wait(POLL_MS)) !== 'arrived') continue
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
