import type { UnixMs } from '../../domain/brands.ts'
import type { Buyback } from '../../domain/buyback.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { Deps } from '../../ports/deps.ts'
import type { ScheduledJob } from '../../ports/scheduled-job.ts'
import type { CoinBurnWallet } from '../../ports/storage/money/burn-wallets.ts'
import { earningsBuying } from './buying.ts'
import { type BuybackDeps, runBuying } from './run-buyback.ts'

/** What a pass over the coins that buy and burn themselves needs. */
export type BurnDeps = BuybackDeps & Pick<Deps, 'burnWallets'>

/**
 * Each coin whose rule of earnings buys and burns it has its turn, those first that waited longest: what its wallet holds above its
 * reserve buys the coin within the caps, and the same transaction burns that. A pass that is broken off goes on where it ended.
 *
 * @throws Error for coins whose turn failed, after all the others had theirs; when the chain does not answer, at once
 * @see rules 10.36
 */
export const burnEarnings: ScheduledJob<keyof BurnDeps> = async (deps, { dueAtMs, mayContinue }) => {
  const { storage, clock, log } = deps
  const startedAtMs = clock.nowMs()
  const sums = { coins: 0, bought: 0 }
  const failed: string[] = []
  for (;;) {
    const waiting = await storage.burnWallets.listWaiting(startedAtMs, OWN_LIMITS.batchReadMax)
    for (const of of waiting) {
      if (!(await mayContinue())) return `${sums.coins} coins had their turn, ${sums.bought} bought; broken off`
      try {
        const run = await takeTurn(deps, of, dueAtMs)
        sums.bought += Number(run?.state === 'executed')
      } catch (error) {
        log.warn('earnings not burned', { mint: of.mint, error })
        failed.push(of.mint)
        if (error instanceof AppError && error.code === 'upstream_unavailable') throw error
      } finally {
        await storage.burnWallets.look(of.mint, clock.nowMs())
      }
      sums.coins += 1
    }
    if (waiting.length < OWN_LIMITS.batchReadMax) break
  }
  if (failed.length > 0) throw new Error(`the earnings of ${failed.length} coins were not burned, such as ${failed[0]}`)
  return `${sums.coins} coins had their turn, ${sums.bought} bought`
}

/** The run of a coin whose wallet holds enough for one; null for one that does not. */
async function takeTurn(deps: BurnDeps, { mint, platform, wallet, nonce }: CoinBurnWallet, dueAtMs: UnixMs): Promise<Buyback | null> {
  const launchpad = await deps.launchpads.get(platform)
  const balanceAtomic = await launchpad.balanceOf(wallet)
  if (balanceAtomic < OWN_LIMITS.burnReserveAtomic + BigInt(LIMITS.buybackAtomicMin)) return null
  const payer = deps.burnWallets?.(nonce)
  if (payer?.wallet !== wallet) throw new Error(`EARNINGS_KEY is not the one of which the wallet ${wallet} was made`)
  return runBuying(deps, earningsBuying(deps, mint, payer), dueAtMs)
}
