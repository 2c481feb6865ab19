import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { unixMs } from '../../src/domain/brands.ts'
import type { Payment } from '../../src/domain/payments/payment.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { paymentRow } from '../support/storage-rows.ts'
import { readFailureWord } from '../../src/domain/payments/payment-failure.ts'

const at = unixMs
/** What payments keep in the storage: every database must pass it. */
export function paymentContract(name: string, open: () => Promise<Storage>): void {
  describe(`storage contract, payments: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await open()
    })
    afterAll(() => storage.close())
    const times = (nowMs: number, untilMs: number) => ({ nowMs: at(nowMs), untilMs: at(untilMs) })

    test('decision "A paid call is charged when it succeeds": of 20 that claim a nonce at once one has it, and it comes back as it was written', async () => {
      const { payments } = storage
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          payments.claim(paymentRow(`a${index}`, { payer: '0xa', nonce: '0x1' }), `l${index}`, at(500)),
        ),
      )
      const won = claims.filter((claim) => claim !== null)
      expect(won).toHaveLength(1)
      const found = await payments.findByNonce({ network: 'eip155:8453', asset: '0xasset', payer: '0xa', nonce: '0x1' })
      expect(found).toEqual({ ...paymentRow(won[0]!.id), payer: '0xa', nonce: '0x1' })
      await payments.release({ id: won[0]!.id, lease: 'another' })
      expect(await payments.find(won[0]!.id)).not.toBeNull()
      await payments.release({ id: won[0]!.id, lease: `l${won[0]!.id.slice(1)}` })
      expect(await payments.find(won[0]!.id)).toBeNull()
    })

    test('rules 10.29: a payer has settled once a payment of it was', async () => {
      const { payments } = storage
      const row = paymentRow('h1', { payer: '0xsettler', nonce: '0x77' })
      const [payer, held] = [
        { network: row.network, asset: row.asset, payer: row.payer },
        { id: 'h1', lease: 'l' },
      ]
      await payments.claim(row, 'l', at(500))
      expect(await payments.hasSettled(payer)).toBe(false)
      await payments.move(held, { state: 'settled', transaction: '0xabc' }, { nowMs: at(1), untilMs: at(500) })
      expect(await payments.hasSettled(payer)).toBe(true)
      expect(await payments.hasSettled({ ...payer, payer: '0xanother' })).toBe(false)
      expect([await payments.hasSettled(payer, 1), await payments.hasSettled(payer, 2)]).toEqual([true, false])
      await payments.move(held, { state: 'done' }, { nowMs: at(2), untilMs: at(500) })
      expect(await payments.hasSettled(payer)).toBe(true)
    })

    test('decision "x-idempotency-key on a paid call": a payer’s idempotency key has one payment, until it was rejected or is pruned', async () => {
      const { payments } = storage
      const row = (id: string) => paymentRow(id, { payer: '0xb', idempotencyKey: 'key' })
      expect(await payments.claim(row('b1'), 'l', at(500))).not.toBeNull()
      expect(await payments.claim(row('b2'), 'l', at(500))).toBeNull()
      expect((await payments.findByKey('0xb', 'key'))!.id).toBe('b1')
      await payments.move({ id: 'b1', lease: 'l' }, { state: 'rejected', failure: readFailureWord('x') }, times(200, 200))
      expect(await payments.claim(row('b2'), 'l', at(500))).not.toBeNull()
      const answer = { status: 200, contentType: 'application/json', text: '{}' }
      await payments.move({ id: 'b2', lease: 'l' }, { state: 'done', answer }, times(300, 300))
      await payments.prune(at(300), 100)
      expect((await payments.findByKey('0xb', 'key'))!.answer).toEqual(answer)
      await payments.prune(at(301), 100)
      expect(await payments.findByKey('0xb', 'key')).toBeNull()
      expect(await payments.find('b2')).toMatchObject({ state: 'done', answer: null })
    })

    test('decision "A paid call is charged when it succeeds": moves only for who holds it; a lease that ended is taken by one of many', async () => {
      const { payments } = storage
      await payments.claim(paymentRow('c'), 'first', at(1_000))
      expect(await payments.move({ id: 'c', lease: 'other' }, { state: 'settling' }, times(500, 1_000))).toBeNull()
      const settling = await payments.move({ id: 'c', lease: 'first' }, { state: 'settling' }, times(500, 1_000))
      expect(settling).toMatchObject({ state: 'settling', settledAtMs: null })
      const take = (lease: string, nowMs: number, from: Payment['state'] = 'settling') =>
        payments.take({ id: 'c', lease }, from, times(nowMs, nowMs + 500))
      expect([await take('second', 999), await take('second', 1_000, 'claimed')]).toEqual([null, null])
      const taken = await Promise.all(Array.from({ length: 10 }, (_, index) => take(`t${index}`, 1_000)))
      expect(taken.filter((payment) => payment !== null)).toHaveLength(1)
      const lease = `t${taken.findIndex((payment) => payment !== null)}`
      expect(await payments.move({ id: 'c', lease: 'first' }, { state: 'settled', transaction: '0xlate' }, times(1_100, 2_000))).toBeNull()
      const settled = await payments.move({ id: 'c', lease }, { state: 'settled', transaction: '0xc', runId: 'run_2' }, times(1_100, 2_000))
      expect(settled).toMatchObject({ state: 'settled', transaction: '0xc', settledAtMs: 1_100, runId: 'run_2' })
      await payments.move({ id: 'c', lease }, { state: 'refund_due', failure: readFailureWord('x') }, times(1_200, 1_200))
      expect(await payments.refund('b2', at(1_300))).toBeNull()
      expect(await payments.refund('c', at(1_300))).toMatchObject({ state: 'refunded' })
      expect(await payments.refund('c', at(1_300))).toBeNull()
    })

    test('decision "Payments may be valid for an hour at most": a transaction settles one payment', async () => {
      const { payments } = storage
      await payments.claim(paymentRow('d1'), 'l', at(1_000))
      await payments.claim(paymentRow('d2'), 'l', at(1_000))
      await payments.move({ id: 'd1', lease: 'l' }, { state: 'settled', transaction: '0xd' }, times(500, 1_000))
      const second = payments.move({ id: 'd2', lease: 'l' }, { state: 'settled', transaction: '0xd' }, times(500, 1_000))
      expect(await second.catch(() => 'refused')).toBe('refused')
      expect(await payments.find('d2')).toMatchObject({ state: 'claimed', transaction: null })
      for (const id of ['d1', 'd2']) await payments.move({ id, lease: 'l' }, { state: 'done' }, times(600, 600))
    })

    test('decision "Payments may be valid for an hour at most": what is due: open ones that nobody holds, and rejected ones when their time is over', async () => {
      const { payments } = storage
      for (const id of ['e1', 'e2', 'e3', 'e4']) await payments.claim(paymentRow(id), 'l', at(5_000))
      await payments.move({ id: 'e1', lease: 'l' }, { state: 'unknown' }, times(1_000, 2_000))
      await payments.move({ id: 'e2', lease: 'l' }, { state: 'rejected', failure: readFailureWord('x') }, times(1_000, 3_000))
      await payments.move({ id: 'e3', lease: 'l' }, { state: 'done' }, times(1_000, 1_000))
      const due = async (nowMs: number, lease: string) =>
        (await payments.claimDue({ lease, nowMs: at(nowMs), untilMs: at(nowMs + 10), limit: 50 })).map(({ id }) => id).sort()
      expect(await due(1_999, 's1')).toEqual([])
      expect(await due(2_000, 's2')).toEqual(['e1'])
      expect(await due(2_009, 's3')).toEqual([])
      expect(await payments.take({ id: 'e1', lease: 'request' }, 'unknown', times(2_009, 9_000))).toBeNull()
      expect(await due(3_000, 's4')).toEqual(['e1', 'e2'])
      await payments.move({ id: 'e2', lease: 's4' }, { state: 'rejected', failure: readFailureWord('x') }, times(3_000, 3_000))
      await payments.yield({ id: 'e1', lease: 's4' }, at(4_000))
      expect(await due(3_999, 's5')).toEqual([])
      await payments.releaseLeases()
      expect(await due(4_000, 's6')).toEqual(['e1', 'e4'])
    })

    test('decision "Everything that is kept has an owner, a bound and an end": rejected payments that nobody can settle since then are forgotten, the oldest first, some at a time', async () => {
      const { payments } = storage
      const ids = ['g1', 'g2', 'g3', 'in time', 'to be asked', 'open', 'done']
      for (const [index, id] of ids.entries()) {
        const changes = { validBeforeMs: at(id === 'in time' ? 2_000 : 1_999), createdAtMs: at(100 - index) }
        await payments.claim(paymentRow(id, changes), 'l', at(50_000))
      }
      const reject = (id: string, untilMs: number) =>
        payments.move({ id, lease: 'l' }, { state: 'rejected', failure: readFailureWord('x') }, times(3_000, untilMs))
      for (const id of ids.slice(0, 4)) await reject(id, 3_000)
      // The chain is still to be asked about this one.
      await reject('to be asked', 60_000)
      await payments.move({ id: 'done', lease: 'l' }, { state: 'done' }, times(3_000, 3_000))
      const kept = async () => (await Promise.all(ids.map((id) => payments.find(id)))).flatMap((payment) => payment?.id ?? [])
      expect([await payments.forgetRejected(at(1_999), 100), await payments.forgetRejected(at(2_000), 2)]).toEqual([0, 2])
      expect(await kept()).toEqual(['g1', 'in time', 'to be asked', 'open', 'done'])
      expect([await payments.forgetRejected(at(2_000), 2), await payments.forgetRejected(at(2_000), 2)]).toEqual([1, 0])
      expect(await kept()).toEqual(['in time', 'to be asked', 'open', 'done'])
      for (const id of ['to be asked', 'open']) await payments.move({ id, lease: 'l' }, { state: 'done' }, times(4_000, 4_000))
    })

    test('rules 4.4: lists newest first, of one state or all, and counts', async () => {
      const { payments } = storage
      for (let index = 0; index < 5; index += 1) {
        await payments.claim(paymentRow(`f${index}`, { createdAtMs: at(10_000 + Math.floor(index / 2)) }), 'l', at(99_000))
        await payments.move({ id: `f${index}`, lease: 'l' }, { state: 'refund_due' }, times(11_000, 11_000))
      }
      const seen: string[] = []
      let cursor: string | null = null
      for (;;) {
        const page = await payments.list({ limit: 2, cursor }, 'refund_due')
        seen.push(...page.rows.map(({ id }) => id))
        if (page.nextCursor === null) break
        cursor = page.nextCursor
      }
      expect(seen).toEqual(['f4', 'f3', 'f2', 'f1', 'f0'])
      expect((await payments.countByState()).get('refund_due')).toBe(5)
      expect((await payments.list({ limit: 1, cursor: null })).rows).toMatchObject([{ id: 'f4' }])
    })
  })
}
