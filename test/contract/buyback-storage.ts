import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { bps, lamports, type Mint, type OperationId, type Signature, tokenMicros, unixMs, type Wallet } from '../../src/domain/brands.ts'
import type { Buyback } from '../../src/domain/buyback.ts'
import type { Failure } from '../../src/domain/errors.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'

const runRow = (id: string, dueAtMs: number, changes: Partial<Buyback> = {}): Buyback => ({
  id: `bb_${id}`,
  buyer: 'treasury',
  dueAtMs: unixMs(dueAtMs),
  mint: 'mint' as Mint,
  ticker: 'COIN',
  wallet: 'wallet' as Wallet,
  state: 'skipped',
  failure: { code: 'buyback_price_impact', context: { impactBps: 301, impactBpsMax: 300 } },
  quote: null,
  operationId: null,
  receipt: null,
  finishedAtMs: unixMs(dueAtMs),
  ...changes,
})

const underWay = (id: string, dueAtMs: number): Buyback =>
  runRow(id, dueAtMs, {
    state: 'under_way',
    failure: null,
    finishedAtMs: null,
    operationId: `op_${id}` as OperationId,
    quote: {
      venue: 'curve',
      atomicMax: lamports(9_007_199_254_740_993n),
      overheadAtomic: lamports(5_000),
      tokenMicros: tokenMicros(123_456_789_012_345_678n),
      impactBps: bps(7),
      burn: true,
    },
  })

/** The treasury with the coin of these rows. */
const TREASURY = { buyer: 'treasury', mint: 'mint' as Mint } as const

const receipt = {
  signature: 'signature' as Signature,
  height: 7,
  atMs: unixMs(8),
  spentAtomic: lamports(9_007_199_254_740_993n),
  tokenMicros: tokenMicros(123_456_789_012_345_678n),
  burnedTokenMicros: tokenMicros(1),
}

/** What the storage promises of buybacks: every database must pass it. */
export function buybackContract(name: string, open: () => Promise<Storage>): void {
  describe(`decision "A buyback": storage contract, buybacks: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await open()
    })
    afterAll(() => storage.close())

    test('of 20 runs for one time of the clock one is kept, with every amount to the last digit', async () => {
      const runs = Array.from({ length: 20 }, (_, index) => underWay(`one${index}`, 1_000))
      const kept = (await Promise.all(runs.map((run) => storage.buybacks.insert(run)))).filter((run) => run !== null)
      expect(kept).toHaveLength(1)
      expect(await storage.buybacks.findByDue(TREASURY, unixMs(1_000))).toEqual(kept[0]!)
      expect(kept[0]!.quote).toEqual(runs[0]!.quote)
      expect(await storage.buybacks.findUnderWay(TREASURY)).toEqual(kept[0]!)
      // One is under way at a time, whatever its time.
      expect(await storage.buybacks.insert(underWay('other', 2_000))).toBeNull()
      expect(await storage.buybacks.findByDue(TREASURY, unixMs(2_000))).toBeNull()
    })

    test('of 20 that end it one does, and the totals grow once', async () => {
      const { operationId } = (await storage.buybacks.findUnderWay(TREASURY))!
      const end = { state: 'executed', failure: null, receipt } as const
      const ends = await Promise.all(Array.from({ length: 20 }, () => storage.buybacks.finish(operationId!, end, unixMs(1_500))))
      expect(ends.filter((ended) => ended !== null)).toHaveLength(1)
      expect(await storage.buybacks.findByDue(TREASURY, unixMs(1_000))).toMatchObject({
        state: 'executed',
        receipt,
        finishedAtMs: unixMs(1_500),
      })
      expect(await storage.totals.read()).toMatchObject({ buybacks: 1, bought: { SOL: receipt.spentAtomic } })
      const bought = { mint: 'mint' as Mint, ticker: expect.anything(), runs: 1, spentAtomic: receipt.spentAtomic }
      expect(await storage.buybacks.sumByCoin('treasury')).toEqual([
        { ...bought, tokenMicros: receipt.tokenMicros, burnedTokenMicros: receipt.burnedTokenMicros },
      ])
      expect(await storage.buybacks.findUnderWay(TREASURY)).toBeNull()
    })

    test('a failed run counts nothing', async () => {
      const run = (await storage.buybacks.insert(underWay('failing', 3_000)))!
      const failure: Failure = { code: 'transaction_expired', context: {} }
      const ended = await storage.buybacks.finish(run.operationId!, { state: 'failed', failure, receipt: null }, unixMs(3_100))
      expect(ended).toMatchObject({ state: 'failed', failure, receipt: null })
      expect(await storage.totals.read()).toMatchObject({ buybacks: 1 })
    })

    test('lists every run, newest first, in pages without a gap', async () => {
      for (let index = 0; index < 5; index += 1) await storage.buybacks.insert(runRow(`skipped${index}`, 10_000 + index))
      expect(await storage.buybacks.findNewest('treasury')).toEqual(runRow('skipped4', 10_004))
      const seen: number[] = []
      let cursor: string | null = null
      for (;;) {
        const page = await storage.buybacks.list({ limit: 2, cursor })
        seen.push(...page.rows.map(({ dueAtMs }) => dueAtMs))
        if (page.nextCursor === null) break
        cursor = page.nextCursor
      }
      expect(seen).toEqual([10_004, 10_003, 10_002, 10_001, 10_000, 3_000, 1_000])
    })

    test('lists those in one state alone, and counts each', async () => {
      const ofState = async (state: Buyback['state']) =>
        (await storage.buybacks.list({ limit: 9, cursor: null }, { state })).rows.map(({ dueAtMs }) => Number(dueAtMs))
      expect([await ofState('executed'), await ofState('failed'), await ofState('under_way')]).toEqual([[1_000], [3_000], []])
      expect([...(await storage.buybacks.countByState())].toSorted()).toEqual([
        ['executed', 1],
        ['failed', 1],
        ['skipped', 5],
      ])
    })

    test('rules 10.36: a coin that buys itself has runs of its own, also at the treasury’s time', async () => {
      const [coin, other] = ['coin', 'other'] as Mint[]
      await storage.buybacks.insert(underWay('treasury', 30_000))
      const runs = await Promise.all(
        Array.from({ length: 20 }, (_, index) => storage.buybacks.insert({ ...underWay(`own${index}`, 30_000), buyer: coin! })),
      )
      expect(runs.filter((run) => run !== null)).toHaveLength(1)
      expect(await storage.buybacks.insert({ ...underWay('next', 31_000), buyer: coin! })).toBeNull()
      expect(await storage.buybacks.insert({ ...underWay('theirs', 30_000), buyer: other! })).toMatchObject({ buyer: other! })
      expect(await storage.buybacks.findUnderWay({ buyer: coin!, mint: 'mint' as Mint })).toMatchObject({
        buyer: coin!,
        dueAtMs: unixMs(30_000),
      })
      const end = { state: 'failed', failure: { code: 'transaction_expired', context: {} }, receipt: null } as const
      for (const run of await Promise.all(
        ['treasury' as const, coin!, other!].map((buyer) => storage.buybacks.findUnderWay({ buyer, mint: 'mint' as Mint })),
      ))
        await storage.buybacks.finish(run!.operationId!, end, unixMs(30_100))
      await storage.buybacks.insert({ ...runRow('later', 31_000), buyer: coin! })
      expect((await storage.buybacks.listOf(coin!, 9)).map(({ dueAtMs }) => Number(dueAtMs))).toEqual([31_000, 30_000])
      expect((await storage.buybacks.listOf(coin!, 9, 'mint' as Mint)).map(({ dueAtMs }) => Number(dueAtMs))).toEqual([31_000, 30_000])
      expect(await storage.buybacks.listOf(coin!, 9, 'another' as Mint)).toEqual([])
      expect(await storage.buybacks.findNewest('treasury')).toMatchObject({ id: 'bb_treasury' })
    })

    test('rules 10.36: wallets of coins have their turns, who waited longest first, and a coin keeps its first', async () => {
      const [one, two] = ['one', 'two'].map((mint) => ({
        mint: mint as Mint,
        platform: 'pad',
        wallet: `${mint} wallet` as Wallet,
        nonce: mint,
      }))
      for (const wallet of [one!, two!, { ...one!, nonce: 'another' }]) await storage.burnWallets.insert(wallet)
      expect(await storage.burnWallets.listWaiting(unixMs(5), 9)).toEqual([one!, two!])
      await storage.burnWallets.look(one!.mint, unixMs(4))
      expect(await storage.burnWallets.listWaiting(unixMs(5), 9)).toEqual([two!, one!])
      expect(await storage.burnWallets.listWaiting(unixMs(4), 9)).toEqual([two!])
      await storage.burnWallets.book([one!.mint], unixMs(9))
      expect(await storage.burnWallets.listUnbooked(1)).toEqual([two!])
    })

    test('nothing of a run is kept when its transaction fails', async () => {
      const gone = storage.transaction(async (tx) => {
        await tx.buybacks.insert(underWay('gone', 20_000))
        await tx.buybacks.finish('op_gone' as OperationId, { state: 'executed', failure: null, receipt }, unixMs(1))
        throw new Error('undone')
      })
      await expect(gone).rejects.toThrow('undone')
      expect(await storage.buybacks.findByDue(TREASURY, unixMs(20_000))).toBeNull()
      expect(await storage.totals.read()).toMatchObject({ buybacks: 1 })
    })
  })
}
