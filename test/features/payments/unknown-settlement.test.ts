import { afterEach, describe, expect, test } from 'bun:test'
import { fromBase64Json, outage, type PaymentBank, paymentHeaders, PRICE } from '../../support/payment-bank.ts'
import { ELSEWHERE, coins, dryRuns, paidDryRun, paidLaunch, sweep } from '../../support/paid-calls.ts'
import { allPayments, createPaidScenes } from '../../support/paid-scene.ts'
import { failureWord, readFailureWord } from '../../../src/domain/payments/payment-failure.ts'

const { scene, closeAll } = createPaidScenes()

afterEach(closeAll)

describe('decision "Payments may be valid for an hour at most": a settlement of unknown outcome', () => {
  /** The settlement happens, and its answer is lost. */
  const lost: PaymentBank['faults']['settle'] = async (really) => {
    really()
    return { outcome: 'unknown' }
  }

  test('that happened: the chain says so, and the call goes on', async () => {
    const { app, bank, payer } = await scene()
    bank.faults.settle = lost
    const answer = await paidLaunch(app, payer.pay(PRICE.launch))
    expect(answer.status).toBe(201)
    expect(fromBase64Json(answer.headers.get('payment-response')).transaction).toBe(bank.transfers[0]!.transaction)
  })

  test.each(['launch', 'dry-run'])('with a dark chain: 503 for a %s, and the same payment is charged once, later', async (route) => {
    const { app, bank, payer } = await scene()
    const send = () => (route === 'launch' ? paidLaunch(app, headers) : paidDryRun(app, headers))
    const headers = payer.pay(route === 'launch' ? PRICE.launch : PRICE.dryRun)
    bank.faults = { settle: lost, lookUp: outage }
    for (let index = 0; index < 3; index += 1) {
      const answer = await send()
      expect(answer).toMatchObject({ status: 503, body: { code: 'payment_unresolved' } })
      expect(answer.headers.has('payment-required')).toBe(false)
    }
    expect(await allPayments(app)).toMatchObject([{ state: 'unknown' }])
    expect(await coins(app)).toBe(0)
    bank.faults = {}
    const stolen = route === 'launch' ? await paidLaunch(app, headers, {}, ELSEWHERE) : await paidDryRun(app, headers, {}, ELSEWHERE)
    expect(stolen).toMatchObject({ status: 409, body: { code: 'payment_used' } })
    expect((await send()).status).toBe(route === 'launch' ? 201 : 200)
    expect([bank.transfers.length, bank.calls.settle]).toEqual([1, 1])
    expect(await allPayments(app)).toMatchObject([{ state: 'done' }])
    expect(await coins(app)).toBe(route === 'launch' ? 1 : 0)
  })

  test('that did not happen is tried again with the same payment, and charged once', async () => {
    const { app, bank, payer } = await scene()
    const headers = payer.pay(PRICE.launch)
    bank.faults.settle = async () => ({ outcome: 'unknown' })
    expect(await paidLaunch(app, headers)).toMatchObject({ status: 503, body: { code: 'payment_unresolved' } })
    bank.faults = {}
    expect((await paidLaunch(app, headers)).status).toBe(201)
    expect([bank.transfers.length, await coins(app)]).toEqual([1, 1])
  })

  test.each(['a transaction that settled another payment', 'a chain that tells nothing'])(
    'with %s: a day after its time a refund is due, and it is neither looked up nor redone any more',
    async (why) => {
      const { app, bank, payer } = await scene()
      const [first, second] = [payer.pay(PRICE.dryRun), payer.pay(PRICE.dryRun)]
      expect((await paidDryRun(app, first)).status).toBe(200)
      const { transaction } = bank.transfers[0]!
      bank.faults.settle = async () => ({ outcome: 'unknown' })
      bank.faults.lookUp = why.startsWith('a chain') ? outage : async () => ({ state: 'used', transaction, atMs: app.clock.machineMs() })
      expect(await paidDryRun(app, second)).toMatchObject({ status: 503, body: { code: 'payment_unresolved' } })
      const startedMs = app.clock.machineMs()
      const later = async (ms: number) => {
        await app.clock.advance(startedMs + ms - app.clock.machineMs())
        await sweep({ app, bank }, 70_000)
        return (await allPayments(app)).map(({ state, failure }) => `${state} ${failure && failureWord(failure)}`).sort()
      }
      expect(await later(23 * 3_600_000)).toEqual(['done null', 'unknown null'])
      expect(await later(24 * 3_600_000 + 301_000)).toEqual(['done null', 'refund_due unproven'])
      const looks = bank.calls.lookUp
      expect(await later(48 * 3_600_000)).toEqual(['done null', 'refund_due unproven'])
      bank.faults = {}
      expect(await paidDryRun(app, second)).toMatchObject({ status: 402, body: { code: 'payment_mismatch' } })
      expect([bank.calls.lookUp, bank.transfers.length]).toEqual([looks, 1])
    },
  )

  test('a payment that was rejected while the chain was dark is not looked up for ever', async () => {
    const { app, bank, payer } = await scene()
    bank.faults = { settle: async () => ({ outcome: 'refused', reason: 'settlement_reverted', final: true }), lookUp: outage }
    const headers = payer.pay(PRICE.dryRun)
    expect(await paidDryRun(app, headers)).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
    expect(await paidDryRun(app, headers)).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
    expect([bank.calls.settle, (await allPayments(app))[0]!.state]).toEqual([1, 'rejected'])
    await app.clock.advance(25 * 3_600_000)
    await sweep({ app, bank }, 600_000)
    expect(await allPayments(app)).toMatchObject([{ state: 'refund_due', failure: readFailureWord('unproven') }])
  })

  test('whose client never comes back: a refund is due when it was charged, and nothing when its time ran out unused', async () => {
    const { app, bank, payer } = await scene()
    bank.faults = { settle: lost, lookUp: outage }
    await paidLaunch(app, payer.pay(PRICE.launch))
    bank.faults.settle = async () => ({ outcome: 'unknown' })
    await paidLaunch(app, payer.pay(PRICE.launch), { name: 'Other Frog' })
    await sweep({ app, bank }, 6_000)
    expect((await allPayments(app)).map(({ state }) => state)).toEqual(['unknown', 'unknown'])
    bank.faults = { lookUp: undefined as never }
    delete bank.faults.lookUp
    await sweep({ app, bank }, 11_000)
    expect((await allPayments(app)).map(({ state }) => state).sort()).toEqual(['refund_due', 'unknown'])
    bank.faults.lookUp = async () => ({ state: 'lapsed' })
    await sweep({ app, bank }, 11_000)
    expect((await allPayments(app)).map(({ state, failure }) => `${state} ${failure && failureWord(failure)}`).sort()).toEqual([
      'refund_due interrupted',
      'rejected expired',
    ])
  })

  test('two payments are never settled by one transaction, whatever the facilitator says', async () => {
    const { app, bank, payer } = await scene()
    await paidDryRun(app, payer.pay(PRICE.dryRun))
    const { transaction } = bank.transfers[0]!
    bank.faults.settle = async () => ({ outcome: 'settled', transaction })
    expect(await paidDryRun(app, payer.pay(PRICE.dryRun))).toMatchObject({ status: 503, body: { code: 'payment_unresolved' } })
    expect(dryRuns(app)).toBe(1)
  })

  test('a refusal that the chain contradicts counts as paid: somebody else had sent it', async () => {
    const { app, bank, payer } = await scene()
    bank.faults.settle = async (really) => {
      really()
      return { outcome: 'refused', reason: 'invalid_exact_evm_nonce_already_used' }
    }
    expect((await paidDryRun(app, payer.pay(PRICE.dryRun))).status).toBe(200)
    expect(bank.transfers).toHaveLength(1)
  })

  test('a refusal counts for nothing while the chain is dark: the same payment is charged once, later', async () => {
    const { app, bank, payer } = await scene()
    const headers = payer.pay(PRICE.dryRun)
    bank.faults = { settle: async () => ({ outcome: 'refused', reason: 'no_gas_left' }), lookUp: outage }
    expect(await paidDryRun(app, headers)).toMatchObject({ status: 503, body: { code: 'payment_unresolved' } })
    expect(await allPayments(app)).toMatchObject([{ state: 'unknown', failure: null }])
    bank.faults = {}
    expect((await paidDryRun(app, headers)).status).toBe(200)
    expect(bank.transfers).toHaveLength(1)
  })

  test('a refused one that lands after all is a refund due', async () => {
    const { app, bank, payer } = await scene()
    const authorization = payer.sign(PRICE.dryRun)
    bank.faults.settle = async () => ({ outcome: 'refused', reason: 'no_gas_left' })
    expect(await paidDryRun(app, paymentHeaders(authorization))).toMatchObject({ status: 402 })
    bank.faults = {}
    await bank.settle(authorization)
    await sweep({ app, bank }, 60_000)
    expect(await allPayments(app)).toMatchObject([{ state: 'rejected' }])
    await sweep({ app, bank }, 400_000)
    expect(await allPayments(app)).toMatchObject([{ state: 'refund_due', transaction: bank.transfers[0]!.transaction }])
  })
})
