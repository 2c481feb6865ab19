import { unixMs } from '../../domain/brands.ts'
import { type DriverDeps, SETTLE_LEASE_MS, settleOperation } from './settle-operation.ts'

const SWEEP_OPERATIONS_MAX = 50

/**
 * Settles operations that no driver works on: those of a process that died, and those whose request stopped waiting. With `all`, also
 * those whose lease has not expired: for the only process, at its start.
 */
export async function resumeOperations(deps: DriverDeps, { all = false } = {}): Promise<number> {
  const { clock, storage, log } = deps
  const nowMs = clock.nowMs()
  const leaseUntilMs = unixMs(nowMs + SETTLE_LEASE_MS)
  const due = await storage.operations.claimDue({ beforeMs: all ? leaseUntilMs : nowMs, leaseUntilMs, limit: SWEEP_OPERATIONS_MAX })
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
