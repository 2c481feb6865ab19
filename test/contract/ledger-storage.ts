import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { atomicUnits, type Signature, unixMs, type Wallet } from '../../src/domain/brands.ts'
import type { ChainId } from '../../src/domain/chain.ts'
import type { Posting } from '../../src/domain/ledger/posting.ts'
import { DAY_MS } from '../../src/domain/limits.ts'
import type { LedgerWallet } from '../../src/ports/storage/money/ledger.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { launchRow } from '../support/storage-rows.ts'

const SOL: LedgerWallet = { chainId: 'solana:one' as ChainId, wallet: 'payer' as Wallet, currency: 'SOL' }
const ETH: LedgerWallet = { chainId: 'eip155:8453' as ChainId, wallet: '0xpayer' as Wallet, currency: 'ETH' }
const HUGE = atomicUnits(123_456_789_012_345_678_901_234_567_890n)

let count = 0
const postingRow = (of: LedgerWallet, changes: Partial<Posting> = {}): Posting => ({
  id: `lg_${(count += 1)}`,
  ...of,
  signature: `signature${count}` as Signature,
  account: 'fee:network',
  side: 'out',
  amountAtomic: atomicUnits(5_000),
  height: count,
  atMs: unixMs(count * 1_000),
  sent: null,
  ...changes,
})

/** What the storage promises of the ledger: every database must pass it. */
export function ledgerContract(name: string, open: () => Promise<Storage>): void {
  describe(`rules 10.35: storage contract, ledger: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await open()
    })
    afterAll(() => storage.close())
    const append = (of: LedgerWallet, postings: readonly Posting[], readTo: string | null = null) =>
      storage.transaction(async (tx) => {
        await tx.lock('ledger')
        return tx.ledger.append(of, postings, readTo as Signature | null)
      })

    test('a posting is kept once, whoever else books it at the same time, and the sum grows once', async () => {
      expect(await storage.ledger.findWallet(SOL.chainId, SOL.wallet)).toBeNull()
      const opening = postingRow(SOL, {
        account: 'opening',
        side: 'in',
        amountAtomic: atomicUnits(10_000),
        signature: 'opening' as Signature,
      })
      const fee = postingRow(SOL, { signature: 'one' as Signature, sent: { kind: 'crank', reference: 'op_one' } })
      const tries = Array.from({ length: 10 }, (_, index) => [opening, fee].map((row) => ({ ...row, id: `${row.id}-${index}` })))
      expect((await Promise.all(tries.map((rows) => append(SOL, rows, 'one')))).toSorted((a, b) => b - a)).toEqual([2, ...Array(9).fill(0)])
      expect(await storage.ledger.findWallet(SOL.chainId, SOL.wallet)).toEqual({
        ...SOL,
        readTo: 'one' as Signature,
        inAtomic: atomicUnits(10_000),
        outAtomic: atomicUnits(5_000),
        heldAtomic: null,
        comparedAtMs: null,
      })
      const { rows } = await storage.ledger.list({ limit: 10, cursor: null }, {})
      expect(rows.map(({ id: _, ...row }) => row)).toEqual([fee, opening].map(({ id: _, ...row }) => row))
    })

    test('an empty stretch keeps the mark, and what the chain holds stands beside what is booked, to the last digit', async () => {
      await append(SOL, [])
      expect(await storage.ledger.findWallet(SOL.chainId, SOL.wallet)).toMatchObject({ readTo: 'one', inAtomic: 10_000n })
      await append(ETH, [postingRow(ETH, { account: 'received', side: 'in', amountAtomic: HUGE }), postingRow(ETH)], 'two')
      await storage.ledger.compare(ETH, HUGE, unixMs(77))
      expect(await storage.ledger.listWallets()).toMatchObject([
        { ...ETH, inAtomic: HUGE, outAtomic: 5_000n, heldAtomic: HUGE, comparedAtMs: unixMs(77) },
        { ...SOL, heldAtomic: null },
      ])
    })

    test('more may have left than came, where the chain did not tell of all that came', async () => {
      const lost: LedgerWallet = { ...SOL, wallet: 'lost' as Wallet }
      await append(lost, [postingRow(lost)], 'x')
      expect(await storage.ledger.findWallet(lost.chainId, lost.wallet)).toMatchObject({ inAtomic: 0n, outAtomic: 5_000n })
    })

    test('the list is paged, newest first, and narrowed by chain, wallet, account and time; days add up exactly', async () => {
      const of: LedgerWallet = { ...SOL, wallet: 'days' as Wallet }
      const at = (day: number, changes: Partial<Posting> = {}) => postingRow(of, { atMs: unixMs(day * DAY_MS + 5), ...changes })
      const rows = [at(100), at(100), at(101, { account: 'crank', amountAtomic: HUGE }), at(101, { account: 'received', side: 'in' })]
      await append(of, rows, 'x')
      const first = await storage.ledger.list({ limit: 3, cursor: null }, { wallet: of.wallet })
      const second = await storage.ledger.list({ limit: 3, cursor: first.nextCursor }, { wallet: of.wallet })
      expect([...first.rows, ...second.rows].map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
      expect(second.nextCursor).toBeNull()
      const ids = async (filter: Parameters<Storage['ledger']['list']>[1]) =>
        (await storage.ledger.list({ limit: 100, cursor: null }, filter)).rows.map(({ id }) => id)
      expect(await ids({ wallet: of.wallet, account: 'crank' })).toEqual([rows[2]!.id])
      expect(await ids({ account: 'crank' })).toContain(rows[2]!.id)
      expect(await ids({ chainId: ETH.chainId })).toHaveLength(2)
      const day = { fromMs: unixMs(101 * DAY_MS), untilMs: unixMs(102 * DAY_MS) }
      expect((await ids({ wallet: of.wallet, ...day })).toSorted()).toEqual([rows[2]!.id, rows[3]!.id].toSorted())
      expect(await ids(day)).toHaveLength(2)
      expect(await storage.ledger.listDays({ wallet: of.wallet })).toEqual([
        { ...of, dayMs: unixMs(101 * DAY_MS), account: 'crank', inAtomic: atomicUnits(0), outAtomic: HUGE },
        { ...of, dayMs: unixMs(101 * DAY_MS), account: 'received', inAtomic: atomicUnits(5_000), outAtomic: atomicUnits(0) },
        { ...of, dayMs: unixMs(100 * DAY_MS), account: 'fee:network', inAtomic: atomicUnits(0), outAtomic: atomicUnits(10_000) },
      ])
      expect(await storage.ledger.listDays({ ...day, account: 'crank' })).toHaveLength(1)
    })

    test('what an operation cost is the sum of its postings, of each by itself and of a kind in all', async () => {
      const of: LedgerWallet = { ...SOL, wallet: 'buyer' as Wallet }
      const by = (reference: string) => ({ kind: 'buyback' as const, reference })
      const [bought, refused] = ['bought' as Signature, 'refused' as Signature]
      await append(
        of,
        [
          postingRow(of, { signature: bought, sent: by('op_b') }),
          postingRow(of, { signature: bought, account: 'buyback:spent', amountAtomic: HUGE, sent: by('op_b') }),
          postingRow(of, { signature: bought, account: 'rent', side: 'in', amountAtomic: atomicUnits(7), sent: by('op_b') }),
          postingRow(of, { signature: refused, height: 9, sent: by('op_r') }),
        ],
        'x',
      )
      const costs = await storage.ledger.listCosts(['op_b', 'op_r', 'op_none'])
      expect(costs.get('op_r')).toEqual({ signature: refused, height: 9, costAtomic: atomicUnits(5_000) })
      expect(costs.get('op_b')).toMatchObject({ signature: bought, costAtomic: HUGE + 5_000n - 7n })
      expect(costs.size).toBe(2)
      expect(await storage.ledger.sumCost('buyback', 'SOL')).toBe(atomicUnits(HUGE + 10_000n - 7n))
      expect(await storage.ledger.sumCost('buyback', 'ETH')).toBe(atomicUnits(0))
      expect(await storage.ledger.listCosts([])).toEqual(new Map())
    })

    test('the journal knows each transaction of an operation, its re-bid too, and none else', async () => {
      const operation = launchRow('known', {
        transactions: [
          {
            steps: ['create'],
            signature: 'known' as Signature,
            bytesBase64: '',
            lastValidBlockHeight: 1,
            rebid: { signature: 'bid' as Signature, bytesBase64: '' },
          },
        ],
      })
      await storage.operations.insert(operation, unixMs(0))
      const sent = { kind: 'launch' as const, reference: operation.id }
      expect(await storage.ledger.findSent(['known', 'bid', 'other'] as Signature[])).toEqual(
        new Map([
          ['known' as Signature, sent],
          ['bid' as Signature, sent],
        ]),
      )
      expect(await storage.ledger.findSent([])).toEqual(new Map())
    })
  })
}
