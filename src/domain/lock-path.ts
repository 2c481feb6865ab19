/** How create and lock reach the chain, best first. `atomic-*` and `jito-bundle` leave no block between the two. */
export const LOCK_PATHS = ['atomic-v1', 'atomic-v0', 'atomic-evm', 'jito-bundle', 'sequential', 'holder-kol-open'] as const

/** One of LOCK_PATHS. */
export type LockPath = (typeof LOCK_PATHS)[number]

/** True where nobody can trade between create and lock. */
export const isAtomic = (path: PlannedLockPath): boolean => path.startsWith('atomic-') || path === 'jito-bundle'

/** The lock path of a plan; wire-fees locks a coin that exists already. */
export const PLANNED_LOCK_PATHS = [...LOCK_PATHS, 'wire-fees'] as const

/** One of PLANNED_LOCK_PATHS. */
export type PlannedLockPath = (typeof PLANNED_LOCK_PATHS)[number]
