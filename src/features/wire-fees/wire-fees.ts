import type { LockOperation } from '../../domain/operation.ts'
import { type LockCall, type LockDeps, makeLock } from './make-lock.ts'

/**
 * Locks the fees of an existing coin to a crew, for good, and returns the finished operation. A crew that is not named is that of the
 * dry-run, else of the coin's launch.
 *
 * @see rules 3.2, 4.2; rules 10
 */
export const wireFees = (deps: LockDeps, call: LockCall): Promise<LockOperation> => makeLock(deps, 'wire-fees', call)
