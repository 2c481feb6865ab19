import { Enum } from './json.ts'

/** How create and lock reach the chain, best first. `atomic-*` and `jito-bundle` leave no block between the two. */
export const LOCK_PATHS = ['atomic-v1', 'atomic-v0', 'atomic-evm', 'jito-bundle', 'sequential', 'holder-kol-open'] as const

/** One of LOCK_PATHS. */
export type LockPath = (typeof LOCK_PATHS)[number]

/** Wire form of a lock path. */
export const LockPathName = Enum(LOCK_PATHS, { title: 'LockPath' })

/** True where nobody can trade between create and lock. */
export const isAtomic = (path: PlannedLockPath): boolean => path.startsWith('atomic-') || path === 'jito-bundle'

const TOGETHER = 'Create and lock land together or not at all: nobody can trade before the fees are locked.'

/** What can happen between the transactions of a path, in words for whoever approves. */
export const PATH_RISKS: Readonly<Record<LockPath, readonly string[]>> = {
  'atomic-v1': [TOGETHER],
  'atomic-v0': [TOGETHER],
  'atomic-evm': [TOGETHER],
  'jito-bundle': [TOGETHER, 'A block engine lands the bundle, or nobody does: then the launch expires, and no coin is made.'],
  sequential: [
    'Others can trade between create and lock, and the fees of that time are the creator’s, outside the split.',
    'Where the lock does not land, the coin stays with open fees until wire-fees locks them.',
  ],
  'holder-kol-open': ['Nothing is locked at launch: until lock-holder-kol ran, all fees are the creator’s.'],
}

/** The lock path of a plan; wire-fees locks a coin that exists already. */
export const PLANNED_LOCK_PATHS = [...LOCK_PATHS, 'wire-fees'] as const

/** One of PLANNED_LOCK_PATHS. */
export type PlannedLockPath = (typeof PLANNED_LOCK_PATHS)[number]
