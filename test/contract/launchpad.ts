import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { inspect } from 'node:util'
import { type Bps, bps, type Lamports, lamports, type Mint, type Wallet } from '../../src/domain/brands.ts'
import { launchProgress, type SignedTransaction } from '../../src/domain/operation.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { CoinPlan, Launcher, Launchpad, PreparedLaunch } from '../../src/ports/launchpad.ts'
import { expectRefusal, refusalOf } from '../support/app-error.ts'

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
  /** Takes the coin all the way to its pool; null where coins do not graduate. */
  readonly graduate: ((mint: Mint) => Promise<void>) | null
  /** An address that can never be paid; null where there is none. */
  readonly executableWallet: Wallet | null
  /** The form of a mint that does not exist. */
  readonly unknownMint: Mint
  close(): Promise<void>
}

type Shares = CoinPlan['shareholders']

const MALFORMED_SECRETS = [
  '',
  'correct horse battery staple',
  '[1,2,3]',
  `[${'7,'.repeat(63)}256]`,
  `[${'7,'.repeat(63)}7]`,
  '{"secret":"5KQwrPbwdL6PhXujxW37FSSQZ1JiwsST4cqQzDeyXtP79zkvFD3"}',
  '3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d',
]

/** Shares of these wallets that add to 10,000 and all differ, so that a mixed-up order shows. */
function sharesOf(wallets: readonly Wallet[]): Shares {
  const steps = wallets.map((wallet, place) => ({ wallet, bps: bps(700 + place * 37) as Bps }))
  const rest = 10_000 - steps.slice(1).reduce((sum, share) => sum + share.bps, 0)
  return steps.map((share, place) => (place === 0 ? { ...share, bps: bps(rest) } : share))
}

/** The suite that every launchpad must pass. @see ports/launchpad.ts */
export function launchpadContract(name: string, createHarness: () => Promise<LaunchpadHarness>): void {
  describe(`launchpad contract: ${name}`, () => {
    let harness: LaunchpadHarness
    let launchpad: Launchpad

    beforeAll(async () => {
      harness = await createHarness()
      launchpad = harness.launchpad
    })
    afterAll(() => harness.close())

    /** A plan for so many shareholders, the treasury among them; none leaves the fees unlocked. */
    async function planFor(count: number, changes: Partial<CoinPlan> = {}): Promise<CoinPlan> {
      const wallets = count === 0 ? [] : [...(await harness.freshWallets(count - 1)), harness.treasury]
      return {
        name: 'Contract Coin',
        ticker: 'CONTRACT',
        metadataUri: 'https://coins.example/m/Abc123',
        initialBuyLamports: lamports(0),
        shareholders: count === 0 ? [] : sharesOf(wallets),
        atomicRequired: false,
        ...changes,
      }
    }

    /** Sends until every transaction is final. */
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
      const states = await settle(prepared.transactions)
      expect(states.map((state) => state.error)).toEqual(states.map(() => null))
      return { launcher, prepared }
    }

    const accrued = async (mint: Mint): Promise<bigint> => (await launchpad.readCoin(mint))!.accruedLamports
    const anyone = () => harness.fundedLauncher()

    /** Trades until a distribution pays, and returns it ready to send. */
    async function payableDistribution(mint: Mint, payer: Launcher) {
      for (let round = 0; round < 200; round += 1) {
        const offer = await launchpad.prepareDistribution(mint, payer)
        if (offer.prepared) return offer.prepared
        expect(offer.missingLamports).toBeGreaterThan(0n)
        await harness.trade(mint, harness.tradeLamports)
      }
      throw new Error('trades do not fill the vault')
    }

    /** Distributes what waits and checks every payment to the lamport. */
    async function distributeExactly(mint: Mint, shareholders: Shares): Promise<void> {
      const payer = await anyone()
      await harness.trade(mint, harness.tradeLamports)
      const { transactions } = await payableDistribution(mint, payer)
      const before = await accrued(mint)
      const [state] = await settle(transactions)
      expect(state).toMatchObject({ status: 'landed', error: null })
      const distribution = await launchpad.readDistribution(mint, transactions[0]!.signature)
      const expected = shareholders.map(({ wallet, bps: share }) => ({ wallet, lamports: lamports((BigInt(share) * before) / 10_000n) }))
      const byWallet = (a: { wallet: string }, b: { wallet: string }) => (a.wallet < b.wallet ? -1 : 1)
      expect([...distribution!.payments].sort(byWallet)).toEqual([...expected].sort(byWallet))
      expect(distribution).toMatchObject({ signature: transactions[0]!.signature, slot: state!.slot })
      const paid = distribution!.payments.reduce((sum, payment) => sum + payment.lamports, 0n)
      expect(paid).toBe(before - (await accrued(mint)))
    }

    test.each([3, 5, 8])('a launch with %i shareholders lands locked, each share as planned', async (count) => {
      const plan = await planFor(count)
      const { launcher, prepared } = await launch(plan)
      const coin = await launchpad.readCoin(prepared.mint)
      expect(coin).toMatchObject({ mint: prepared.mint, creator: launcher.wallet, stage: 'curve' })
      expect(coin!.feeShare).toEqual({ locked: true, shareholders: plan.shareholders })
      const progress = launchProgress(prepared.transactions, await launchpad.advance(prepared.transactions))
      if (progress.stage !== 'created') throw new Error(`the launch is ${progress.stage}`)
      expect(progress.lockError).toBeNull()
      if (prepared.lockPath !== 'sequential') expect(progress.lockSlot).toBe(progress.createSlot)
    })

    test('the estimate covers what a launch with a first buy takes, item by item', async () => {
      const plan = await planFor(3, { initialBuyLamports: harness.tradeLamports })
      const launcher = await harness.fundedLauncher()
      const cost = await launchpad.estimateLaunch(plan, launcher.wallet)
      const before = await launchpad.balanceLamports(launcher.wallet)
      const prepared = await launchpad.prepareLaunch(plan, launcher)
      await settle(prepared.transactions)
      const spent = before - (await launchpad.balanceLamports(launcher.wallet))
      expect(spent).toBeGreaterThan(harness.tradeLamports)
      expect(spent).toBeLessThanOrEqual(cost.totalLamports)
      expect(cost.items.reduce((sum, item) => sum + item.lamports, 0n)).toBe(cost.totalLamports)
      expect(cost.lockPath).toBe(prepared.lockPath)
    })

    test('the creator fee of the first buy goes to the split, not to the creator', async () => {
      const { prepared } = await launch(await planFor(3, { initialBuyLamports: harness.tradeLamports }))
      expect(await accrued(prepared.mint)).toBeGreaterThan(0n)
      expect(await launchpad.readPreLockFees(prepared.mint, 0, Number.MAX_SAFE_INTEGER)).toBe(lamports(0))
      const [holder] = await launchpad.topHolders(prepared.mint)
      expect(holder?.tokens).toBeGreaterThan(0n)
    })

    test('prepared is not sent: there is no coin, and nothing is spent', async () => {
      const launcher = await harness.fundedLauncher()
      const before = await launchpad.balanceLamports(launcher.wallet)
      const prepared = await launchpad.prepareLaunch(await planFor(3), launcher)
      expect(await launchpad.readCoin(prepared.mint)).toBeNull()
      expect(await launchpad.balanceLamports(launcher.wallet)).toBe(before)
    })

    test('advance is idempotent: five times the same bytes are one launch, paid once', async () => {
      const launcher = await harness.fundedLauncher()
      const prepared = await launchpad.prepareLaunch(await planFor(3), launcher)
      const first = await settle(prepared.transactions)
      const after = await launchpad.balanceLamports(launcher.wallet)
      for (let round = 0; round < 4; round += 1) expect(await launchpad.advance(prepared.transactions)).toEqual(first)
      expect(await launchpad.balanceLamports(launcher.wallet)).toBe(after)
    })

    test('expired bytes never land', async () => {
      const launcher = await harness.fundedLauncher()
      const before = await launchpad.balanceLamports(launcher.wallet)
      const prepared = await launchpad.prepareLaunch(await planFor(3), launcher)
      await harness.expireTransactions()
      for (let round = 0; round < 2; round += 1) {
        const states = await launchpad.advance(prepared.transactions)
        expect(states.map((state) => state.status)).toEqual(prepared.transactions.map(() => 'expired'))
      }
      expect(await launchpad.readCoin(prepared.mint)).toBeNull()
      expect(await launchpad.balanceLamports(launcher.wallet)).toBe(before)
    })

    test('a landed launch stays landed when its bytes are sent after their time', async () => {
      const { prepared } = await launch(await planFor(3))
      await harness.expireTransactions()
      const states = await launchpad.advance(prepared.transactions)
      expect(states.map((state) => state.status)).toEqual(prepared.transactions.map(() => 'landed'))
    })

    test('without shareholders the fees stay open, go to the creator, and can be locked later by the creator alone', async () => {
      const { launcher, prepared } = await launch(await planFor(0))
      expect(prepared.lockPath).toBe('holder-kol-open')
      expect((await launchpad.readCoin(prepared.mint))!.feeShare?.locked ?? false).toBe(false)
      await harness.trade(prepared.mint, harness.tradeLamports)
      await expectRefusal('fee_share_not_locked', launchpad.prepareDistribution(prepared.mint, launcher))

      const { shareholders } = await planFor(3)
      await expectRefusal('launcher_not_creator', launchpad.prepareLock(prepared.mint, shareholders, await anyone()))
      expect((await launchpad.readCoin(prepared.mint))!.feeShare?.locked ?? false).toBe(false)

      const lock = await launchpad.prepareLock(prepared.mint, shareholders, launcher)
      const states = await settle(lock.transactions)
      expect((await launchpad.readCoin(prepared.mint))!.feeShare).toEqual({ locked: true, shareholders })
      const lockSlot = states.at(-1)!.slot!
      expect(await launchpad.readPreLockFees(prepared.mint, 0, lockSlot)).toBeGreaterThan(0n)
    })

    test('a second lock is refused, before it is signed and on chain', async () => {
      const { launcher, prepared } = await launch(await planFor(0))
      const [first, second] = [(await planFor(3)).shareholders, (await planFor(5)).shareholders]
      const winner = await launchpad.prepareLock(prepared.mint, first, launcher)
      const loser = await launchpad.prepareLock(prepared.mint, second, launcher)
      await settle(winner.transactions)
      for (const state of await launchpad.advance(loser.transactions)) expect(state.status).not.toBe('landed')
      await expectRefusal('fee_share_already_locked', launchpad.prepareLock(prepared.mint, second, launcher))
      expect((await launchpad.readCoin(prepared.mint))!.feeShare).toEqual({ locked: true, shareholders: first })
    })

    test('below its minimum a distribution is not offered, and says what is missing', async () => {
      const { launcher, prepared } = await launch(await planFor(5))
      const offer = await launchpad.prepareDistribution(prepared.mint, launcher)
      expect(offer.prepared).toBeNull()
      expect(offer.missingLamports).toBeGreaterThan(0n)
    })

    test('a distribution by anyone pays floor(bps × accrued) to the lamport, and that is what left the vault; twice', async () => {
      const plan = await planFor(5)
      const { prepared } = await launch(plan)
      await distributeExactly(prepared.mint, plan.shareholders)
      await distributeExactly(prepared.mint, plan.shareholders)
    })

    test('a launch is no distribution', async () => {
      const { prepared } = await launch(await planFor(3))
      expect(await launchpad.readDistribution(prepared.mint, prepared.transactions[0]!.signature)).toBeNull()
    })

    test('a graduated coin trades, accrues and pays on', async () => {
      if (!harness.graduate) return
      const plan = await planFor(3)
      const { prepared } = await launch(plan)
      await harness.graduate(prepared.mint)
      expect((await launchpad.readCoin(prepared.mint))!.stage).toBe('graduated')
      const before = await accrued(prepared.mint)
      await harness.trade(prepared.mint, harness.tradeLamports)
      expect(await accrued(prepared.mint)).toBeGreaterThan(before)
      await distributeExactly(prepared.mint, plan.shareholders)
    })

    test('the largest holders come first, at most 20 of them', async () => {
      const { prepared } = await launch(await planFor(3))
      expect(await launchpad.topHolders(prepared.mint)).toEqual([])
      for (let round = 0; round < 3; round += 1) await harness.trade(prepared.mint, harness.tradeLamports)
      const holders = await launchpad.topHolders(prepared.mint)
      expect(holders.length).toBeGreaterThan(0)
      expect(holders.length).toBeLessThanOrEqual(20)
      expect(holders).toEqual([...holders].sort((a, b) => (a.tokens > b.tokens ? -1 : 1)))
    })

    test('an unknown mint is null to read and refused to act on', async () => {
      const launcher = await harness.fundedLauncher()
      const { shareholders } = await planFor(3)
      expect(await launchpad.readCoin(harness.unknownMint)).toBeNull()
      await expectRefusal('mint_unknown', launchpad.prepareLock(harness.unknownMint, shareholders, launcher))
      await expectRefusal('mint_unknown', launchpad.prepareDistribution(harness.unknownMint, launcher))
    })

    test('recipients are reported one by one, in order', async () => {
      const [fresh] = await harness.freshWallets(1)
      const funded = await harness.fundedLauncher()
      const asked = [fresh!, 'not a wallet' as Wallet, funded.wallet, ...(harness.executableWallet ? [harness.executableWallet] : [])]
      const reports = await launchpad.inspectRecipients(asked)
      expect(reports.map((report) => report.wallet)).toEqual(asked)
      expect(['ok', 'unused']).toContain(reports[0]!.status)
      expect(reports.slice(1, 3).map((report) => report.status)).toEqual(['invalid', 'ok'])
      if (harness.executableWallet) expect(reports[3]!.status).toBe('executable')
    })

    test('a launcher who cannot pay is refused, and keeps what it has', async () => {
      const launcher = await harness.poorLauncher()
      const before = await launchpad.balanceLamports(launcher.wallet)
      await expectRefusal('balance_too_low', launchpad.prepareLaunch(await planFor(3), launcher))
      expect(await launchpad.balanceLamports(launcher.wallet)).toBe(before)
    })

    test('a split that breaks the launchpad’s rules is refused before anything is sent', async () => {
      const launcher = await harness.fundedLauncher()
      const [a, b] = await harness.freshWallets(2)
      const tooMany = sharesOf(await harness.freshWallets(launchpad.maxShareholders + 1))
      const broken: Shares[] = [
        tooMany,
        [a!, a!].map((wallet) => ({ wallet, bps: bps(5_000) })),
        [
          { wallet: a!, bps: bps(10_000) },
          { wallet: b!, bps: bps(0) },
        ],
        [
          { wallet: a!, bps: bps(5_000) },
          { wallet: b!, bps: bps(4_999) },
        ],
      ]
      const before = await launchpad.balanceLamports(launcher.wallet)
      for (const shareholders of broken) {
        await expectRefusal('launch_refused', launchpad.prepareLaunch({ ...(await planFor(0)), shareholders }, launcher))
      }
      expect(await launchpad.balanceLamports(launcher.wallet)).toBe(before)
    })

    test.each(MALFORMED_SECRETS)('a malformed launcher secret is refused and not repeated: %#', async (text) => {
      const refusal = await refusalOf(() => launchpad.parseLauncher(new Secret(text)))
      expect(refusal.code).toBe('launcher_secret_invalid')
      expect(refusal.cause).toBeUndefined()
      const shown = `${inspect(refusal, { depth: 9 })} ${JSON.stringify(refusal)} ${refusal.message}`
      if (text !== '') expect(shown).not.toContain(text)
    })

    test('the launcher that a secret stands for is the one that signs', async () => {
      const launcher = await harness.fundedLauncher()
      const asJson = new Secret(JSON.stringify([...launcher.secret.reveal()]))
      expect(launchpad.parseLauncher(asJson).wallet).toBe(launcher.wallet)
      expect(launchpad.isWallet(launcher.wallet)).toBe(true)
      expect(launchpad.isWallet('not a wallet')).toBe(false)
    })
  })
}
