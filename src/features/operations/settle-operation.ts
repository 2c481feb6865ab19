import { type UnixMs, unixMs } from '../../domain/brands.ts'
import type { Operation } from '../../domain/operation.ts'
import type { Deps, SettleDeps } from '../../ports/deps.ts'

/** How long one driver (a request, or a sweep) keeps an operation to itself before another may look after it. */
export const SETTLE_LEASE_MS = 10_000
const POLL_MS = 400
const SWEEP_LIMIT = 50

/**
 * Sends what may be sent of an unfinished operation, asks the chain, and finishes the row when the chain has decided.
 * Any number of drivers may call it at once, here or in another process: the same bytes are sent, and one commit wins.
 */
export async function settleOperation(deps: SettleDeps & Pick<Deps, 'settlers'>, operation: Operation): Promise<Operation> {
  if (operation.finishedAtMs !== null) return operation
  return deps.settlers[operation.kind](deps, await deps.launchpads.get(operation.platform), operation)
}

/** Settles until the operation is finished or the deadline has passed (a stop of the process brings it forward), and returns it. A chain that does not answer is asked again. */
export async function settleUntilFinished(
  deps: SettleDeps & Pick<Deps, 'settlers' | 'stopNotice'>,
  operation: Operation,
  deadlineMs: UnixMs,
): Promise<Operation> {
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
      // What is sent is written already: whoever waits is told how it ended, or that it goes on.
      await storage.operations
        .postpone(current.id, unixMs(leaseUntilMs))
        .catch((error: unknown) => log.warn('operation not held', { operationId: current.id, error }))
    }
    await clock.sleep(POLL_MS)
  }
}

/**
 * Takes over operations that nobody looks after: those of a process that died, and those whose request stopped waiting.
 * With `all`, also those whose lease still runs: for the only process, at its start.
 */
export async function settleDue(deps: SettleDeps & Pick<Deps, 'settlers'>, { all = false } = {}): Promise<number> {
  const { clock, storage, log } = deps
  const nowMs = clock.nowMs()
  const leaseUntilMs = unixMs(nowMs + SETTLE_LEASE_MS)
  const due = await storage.operations.claimDue({ beforeMs: all ? leaseUntilMs : nowMs, leaseUntilMs, limit: SWEEP_LIMIT })
  await Promise.all(
    due.map(async (operation) => {
      try {
        await settleOperation(deps, operation)
        await storage.operations.postpone(operation.id, clock.nowMs())
      } catch (error) {
        log.warn('operation not settled yet', { operationId: operation.id, kind: operation.kind, error })
      }
    }),
  )
  return due.length
}
