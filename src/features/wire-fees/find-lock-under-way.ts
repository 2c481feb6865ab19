import type { Mint } from '../../domain/brands.ts'
import type { LockOperation } from '../../domain/operation.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/** The unfinished lock of a coin's fees, of either kind; null when there is none. */
export const findLockUnderWay = async ({ operations }: Pick<Repos, 'operations'>, mint: Mint): Promise<LockOperation | null> =>
  (await operations.findUnfinished('wire-fees', mint)) ?? (await operations.findUnfinished('lock-holder-kol', mint))
