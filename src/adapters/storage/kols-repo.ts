import type { KolRepo } from '../../ports/storage.ts'
import type { Executor } from './storage.ts'

/** The KOL directory, which has no table here yet: nobody is in it. */
export const createKolRepo = (_db: Executor): KolRepo => ({
  findByWallets: async () => [],
})
