import { expect, test } from 'bun:test'
import { inspect } from 'node:util'
import { bps, lamports, type Wallet } from '../../src/domain/brands.ts'
import { feeMapOf, seatCrew, shareholdersOf } from '../../src/domain/crew/fee-map.ts'
import { equalShares } from '../../src/domain/matching/match-crew.ts'
import { launchProgress } from '../../src/domain/operation.ts'
import { Secret } from '../../src/lib/secret.ts'
import { expectRefusal, refusalOf } from '../support/app-error.ts'
import { type LaunchpadActions, type Shares, sharesOf } from './launchpad-harness.ts'

const MALFORMED_SECRETS = [
  '',
  'correct horse battery staple',
  '[1,2,3]',
  `[${'7,'.repeat(63)}256]`,
  `[${'7,'.repeat(63)}7]`,
  '{"secret":"5KQwrPbwdL6PhXujxW37FSSQZ1JiwsST4cqQzDeyXtP79zkvFD3"}',
  '3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d3yZe7d',
]

/** Launching, estimating and refusing to. */
export function launchingTests(actions: () => LaunchpadActions): void {
  test('rules 1.10: what is said to be offered rests on a capability, and what is not has none', () => {
    const { launchpad, offers } = actions()
    const { feeShare, holders, unsigned } = launchpad
    expect([offers('crank'), offers('unsigned')]).toEqual([!!feeShare, !!unsigned])
    expect(offers('lock-holder-kol')).toBe(!!(feeShare && holders))
    // Where every launch is locked with its coin, there is nothing to lock later.
    if (offers('wire-fees')) expect(feeShare).toBeDefined()
  })

  test.each([1, 3, 5, 8])(
    'rules 10.16: a launch with %i shareholders, or all it takes, lands locked, each share as planned',
    async (count) => {
      const { launchpad, planFor, launch, readCoin } = actions()
      const plan = await planFor(Math.min(count, launchpad.facts.shareholdersMax))
      const { launcher, prepared } = await launch(plan)
      const coin = await readCoin(prepared.mint)
      expect(coin).toMatchObject({ mint: prepared.mint, creator: launcher.wallet, stage: 'curve' })
      expect(coin.feeShare).toEqual({ locked: true, shareholders: plan.shareholders })
      const progress = launchProgress(prepared.transactions, await launchpad.advance(prepared.transactions))
      if (progress.stage !== 'created') throw new Error(`the launch is ${progress.stage}`)
      expect(progress.lockError).toBeNull()
      if (prepared.lockPath !== 'sequential') expect(progress.lockHeight).toBe(progress.createHeight)
    },
  )

  test('rules 1.2: the split of a referred key with seven crew wallets, or all that fit (60/15/5/20), lands locked', async () => {
    const { harness, launchpad, planFor, launch, readCoin } = actions()
    // Beside the crew: launcher, referrer and treasury.
    const crewSize = Math.min(7, launchpad.facts.shareholdersMax - 3)
    const [referrer, ...crew] = await harness.freshWallets(1 + crewSize)
    const feeMap = feeMapOf('agent', true)
    const seats = seatCrew(
      crew.map((wallet, index) => ({ handle: `kol${index}`, wallet, share: equalShares(crewSize)[index]! })),
      feeMap.crewPoolBps,
    )
    const launcher = await harness.fundedLauncher()
    const split = shareholdersOf({
      feeMap,
      seats,
      launcher: launcher.wallet,
      treasury: harness.treasury,
      referral: { code: 'FROG', wallet: referrer!, handle: 'frog' },
      agentName: null,
      shareholdersMax: launchpad.facts.shareholdersMax,
    })
    expect(split).toHaveLength(crewSize + 3)
    const shareholders = split.map(({ wallet, bps: share }) => ({ wallet, bps: share }))
    const { prepared } = await launch(await planFor(0, { shareholders }))
    expect((await readCoin(prepared.mint)).feeShare).toEqual({ locked: true, shareholders })
  })

  test('rules 2.4: the estimate covers what a launch with a first buy takes, item by item', async () => {
    const { harness, launchpad, planFor, settle, offers } = actions()
    const initialBuyAtomic = offers('first-buy') ? harness.tradeLamports : lamports(0)
    const plan = await planFor(3, { initialBuyAtomic })
    const launcher = await harness.fundedLauncher()
    const cost = await launchpad.estimateLaunch(plan, launcher.wallet)
    const before = await launchpad.balanceOf(launcher.wallet)
    const prepared = await launchpad.prepareLaunch(plan, launcher)
    await settle(prepared.transactions)
    const spent = before - (await launchpad.balanceOf(launcher.wallet))
    expect(spent).toBeGreaterThan(initialBuyAtomic)
    expect(spent).toBeLessThanOrEqual(cost.totalAtomic)
    expect(cost.items.reduce((sum, item) => sum + item.amountAtomic, 0n)).toBe(cost.totalAtomic)
    expect(cost.lockPath).toBe(prepared.lockPath)
  })

  test('rules 1.2: the creator fee of the first buy goes to the split, not to the creator', async () => {
    const { harness, launchpad, planFor, launch, accrued, offers } = actions()
    if (!offers('first-buy')) return
    const { prepared } = await launch(await planFor(3, { initialBuyAtomic: harness.tradeLamports }))
    expect(await accrued(prepared.mint)).toBeGreaterThan(0n)
    expect(await launchpad.preLockFees!.read(prepared.mint, 0, Number.MAX_SAFE_INTEGER)).toBe(lamports(0))
    const [holder] = await launchpad.holders!.listLargest(prepared.mint)
    expect(holder?.tokenMicros).toBeGreaterThan(0n)
  })

  test('rules 10.13: prepared is not sent: there is no coin, and nothing is spent', async () => {
    const { harness, launchpad, planFor } = actions()
    const launcher = await harness.fundedLauncher()
    const before = await launchpad.balanceOf(launcher.wallet)
    const prepared = await launchpad.prepareLaunch(await planFor(3), launcher)
    expect(await launchpad.readCoin(prepared.mint)).toBeNull()
    expect(await launchpad.balanceOf(launcher.wallet)).toBe(before)
  })

  test('rules 10.13: where a node tells of confirmations it does of what landed, and to nobody who waits no more', async () => {
    const { launchpad, planFor, launch } = actions()
    const { confirmations } = launchpad
    if (!confirmations) return
    const { transactions } = (await launch(await planFor(1))).prepared
    const waiting = new AbortController()
    await new Promise<void>((seen) => confirmations.watch(transactions, seen, waiting.signal))
    waiting.abort()
    confirmations.watch(transactions, () => expect.unreachable(), waiting.signal)
  })

  test('rules 10.13: advance is idempotent: five times the same bytes are one launch, paid once', async () => {
    const { harness, launchpad, planFor, settle } = actions()
    const launcher = await harness.fundedLauncher()
    const prepared = await launchpad.prepareLaunch(await planFor(3), launcher)
    const first = await settle(prepared.transactions)
    const after = await launchpad.balanceOf(launcher.wallet)
    for (let round = 0; round < 4; round += 1) expect(await launchpad.advance(prepared.transactions)).toEqual(first)
    expect(await launchpad.balanceOf(launcher.wallet)).toBe(after)
  })

  test('rules 10.13: expired bytes never land', async () => {
    const { harness, launchpad, planFor } = actions()
    const launcher = await harness.fundedLauncher()
    const before = await launchpad.balanceOf(launcher.wallet)
    const prepared = await launchpad.prepareLaunch(await planFor(3), launcher)
    await harness.expireTransactions()
    for (let round = 0; round < 2; round += 1) {
      const states = await launchpad.advance(prepared.transactions)
      expect(states.map((state) => state.status)).toEqual(prepared.transactions.map(() => 'expired'))
    }
    expect(await launchpad.readCoin(prepared.mint)).toBeNull()
    expect(await launchpad.balanceOf(launcher.wallet)).toBe(before)
  })

  test('rules 10.13: a landed launch stays landed when its bytes are sent after their time', async () => {
    const { harness, launchpad, planFor, launch } = actions()
    const { prepared } = await launch(await planFor(3))
    await harness.expireTransactions()
    const states = await launchpad.advance(prepared.transactions)
    expect(states.map((state) => state.status)).toEqual(prepared.transactions.map(() => 'landed'))
  })

  test('rules 10.2: an unknown mint is null to read and refused to act on', async () => {
    const { harness, launchpad, planFor } = actions()
    const launcher = await harness.fundedLauncher()
    const { shareholders } = await planFor(3)
    expect(await launchpad.readCoin(harness.unknownMint)).toBeNull()
    await expectRefusal('mint_unknown', launchpad.feeShare!.prepareLock(harness.unknownMint, shareholders, launcher))
    await expectRefusal('mint_unknown', launchpad.feeShare!.prepareDistribution(harness.unknownMint, launcher))
  })

  test('rules 10.7: recipients are reported one by one, in order', async () => {
    const { harness, launchpad } = actions()
    const [fresh] = await harness.freshWallets(1)
    const funded = await harness.fundedLauncher()
    const asked = [fresh!, 'not a wallet' as Wallet, funded.wallet]
    const reports = await launchpad.inspectRecipients(asked)
    expect(reports.map((report) => report.wallet)).toEqual(asked)
    expect(['ok', 'unused']).toContain(reports[0]!.status)
    expect(reports.slice(1, 3).map((report) => report.status)).toEqual(['invalid', 'ok'])
  })

  test('rules 10.7: an address that no payment reaches is found, alone and among others that can be paid', async () => {
    const { harness, launchpad } = actions()
    const [first, last] = await harness.freshWallets(2)
    const asked = [first!, ...harness.unpayable.map(({ wallet }) => wallet), last!]
    const reports = await launchpad.inspectRecipients(asked)
    const found = reports.slice(1, -1).map(({ wallet, status }) => ({ wallet, status }))
    expect(found).toEqual(harness.unpayable.map((each) => ({ ...each })))
    for (const report of [reports[0]!, reports.at(-1)!]) expect(['ok', 'unused']).toContain(report.status)
    for (const { wallet, status } of harness.unpayable) expect((await launchpad.inspectRecipients([wallet]))[0]?.status).toBe(status)
  })

  test('rules 10.7: what was reported payable is paid by a distribution', async () => {
    const { launchpad, planFor, launch, settle, payableDistribution, recordOf } = actions()
    const plan = await planFor(3)
    const statuses = (await launchpad.inspectRecipients(plan.shareholders.map(({ wallet }) => wallet))).map(({ status }) => status)
    expect(statuses.every((status) => status === 'ok' || status === 'unused')).toBe(true)
    const { launcher, prepared } = await launch(plan)
    const { transactions } = await payableDistribution(prepared.mint, launcher)
    await settle(transactions)
    const paid = await launchpad.feeShare!.readDistribution(prepared.mint, transactions.at(-1)!.signature, recordOf(prepared.mint))
    expect(paid?.payments.map(({ wallet }) => wallet).toSorted()).toEqual(plan.shareholders.map(({ wallet }) => wallet).toSorted())
  })

  test('rules 7: a launcher who cannot pay is refused, and keeps what it has', async () => {
    const { harness, launchpad, planFor } = actions()
    const launcher = await harness.poorLauncher()
    const before = await launchpad.balanceOf(launcher.wallet)
    await expectRefusal('balance_too_low', launchpad.prepareLaunch(await planFor(3), launcher))
    expect(await launchpad.balanceOf(launcher.wallet)).toBe(before)
  })

  test('rules 10.7: a split that breaks the launchpad’s rules is refused before anything is sent', async () => {
    const { harness, launchpad, planFor } = actions()
    const launcher = await harness.fundedLauncher()
    const [a, b] = await harness.freshWallets(2)
    const tooMany = sharesOf(await harness.freshWallets(launchpad.facts.shareholdersMax + 1))
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
    const before = await launchpad.balanceOf(launcher.wallet)
    for (const shareholders of broken) {
      await expectRefusal('launch_refused', launchpad.prepareLaunch({ ...(await planFor(0)), shareholders }, launcher))
    }
    expect(await launchpad.balanceOf(launcher.wallet)).toBe(before)
  })

  test.each(MALFORMED_SECRETS)('rules 5.2: a malformed launcher secret is refused and not repeated: %#', async (text) => {
    const { launchpad } = actions()
    const refusal = await refusalOf(() => launchpad.parseLauncher(new Secret(text)))
    expect(refusal.code).toBe('launcher_secret_invalid')
    expect(refusal.cause).toBeUndefined()
    const shown = `${inspect(refusal, { depth: 9 })} ${JSON.stringify(refusal)} ${refusal.message}`
    if (text !== '') expect(shown).not.toContain(text)
  })

  test('rules 10.2: the launcher that a secret stands for is the one that signs', async () => {
    const { harness, launchpad } = actions()
    const launcher = await harness.fundedLauncher()
    const asJson = new Secret(JSON.stringify([...launcher.secret.reveal()]))
    expect(launchpad.parseLauncher(asJson).wallet).toBe(launcher.wallet)
    expect(launchpad.isWallet(launcher.wallet)).toBe(true)
    expect(launchpad.isWallet('not a wallet')).toBe(false)
  })
}
