import { expect, test } from 'bun:test'
import type { Mint, Signature } from '../../src/domain/brands.ts'
import type { Distribution } from '../../src/ports/launchpad/fee-share.ts'
import type { CoinTrade } from '../../src/ports/launchpad/trades.ts'
import type { LaunchpadActions } from './launchpad-harness.ts'

/** What upkeep reads of many coins, and of a coin's past. */
export function upkeepTests(actions: () => LaunchpadActions): void {
  test('decision "Ready": a chain that answers passes the probe of /readyz', async () => {
    expect(await actions().launchpad.ping()).toBeUndefined()
  })

  test('decision "The crank pass": a batched read says of each coin where it is and what waits at least, in order, and null of a mint that is none', async () => {
    const { harness, launchpad, planFor, launch, readCoin } = actions()
    const mints: Mint[] = []
    for (let coin = 0; coin < 3; coin += 1) mints.push((await launch(await planFor(2))).prepared.mint)
    await harness.trade(mints[1]!, harness.tradeLamports)
    const asked = [mints[2]!, harness.unknownMint, ...mints]
    const read = await launchpad.feeShare!.readAccrued(asked)
    expect(read.map((entry) => entry?.mint ?? null)).toEqual([mints[2]!, null, ...mints])
    for (const entry of read) {
      if (!entry) continue
      const { stage, accruedAtomic: accrued } = await readCoin(entry.mint)
      expect(entry.stage).toBe(stage)
      expect(entry.accruedAtomic).toBeLessThanOrEqual(accrued)
    }
    expect(read[3]!.accruedAtomic).toBeGreaterThan(read[2]!.accruedAtomic)
    expect(await launchpad.feeShare!.readAccrued([])).toEqual([])
  })

  test('decision "A program that is not known": what launches go through is named, each once, with one state for all who look', async () => {
    const { programs } = actions().launchpad
    const readings = (await programs?.read()) ?? []
    expect(new Set(readings.map(({ address }) => address)).size).toBe(readings.length)
    for (const { seen } of readings) expect(seen?.build).toMatch(/^[0-9a-f]{64}$/)
    expect(await programs?.read()).toEqual(programs && readings)
    if (programs?.rehearse) expect(await programs.rehearse()).toMatchObject({ seen: { build: 'passes' }, known: true })
  })

  test('rules 10.27: a batched read says what coins trade at, in order, and null of a mint that is none; a buy raises the price', async () => {
    const { harness, launchpad, planFor, launch } = actions()
    if (!launchpad.markets) return
    const mints: Mint[] = []
    for (let coin = 0; coin < 2; coin += 1) mints.push((await launch(await planFor(2))).prepared.mint)
    const read = async (asked: readonly Mint[]) => launchpad.markets!.read(asked)
    const [first, none, second] = await read([mints[1]!, harness.unknownMint, mints[0]!])
    expect(none).toBeNull()
    expect([first!.mint, second!.mint]).toEqual([mints[1]!, mints[0]!])
    expect(first).toMatchObject({ stage: 'curve', progressBps: launchpad.facts.graduates ? 0 : null })
    await harness.trade(mints[0]!, harness.tradeLamports)
    const [bought, untouched] = await read([mints[0]!, mints[1]!])
    expect(bought!.quoteAtomic * second!.tokenMicros).toBeGreaterThan(second!.quoteAtomic * bought!.tokenMicros)
    expect(untouched).toEqual(first!)
    expect(await read([])).toEqual([])
    if (harness.graduate === null) return
    expect(bought!.progressBps).toBeGreaterThan(0)
    await harness.graduate(mints[0]!)
    const [pooled] = await read([mints[0]!])
    expect(pooled).toMatchObject({ stage: 'graduated', progressBps: 10_000, supplyTokenMicros: bought!.supplyTokenMicros })
    expect(pooled!.quoteAtomic * bought!.tokenMicros).toBeGreaterThan(bought!.quoteAtomic * pooled!.tokenMicros)
  })

  test('decision "Trades of a coin": are listed newest first, whoever made them, on the curve and in the pool, and those after a known one alone', async () => {
    const { harness, launchpad, planFor, launch } = actions()
    const { markets } = launchpad
    if (!launchpad.trades) return
    const { mint } = (await launch(await planFor(2))).prepared
    const list = (after: CoinTrade | null = null, limit = 50) => launchpad.trades!.listNewest(mint, { after, limit })
    const before = (await list()).trades
    const numberOf = () => (launchpad.trades?.newestAtHand ? launchpad.trades.newestAtHand(mint) : null)
    const numberBefore = numberOf()
    for (let round = 0; round < 3; round += 1) await harness.trade(mint, harness.tradeLamports)
    const { trades, complete } = await list()
    expect(complete).toBe(true)
    const made = trades.slice(0, trades.length - before.length)
    expect(made).toHaveLength(3)
    if (numberBefore !== null) expect(numberOf()).toBeGreaterThan(numberBefore)
    expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length)
    for (const { side, quoteAtomic, creatorFeeAtomic, tokenMicros } of made) {
      expect(side).toBe('buy')
      // Before the fees, of which the creator's is a part.
      expect(quoteAtomic).toBeLessThan(harness.tradeLamports)
      expect(quoteAtomic).toBeGreaterThan((harness.tradeLamports * 95n) / 100n)
      expect(creatorFeeAtomic).toBeGreaterThan(0n)
      expect(tokenMicros).toBeGreaterThan(0n)
    }
    const priceOf = ({ quoteAtomic, tokenMicros }: Pick<CoinTrade['price'], 'quoteAtomic' | 'tokenMicros'>) =>
      Number(quoteAtomic) / Number(tokenMicros)
    const prices = made.map(({ price }) => priceOf(price))
    expect(prices.toSorted((a, b) => b - a)).toEqual(prices)
    const [market] = (await markets?.read([mint])) ?? []
    if (market) expect(prices[0]! / priceOf(market)).toBeCloseTo(1, 6)
    expect(await list(made[0]!)).toEqual({ trades: [], complete: true })
    expect((await list(made[2]!)).trades).toEqual(made.slice(0, 2))
    expect(await list(null, 1)).toEqual({ trades: made.slice(0, 1), complete: false })
    expect(await launchpad.trades.listNewest(harness.unknownMint, { after: null, limit: 10 })).toEqual({ trades: [], complete: true })
    if (harness.graduate === null) return
    await harness.graduate(mint)
    await harness.trade(mint, harness.tradeLamports)
    const [inPool] = (await list(made[0]!)).trades
    expect(inPool).toMatchObject({ side: 'buy' })
    const [pooled] = (await markets?.read([mint])) ?? []
    if (pooled) expect(priceOf(inPool!.price) / priceOf(pooled)).toBeCloseTo(1, 2)
  })

  test('decision "Remits of others’ cranks": past distributions are listed newest first, whoever sent them, in stretches and up to a known one', async () => {
    const { harness, launchpad, planFor, launch, recordOf, payableDistribution, settle } = actions()
    const { prepared } = await launch(await planFor(2))
    const made: Distribution[] = []
    for (let round = 0; round < 3; round += 1) {
      const { transactions } = await payableDistribution(prepared.mint, await harness.fundedLauncher())
      await settle(transactions)
      made.unshift((await launchpad.feeShare!.readDistribution(prepared.mint, transactions.at(-1)!.signature, recordOf(prepared.mint)))!)
      await harness.trade(prepared.mint, harness.tradeLamports)
    }
    const readAll = async (after: Signature | null, limit: number) => {
      const found: Distribution[] = []
      let before: Signature | null = null
      for (;;) {
        const page = await launchpad.feeShare!.listDistributions(prepared.mint, { before, after, limit }, recordOf(prepared.mint))
        found.push(...page.distributions)
        if (page.before === null) return found
        before = page.before
      }
    }
    const bySignature = (distributions: readonly Distribution[]) => distributions.toSorted((a, b) => (a.signature < b.signature ? -1 : 1))
    for (const limit of [1, 2, 100]) expect(bySignature(await readAll(null, limit))).toEqual(bySignature(made))
    const newer = (await readAll(made[2]!.signature, 100)).map(({ signature }) => signature)
    expect(newer).toContain(made[0]!.signature)
    expect(newer).not.toContain(made[2]!.signature)
    expect(await launchpad.feeShare!.listDistributions(harness.unknownMint, { before: null, after: null, limit: 10 })).toEqual({
      distributions: [],
      newest: null,
      before: null,
    })
  })
}
