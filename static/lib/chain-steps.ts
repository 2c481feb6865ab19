import type { OperationState } from '../../src/domain/operation.ts'
import type { ProgressStep, StepState } from './progress-steps.ts'

/** What is under way on a chain, and since when. */
interface ChainWork {
  readonly state: OperationState
  readonly createdAt: string
  readonly finishedAt: string | null
}

/** What is locked: a coin that exists already, or a new one, `together` with its creation or in a transaction of its own. */
interface LockManner {
  readonly isLock: boolean
  readonly together: boolean
}

/** As a step reads while it is under way. */
const UNDER_WAY: Readonly<Record<string, string>> = { Sent: 'Sending…', Landed: 'Landing…', Locked: 'Locking…' }

/** Sent, landed and locked, of what is under way; of a lock alone, which lands as it locks, without landed. */
export function chainSteps({ state, createdAt, finishedAt }: ChainWork, { isLock, together }: LockManner): ProgressStep[] {
  const reached = state === 'prepared' ? 0 : state === 'broadcast' ? 1 : state === 'live' ? 2 : state === 'unlocked' ? 2 : 3
  const stateOf = (index: number): StepState =>
    index < reached ? 'done' : state === 'unlocked' ? 'open' : index === reached ? 'now' : 'ahead'
  const sent: ProgressStep = { name: 'Sent', state: stateOf(0), at: createdAt }
  // Where one transaction does both, it landed when it locked; when a first of two did, nobody has written down.
  const landedAt = together && reached === 3 ? finishedAt : null
  const landed: ProgressStep = { name: 'Landed', state: stateOf(1), at: stateOf(1) === 'now' ? createdAt : landedAt }
  const locked: ProgressStep = {
    name: state === 'unlocked' ? 'Not locked yet' : 'Locked',
    state: stateOf(2),
    at: reached === 3 ? finishedAt : stateOf(2) === 'now' ? createdAt : null,
  }
  const steps: ProgressStep[] = isLock ? [sent, { ...locked, state: reached === 1 ? 'now' : locked.state }] : [sent, landed, locked]
  return steps.map((step) => (step.state === 'now' ? { ...step, name: UNDER_WAY[step.name]! } : step))
}
