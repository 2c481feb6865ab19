import type { Mint } from '../../domain/brands.ts'
import { remembered } from '../../lib/remembered.ts'
import type { Deps } from '../../ports/deps.ts'
import { type Accrued, readAccrued } from './read-accrued.ts'

/** `readAccrued` for display: calls for a coin within 10 s share one read of the chain. A failure is not cached. */
export function createRecentAccrued(deps: Pick<Deps, 'storage' | 'launchpads' | 'clock'>): (mint: Mint) => Promise<Accrued | null> {
  const recent = remembered<Accrued | null>(deps.clock, { keptMs: 10_000, max: 1_000 })
  return (mint) => recent(mint, () => readAccrued(deps, mint))
}
