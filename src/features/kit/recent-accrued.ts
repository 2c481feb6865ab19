import type { Mint, UnixMs } from '../../domain/brands.ts'
import type { Deps } from '../../ports/deps.ts'
import { type Accrued, readAccrued } from './read-accrued.ts'

const KEPT_MS = 10_000
const COINS_MAX = 1_000

/** `readAccrued` for display: calls for a coin within 10 s share one read of the chain. A failure is not cached. */
export function createRecentAccrued(deps: Pick<Deps, 'storage' | 'launchpads' | 'clock'>): (mint: Mint) => Promise<Accrued | null> {
  const kept = new Map<Mint, { readonly atMs: UnixMs; readonly read: Promise<Accrued | null> }>()
  return (mint) => {
    const atMs = deps.clock.nowMs()
    const found = kept.get(mint)
    if (found && atMs - found.atMs < KEPT_MS && atMs >= found.atMs) return found.read
    if (kept.size >= COINS_MAX) kept.clear()
    const read = readAccrued(deps, mint)
    kept.set(mint, { atMs, read })
    read.catch(() => kept.delete(mint))
    return read
  }
}
