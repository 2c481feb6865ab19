import { atomicUnits, type AtomicUnits, type Mint, type Wallet } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { Currency } from '../../domain/money/currency.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import { coinOfChain, REBUILT_KEY, splitOfChain } from './coin-of-chain.ts'
import { readOn } from './read-remits.ts'

type RebuildNeeds = 'storage' | 'launchpads' | 'clock' | 'policy' | 'ids'

/** Whose coins are read: those that pay the treasury, or those that the launcher made and that pay this treasury. */
export interface RebuildOrder {
  readonly treasury: Wallet
  readonly launcher: Wallet | null
}

/** What the database has when all is read, and coins of the wallet that are none of this service's. */
export interface Rebuilt {
  readonly coins: number
  readonly locked: number
  readonly graduated: number
  readonly remits: number
  readonly paidAtomic: AtomicUnits
  readonly currency: Currency
  readonly foreign: readonly Mint[]
}

const AT_ONCE = 20

/** True while no coin is in the database, or the newest was read from the chain by this command. */
export async function mayRebuild({ storage }: Pick<Deps, 'storage'>): Promise<boolean> {
  const { rows } = await storage.coins.list({ limit: 1, cursor: null })
  return rows.every(({ keyId }) => keyId === REBUILT_KEY)
}

/**
 * Reads the wallet's coins from the chain, with their locks and all remits. Each coin and each distribution is one commit and is stored
 * once, so that a run that was cut short is simply run again.
 *
 * @throws AppError upstream_unavailable when no node lists the coins, or has all their history; what was read until then stays
 */
export async function rebuildCoins(deps: Pick<Deps, RebuildNeeds>, { treasury, launcher }: RebuildOrder): Promise<Rebuilt> {
  const { launchpads, storage, clock } = deps
  const platform = launchpads.defaultId
  const launchpad = await launchpads.get(platform)
  if (!launchpad.pastCoins) throw new AppError('operation_not_offered', { platform, operation: 'rebuild' })
  const mints = await launchpad.pastCoins.list(launcher ?? treasury, launcher === null ? 'shareholder' : 'launcher')
  const foreign: Mint[] = []
  for (const mint of mints) if (!(await takeIn(deps, { platform, launchpad, mint, treasury }))) foreign.push(mint)
  for (;;) {
    const due = await storage.coinPasses.listReadingsDue(clock.nowMs(), AT_ONCE)
    if (due.length === 0) break
    for (const reading of due) await readOn(deps, reading)
  }
  return { ...(await totalsOf(deps, mints)), currency: launchpad.facts.payoutCurrency, foreign }
}

/** Stores the coin; false where its split is none of this service's. */
async function takeIn(
  { storage, clock }: Pick<Deps, 'storage' | 'clock'>,
  { platform, launchpad, mint, treasury }: { platform: string; launchpad: Launchpad; mint: Mint; treasury: Wallet },
): Promise<boolean> {
  if (await storage.coins.find(mint)) return true
  const chainCoin = await launchpad.readCoin(mint)
  const split = chainCoin && splitOfChain(chainCoin, treasury)
  if (!split) return false
  const coin = coinOfChain(platform, launchpad.facts, chainCoin, await launchpad.pastCoins!.readBeginnings(mint), split)
  await storage.transaction(async (tx) => {
    await tx.coins.insert(coin)
    if (chainCoin.stage === 'graduated') await tx.coins.graduate(mint, clock.nowMs())
  })
  return true
}

async function totalsOf({ storage }: Pick<Deps, 'storage'>, mints: readonly Mint[]): Promise<Omit<Rebuilt, 'foreign' | 'currency'>> {
  const sums = { coins: 0, locked: 0, graduated: 0, remits: 0, paidAtomic: atomicUnits(0) }
  for (const mint of mints) {
    const coin = await storage.coins.find(mint)
    if (!coin) continue
    sums.coins += 1
    sums.locked += coin.feeShareLocked ? 1 : 0
    sums.graduated += coin.graduatedAtMs === null ? 0 : 1
    sums.paidAtomic = atomicUnits(sums.paidAtomic + coin.paidAtomic)
    for (let cursor: string | null = null; ;) {
      const page = await storage.remits.list({ limit: 200, cursor }, { mint })
      sums.remits += page.rows.length
      cursor = page.nextCursor
      if (cursor === null) break
    }
  }
  return sums
}
