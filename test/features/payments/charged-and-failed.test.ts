import { afterEach, describe, expect, test } from 'bun:test'
import { fromBase64Json, PRICE } from '../../support/payment-bank.ts'
import { ELSEWHERE, codes, coins, paidLaunch, sweep, times } from '../../support/paid-calls.ts'
import { allPayments, createPaidScenes } from '../../support/paid-scene.ts'
import type { TestApp } from '../../support/test-app.ts'
import { PAYMENT_LEASE_MS } from '../../../src/domain/payments/payment.ts'
import { readFailureWord } from '../../../src/domain/payments/payment-failure.ts'

const { scene, closeAll } = createPaidScenes()

/** The node takes what is sent, and says nothing of it; until what is returned is called. */
const sentIntoTheDark = ({ between }: TestApp) =>
  between.pad.stepIn('advance', (advance) => async (transactions) => {
    await advance(transactions)
    throw new Error('no answer from the node')
  })

/** The next claim finds no room on the disk. */
function failNextClaim({ between }: TestApp): void {
  const end = between.idempotency.stepIn('claim', () => async () => {
    end()
    throw new Error('disk full')
  })
}

afterEach(closeAll)

describe('decision "A paid call is charged when it succeeds": charged, and the work failed', () => {
  test('a refund is due and shown; the same request redoes it free, from the same place', async () => {
    const { app, bank, payer } = await scene()
    const headers = payer.pay(PRICE.launch)
    const failed = await paidLaunch(app, headers, { ticker: 'XCREATEFAIL' })
    expect(failed).toMatchObject({ status: 400, body: { code: 'launch_refused' } })
    expect(fromBase64Json(failed.headers.get('payment-response')).success).toBe(true)
    expect(await allPayments(app)).toMatchObject([{ state: 'refund_due', failure: readFailureWord('launch_refused') }])

    const stolen = await paidLaunch(app, headers, { ticker: 'XCREATEFAIL' }, ELSEWHERE)
    expect(stolen).toMatchObject({ status: 409, body: { code: 'payment_used' } })
    const before = bank.calls.settle
    expect(await paidLaunch(app, headers, { ticker: 'XCREATEFAIL' })).toMatchObject({ status: 400, body: { code: 'launch_refused' } })
    expect((await app.deps.storage.operations.listLaunches(null, { limit: 9, cursor: null })).rows).toHaveLength(2)
    expect([bank.calls.settle, bank.transfers.length]).toEqual([before, 1])
  })

  test('a redo that ends well is done; one that was paid back is not redone', async () => {
    const { app, bank, payer } = await scene()
    failNextClaim(app)
    const headers = payer.pay(PRICE.launch)
    expect((await paidLaunch(app, headers)).status).toBe(500)
    expect(await allPayments(app)).toMatchObject([{ state: 'refund_due', failure: readFailureWord('internal_error') }])
    expect((await paidLaunch(app, headers)).status).toBe(201)
    expect(await allPayments(app)).toMatchObject([{ state: 'done', failure: null }])
    expect([bank.transfers.length, await coins(app), app.between.pad.count('prepareLaunch')]).toEqual([1, 1, 2])

    const other = payer.pay(PRICE.launch)
    await paidLaunch(app, other, { ticker: 'XCREATEFAIL' })
    const [due] = (await app.deps.storage.payments.list({ limit: 9, cursor: null }, 'refund_due')).rows
    expect(await app.deps.storage.payments.refund(due!.id, app.clock.nowMs())).toMatchObject({ state: 'refunded' })
    expect(await app.deps.storage.payments.refund(due!.id, app.clock.nowMs())).toBeNull()
    expect(await paidLaunch(app, other, { ticker: 'XCREATEFAIL' })).toMatchObject({ status: 409, body: { code: 'payment_used' } })
  })

  test('of 10 that redo it at once, one runs', async () => {
    const { app, bank, payer } = await scene()
    failNextClaim(app)
    const headers = payer.pay(PRICE.launch)
    await paidLaunch(app, headers)
    const answers = await Promise.all(Array.from({ length: 10 }, () => paidLaunch(app, headers)))
    expect(codes(answers)).toEqual(['201 ok', ...times('409 payment_in_progress', 9)])
    expect([bank.transfers.length, await coins(app)]).toEqual([1, 1])
  })

  test('a run that a later one has taken over writes no operation, whatever it was to do', async () => {
    const { app, bank, payer } = await scene()
    const open = (await paidLaunch(app, payer.pay(PRICE.launch), { ticker: 'XLOCKFAIL' })).body.mint
    const locked = (await paidLaunch(app, payer.pay(PRICE.launch))).body.mint
    await app.call('POST', `/api/simulated/${locked}/trades`, { wallet: app.approver.wallet, side: 'buy', sol: 2 })
    const { idempotency, operations } = app.deps.storage
    const endTakingOver = app.between.idempotency.stepIn('claim', (claim) => async (input) => {
      const claimed = await claim(input)
      await idempotency.release(input.id)
      return claimed
    })
    const sentBefore = app.between.pad.count('advance')
    for (const [path, price, body] of [
      ['/api/agent/launch', PRICE.launch, app.launchBody()],
      ['/api/agent/wire-fees', PRICE.upkeep, { mint: open }],
      ['/api/agent/crank', PRICE.upkeep, { mint: locked }],
    ] as const) {
      const headers = { ...payer.pay(price), 'x-launcher-key': app.launcher.secret }
      const answer = await app.call('POST', path, body, { headers })
      expect({ path, status: answer.status, code: answer.body.code }).toEqual({ path, status: 409, code: 'payment_in_progress' })
    }
    endTakingOver()
    expect(app.between.pad.count('advance')).toBe(sentBefore)
    expect([await operations.findUnfinished('wire-fees', open), await operations.findUnfinished('crank', locked)]).toEqual([null, null])
    expect([await coins(app), bank.transfers.length]).toEqual([2, 5])
    expect((await allPayments(app)).map(({ state }) => state).toSorted()).toEqual([
      'done',
      'done',
      'refund_due',
      'refund_due',
      'refund_due',
    ])
  })

  test('a run that was given up for dead, and a refund is due, launches nothing when it wakes', async () => {
    const { app, bank, payer } = await scene()
    const endSlowness = app.between.idempotency.stepIn('claim', (claim) => async (input) => {
      const claimed = await claim(input)
      await sweep({ app, bank }, 300_000)
      return claimed
    })
    const sentBefore = app.between.pad.count('advance')
    expect(await paidLaunch(app, payer.pay(PRICE.launch))).toMatchObject({ status: 409, body: { code: 'payment_in_progress' } })
    endSlowness()
    expect(app.between.pad.count('advance')).toBe(sentBefore)
    expect(await allPayments(app)).toMatchObject([{ state: 'refund_due', failure: readFailureWord('interrupted') }])
    expect([await coins(app), bank.transfers.length]).toEqual([0, 1])
  })

  test('a run that sleeps until the same payment has run again launches nothing when it wakes', async () => {
    const { app, bank, payer } = await scene()
    const headers = payer.pay(PRICE.launch)
    const again: Awaited<ReturnType<typeof paidLaunch>>[] = []
    const endSleep = app.between.idempotency.stepIn('claim', (claim) => async (input) => {
      const claimed = await claim(input)
      endSleep()
      await app.clock.advance(PAYMENT_LEASE_MS)
      again.push(await paidLaunch(app, headers))
      return claimed
    })
    expect(await paidLaunch(app, headers)).toMatchObject({ status: 409, body: { code: 'payment_in_progress' } })
    expect(codes(again)).toEqual(['201 ok'])
    expect((await app.deps.storage.operations.listLaunches(null, { limit: 9, cursor: null })).rows).toHaveLength(1)
    expect(await allPayments(app)).toMatchObject([{ state: 'done', failure: null }])
    expect([await coins(app), bank.transfers.length]).toEqual([1, 1])
  })

  test('a launch that the chain leaves open is followed to its end: done, and answered to the same request, once', async () => {
    const { app, bank, payer } = await scene()
    const headers = payer.pay(PRICE.launch)
    const endDarkness = sentIntoTheDark(app)
    const waiting = paidLaunch(app, headers)
    await app.clock.advance(95_000)
    expect(await waiting).toMatchObject({ status: 503, body: { code: 'launch_unresolved' } })
    endDarkness()
    const answer = await paidLaunch(app, headers)
    expect(answer.status).toBe(201)
    expect([bank.transfers.length, await coins(app)]).toEqual([1, 1])
    expect(await paidLaunch(app, headers)).toMatchObject({ status: 409, body: { code: 'payment_used' } })
    expect(await allPayments(app)).toMatchObject([{ state: 'done' }])
  })

  test('a crank and a lock that broke off are gone on with, and not done twice', async () => {
    const { app, bank, payer } = await scene()
    const { mint } = (await paidLaunch(app, payer.pay(PRICE.launch), { ticker: 'XLOCKFAIL' })).body
    const key = { 'x-launcher-key': app.launcher.secret }
    for (const [path, status] of [
      ['/api/agent/wire-fees', 201],
      ['/api/agent/crank', 200],
    ] as const) {
      if (path.endsWith('crank'))
        await app.call('POST', `/api/simulated/${mint}/trades`, { wallet: app.approver.wallet, side: 'buy', sol: 2 })
      const headers = { ...payer.pay(PRICE.upkeep), ...key }
      const endDarkness = sentIntoTheDark(app)
      const waiting = app.call('POST', path, { mint }, { headers })
      await app.clock.advance(95_000)
      expect(await waiting).toMatchObject({ status: 503, body: { code: 'launch_unresolved' } })
      endDarkness()
      const answer = await app.call('POST', path, { mint }, { headers })
      expect({ path, status: answer.status, code: answer.body.code }).toEqual({ path, status, code: undefined })
    }
    expect(bank.transfers).toHaveLength(3)
    expect((await allPayments(app)).map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  })
})
