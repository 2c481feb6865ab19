import { atomicUnits, type Mint, unixMs } from '../../domain/brands.ts'
import { HOUR_MS } from '../../domain/limits.ts'
import type { CrankOperation } from '../../domain/operation.ts'
import type { AmountView } from '../../domain/money/amount-json.ts'
import type { Deps } from '../../ports/deps.ts'

type RestDeps = Pick<Deps, 'storage' | 'clock'>

/** So long the operator leaves a coin alone that it paid for in vain, or that lacks fees. */
export const WAIT_MS = 6 * HOUR_MS

/** More than any coin accrues, and still a number of the storage. */
const NEVER = atomicUnits(2n ** 62n)

/**
 * Leaves a coin alone for a while, whatever it accrues: one that was refused in a block was paid for, and a recipient that
 * refuses there and not in a trial would have the operator pay again and again. So would one whose share stays behind: most of
 * what waits is never paid, and makes each distribution look worth its cost.
 */
export const restCoin = ({ storage, clock }: RestDeps, mint: Mint): Promise<void> =>
  storage.coinPasses.waitForFees(mint, { from: NEVER, untilMs: unixMs(clock.nowMs() + WAIT_MS) })

/** Leaves the coin alone where this distribution, of which so much waited, was refused in a block or paid less than half of it. */
export async function restIfInVain(deps: RestDeps, { mint, failure, result }: CrankOperation, accrued: bigint): Promise<void> {
  const paid = BigInt((result as { distributed?: AmountView } | null)?.distributed?.amount ?? 0)
  const inVain = failure === null ? 2n * paid < accrued : failure.code === 'chain_refused'
  if (inVain) await restCoin(deps, mint)
}

/** True while a coin is left alone whatever it accrues. */
export async function isResting({ storage, clock }: RestDeps, mint: Mint): Promise<boolean> {
  const wait = await storage.coinPasses.findWait(mint)
  return wait !== null && wait.from === NEVER && wait.untilMs > clock.nowMs()
}
