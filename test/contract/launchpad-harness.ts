import { expect } from 'bun:test'
import { bps, type Lamports, lamports, type Mint, type Wallet } from '../../src/domain/brands.ts'
import type { SignedTransaction, TransactionState, UnsignedTransaction } from '../../src/domain/operation.ts'
import type { ChainCoin, CoinPlan, CoinRecord } from '../../src/ports/launchpad/coin.ts'
import type { LaunchpadOperation } from '../../src/ports/launchpad/facts.ts'
import type { PreparedLaunch } from '../../src/ports/launchpad/launching.ts'
import type { Launchpad } from '../../src/ports/launchpad/launchpad.ts'
import type { Launcher, Prepared } from '../../src/ports/launchpad/launcher.ts'
import type { RecipientReport } from '../../src/ports/recipient-report.ts'
import { exactLaunchpad } from '../support/exact-refusals.ts'

/** A launchpad to be examined, and what the suite needs of the chain below it. Shared by all tests of a run. */
export interface LaunchpadHarness {
  readonly launchpad: Launchpad
  readonly treasury: Wallet
  /** What one trade of the suite spends; some hundred of them must not graduate a coin. */
  readonly tradeLamports: Lamports
  /** A new launcher that can pay a few launches, each with a first buy of `tradeLamports`. */
  fundedLauncher(): Promise<Launcher>
  /** A new launcher that cannot pay a launch. */
  poorLauncher(): Promise<Launcher>
  /** Wallets that can be paid and have no share in anything yet. */
  freshWallets(count: number): Promise<Wallet[]>
  /** A stranger buys for so many lamports. */
  trade(mint: Mint, amount: Lamports): Promise<void>
  /** Lets the chain go on until nothing that was prepared before can land. */
  expireTransactions(): Promise<void>
  /** Changes of a plan by which its launch is created and its lock fails; without them a lock that was never sent leaves it open. */
  readonly lockFails?: Partial<CoinPlan>
  /** A launch in parts, as an earlier release signed it, where every launch of today locks in its one transaction. */
  readonly prepareInParts?: (plan: CoinPlan, launcher: Launcher) => Promise<PreparedLaunch>
  /** Takes the coin all the way to its pool; null where coins do not graduate. */
  readonly graduate: ((mint: Mint) => Promise<void>) | null
  /** Addresses that cannot be paid, with what each is reported as. */
  readonly unpayable: readonly { readonly wallet: Wallet; readonly status: RecipientReport['status'] }[]
  /** The form of a mint that does not exist. */
  readonly unknownMint: Mint
  /** Addresses that nobody has the key of. */
  readonly keyless: readonly string[]
  /** A wallet as others may write it; null where it has one spelling. */
  readonly otherSpelling: ((wallet: Wallet) => string) | null
  /** A key that nobody used before: that of a mint, or a stranger's. */
  newSigner(): Launcher
  /** Signs as a client would, with an own library, each in the place of the signer at its index; null leaves its place empty. */
  sign(transaction: UnsignedTransaction, by: readonly (Launcher | null)[]): Promise<string>
  /** Sends, as a wallet does by itself, what was signed; returns its hash. Null where wallets hand back what they signed. */
  readonly sendAlone: ((signedBase64: string) => Promise<string>) | null
  close(): Promise<void>
}

/** The wallets of a fee share, in the order of the lock. */
export type Shares = CoinPlan['shareholders']

/** Shares of these wallets that add to 10,000 and all differ, so that a mixed-up order shows. */
export function sharesOf(wallets: readonly Wallet[]): Shares {
  const steps = wallets.map((wallet, index) => ({ wallet, bps: bps(300 + index * 17) }))
  const rest = 10_000 - steps.slice(1).reduce((sum, share) => sum + share.bps, 0)
  return steps.map((share, index) => (index === 0 ? { ...share, bps: bps(rest) } : share))
}

/** What the tests of the suite do again and again. */
export interface LaunchpadActions {
  readonly harness: LaunchpadHarness
  readonly launchpad: Launchpad
  /** A plan for so many shareholders, the treasury among them; none leaves the fees unlocked. */
  planFor(count: number, changes?: Partial<CoinPlan>): Promise<CoinPlan>
  /** Sends until every transaction is final. */
  settle(transactions: readonly SignedTransaction[]): Promise<TransactionState[]>
  /** Launches the plan, which must land. */
  launch(plan: CoinPlan): Promise<{ launcher: Launcher; prepared: PreparedLaunch }>
  /** True when the launchpad has this; tests of what it has not are empty. */
  offers(operation: LaunchpadOperation): boolean
  /** A coin that is live and whose fees its launcher can still lock. */
  launchOpen(): Promise<{ launcher: Launcher; mint: Mint }>
  /** What a service would have on record of the coin. */
  recordOf(mint: Mint): CoinRecord | undefined
  /** The coin as the chain has it, checked against what is on record of it, or is given. */
  readCoin(mint: Mint, shareholders?: Shares): Promise<ChainCoin>
  /** Creator fees of the coin that wait. */
  accrued(mint: Mint): Promise<bigint>
  /** Trades until a distribution pays, and returns it ready to send. */
  payableDistribution(mint: Mint, payer: Launcher): Promise<Prepared>
}

/** The actions on the launchpad of this harness, held to what its port says that it may throw. */
export function launchpadActions(harness: LaunchpadHarness): LaunchpadActions {
  const launchpad = exactLaunchpad(harness.launchpad)
  const records = new Map<Mint, CoinRecord>()

  async function planFor(count: number, changes: Partial<CoinPlan> = {}): Promise<CoinPlan> {
    const wallets = count === 0 ? [] : [...(await harness.freshWallets(count - 1)), harness.treasury]
    return {
      name: 'Contract Coin',
      ticker: 'CONTRACT',
      metadataUri: 'https://coins.example/m/Abc123',
      initialBuyAtomic: lamports(0),
      shareholders: count === 0 ? [] : sharesOf(wallets),
      atomicRequired: false,
      ...changes,
    }
  }

  async function settle(transactions: readonly SignedTransaction[]) {
    for (let round = 0; round < 20; round += 1) {
      const states = await launchpad.advance(transactions)
      if (states.every((state) => state.status !== 'pending')) return states
    }
    throw new Error('the transactions stay pending')
  }

  async function launch(plan: CoinPlan): Promise<{ launcher: Launcher; prepared: PreparedLaunch }> {
    const launcher = await harness.fundedLauncher()
    const prepared = await launchpad.prepareLaunch(plan, launcher)
    records.set(prepared.mint, { shareholders: plan.shareholders, launcher: launcher.wallet })
    const states = await settle(prepared.transactions)
    expect(states.map((state) => state.error)).toEqual(states.map(() => null))
    return { launcher, prepared }
  }

  const offers = (operation: LaunchpadOperation) => launchpad.facts.operations.includes(operation)

  async function launchOpen() {
    if (offers('lock-holder-kol')) {
      const { launcher, prepared } = await launch(await planFor(0))
      expect(prepared.lockPath).toBe('holder-kol-open')
      return { launcher, mint: prepared.mint }
    }
    // Where every launch locks, it is one that broke off before it did.
    const launcher = await harness.fundedLauncher()
    const plan = await planFor(2, harness.lockFails)
    const { mint, transactions } = await (harness.prepareInParts ?? launchpad.prepareLaunch)(plan, launcher)
    await settle(harness.lockFails ? transactions : transactions.filter(({ steps }) => !steps.includes('lock')))
    records.set(mint, { shareholders: plan.shareholders, launcher: launcher.wallet })
    return { launcher, mint }
  }

  const recordOf = (mint: Mint) => records.get(mint)

  async function readCoin(mint: Mint, shareholders?: Shares) {
    const record = records.get(mint)
    return (await launchpad.readCoin(mint, record && shareholders ? { ...record, shareholders } : record))!
  }

  const accrued = async (mint: Mint): Promise<bigint> => (await readCoin(mint)).accruedAtomic

  async function payableDistribution(mint: Mint, payer: Launcher) {
    for (let round = 0; round < 200; round += 1) {
      const offer = await launchpad.feeShare!.prepareDistribution(mint, payer, records.get(mint))
      if (offer.prepared) return offer.prepared
      expect(offer.missingAtomic).toBeGreaterThan(0n)
      await harness.trade(mint, harness.tradeLamports)
    }
    throw new Error('trades do not fill the vault')
  }

  return { harness, launchpad, planFor, settle, offers, launch, launchOpen, recordOf, readCoin, accrued, payableDistribution }
}
