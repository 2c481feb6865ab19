import { afterEach, describe, expect, test } from 'bun:test'
import { fromBase64Json, paymentHeaders, PRICE } from '../../support/payment-bank.ts'
import { ELSEWHERE, codes, coins, dryRuns, paidDryRun, paidLaunch, times } from '../../support/paid-calls.ts'
import { allPayments, createPaidScenes } from '../../support/paid-scene.ts'
import { newPerson } from '../../support/test-app.ts'

const { scene, closeAll } = createPaidScenes()

afterEach(closeAll)

describe('decision "A paid call is charged when it succeeds": copies of one payment', () => {
  test.each([5, 50])('%d at once: one runs, one is charged', async (copies) => {
    const { app, bank, payer } = await scene()
    const headers = payer.pay(PRICE.launch)
    const answers = await Promise.all(Array.from({ length: copies }, () => paidLaunch(app, headers)))
    expect(codes(answers)).toEqual(['201 ok', ...times('409 payment_in_progress', copies - 1)])
    expect(bank.calls).toMatchObject({ verify: 1, settle: 1 })
    expect(bank.transfers).toHaveLength(1)
    expect(await coins(app)).toBe(1)
    const cheap = payer.pay(PRICE.dryRun)
    const reads = await Promise.all(Array.from({ length: copies }, () => paidDryRun(app, cheap)))
    expect(codes(reads)).toEqual(['200 ok', ...times('409 payment_in_progress', copies - 1)])
    expect(bank.transfers).toHaveLength(2)
    expect(dryRuns(app)).toBe(1)
  })

  test('50 different payments at once: 50 are served and charged', async () => {
    const { app, bank, payer } = await scene()
    const answers = await Promise.all(Array.from({ length: 50 }, () => paidDryRun(app, payer.pay(PRICE.dryRun))))
    expect(codes(answers)).toEqual(times('200 ok', 50))
    expect(new Set(bank.transfers.map(({ nonce }) => nonce)).size).toBe(50)
  })

  test('a payment that was answered gets nothing again, by whoever sends it: it is public by then', async () => {
    const { app, bank, payer } = await scene()
    const authorization = payer.sign(PRICE.dryRun)
    expect((await paidDryRun(app, paymentHeaders(authorization))).status).toBe(200)
    for (const version of [1, 2] as const) {
      const again = await paidDryRun(app, paymentHeaders({ ...authorization, version }))
      expect(again).toMatchObject({ status: 409, body: { code: 'payment_used' } })
      expect(Object.keys(again.body)).not.toContain('dryRunId')
    }
    expect(bank.transfers).toHaveLength(1)
    expect(dryRuns(app)).toBe(1)
  })

  test('a payment that was settled elsewhere before it came here gets nothing', async () => {
    const { app, bank, payer } = await scene()
    const authorization = payer.sign(PRICE.dryRun)
    await bank.settle(authorization)
    expect(await paidDryRun(app, paymentHeaders(authorization))).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
    expect(dryRuns(app)).toBe(0)
  })
})

describe('decision "x-idempotency-key on a paid call": an idempotency key', () => {
  const key = { 'x-idempotency-key': 'request-number-1' }
  const drawn = { 'x-idempotency-key': 'launch-0f7c2f2e-6f0b-4d0c-9a3e-5d1b8a9e4c71' }

  test('gives a lost answer again, to the payment and to a new one, which is not charged', async () => {
    const { app, bank, payer } = await scene()
    const headers = { ...payer.pay(PRICE.launch), ...key }
    const first = await paidLaunch(app, headers)
    expect(first.status).toBe(201)
    const fresh = { ...payer.pay(PRICE.launch), ...key }
    for (const again of [await paidLaunch(app, headers), await paidLaunch(app, fresh, {}, ELSEWHERE)]) {
      expect(again).toMatchObject({ status: 201, body: first.body })
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(fromBase64Json(again.headers.get('payment-response')).transaction).toBe(bank.transfers[0]!.transaction)
    }
    expect([bank.transfers.length, await coins(app)]).toEqual([1, 1])
  })

  test('needs the payer’s own signature: a forged payment with the right key gets nothing', async () => {
    const { app, bank, payer } = await scene()
    await paidLaunch(app, { ...payer.pay(PRICE.launch), ...key })
    const forged = await paidLaunch(app, { ...payer.pay(PRICE.launch, { signature: `0x${'00'.repeat(65)}` }), ...key })
    expect(forged).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
    expect(forged.body).not.toHaveProperty('mint')
    expect([bank.transfers.length, await coins(app)]).toEqual([1, 1])
  })

  test('is no proof by itself: a settled payment with another signature gets nothing, from wherever and with whatever key', async () => {
    for (const named of [key, drawn]) {
      const { app, bank, payer } = await scene()
      const authorization = payer.sign(PRICE.launch)
      expect((await paidLaunch(app, { ...paymentHeaders(authorization), ...named })).status).toBe(201)
      for (const signature of [`0x${'00'.repeat(65)}`, `${authorization.signature}00`]) {
        for (const address of [undefined, ELSEWHERE]) {
          const thief = await paidLaunch(app, { ...paymentHeaders({ ...authorization, signature }), ...named }, {}, address)
          expect(thief).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
          expect(thief.body).not.toHaveProperty('mint')
        }
      }
      expect([bank.transfers.length, await coins(app)]).toEqual([1, 1])
    }
  })

  test('that can be guessed is no proof elsewhere: a settled payment is public, its signature too', async () => {
    const { app, bank, payer } = await scene()
    const headers = payer.pay(PRICE.launch)
    expect((await paidLaunch(app, { ...headers, ...key })).status).toBe(201)
    const thief = await paidLaunch(app, { ...headers, ...key }, {}, ELSEWHERE)
    expect(thief).toMatchObject({ status: 409, body: { code: 'payment_used', fix: expect.stringContaining('not charged') } })
    const other = payer.pay(PRICE.launch)
    const made = await paidLaunch(app, { ...other, ...drawn })
    expect(await paidLaunch(app, { ...other, ...drawn }, {}, ELSEWHERE)).toMatchObject({ status: 201, body: made.body })
    expect([bank.transfers.length, await coins(app)]).toEqual([2, 2])
  })

  test('with another body is refused; another payer’s same key is another request', async () => {
    const { app, bank, payer } = await scene()
    await paidLaunch(app, { ...payer.pay(PRICE.launch), ...key })
    const other = await paidLaunch(app, { ...payer.pay(PRICE.launch), ...key }, { name: 'Other Frog' })
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
    expect((await paidLaunch(app, { ...bank.newPayer().pay(PRICE.launch), ...key })).status).toBe(201)
    expect(bank.transfers).toHaveLength(2)
  })

  test('with another query is refused: what one page of a list cost does not pay for the next', async () => {
    const { app, bank, payer } = await scene()
    const headers = { ...payer.pay(PRICE.upkeep), ...key }
    const read = (query: string, paid: Record<string, string>) => app.call('GET', `/api/webhooks${query}`, undefined, { headers: paid })
    expect((await read('?limit=1', headers)).status).toBe(200)
    expect(await read('?limit=2', headers)).toMatchObject({ status: 409, body: { code: 'payment_reused' } })
    const other = await read('?limit=2', { ...payer.pay(PRICE.upkeep), ...key })
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
    expect(bank.transfers).toHaveLength(1)
  })

  test('of 20 payments at once under one key, one is charged', async () => {
    const { app, bank, payer } = await scene()
    const answers = await Promise.all(Array.from({ length: 20 }, () => paidDryRun(app, { ...payer.pay(PRICE.dryRun), ...key })))
    expect(codes(answers)).toEqual(['200 ok', ...times('409 payment_in_progress', 19)])
    expect(bank.transfers).toHaveLength(1)
  })

  test('of a request whose process died before it was charged is free for a new payment', async () => {
    const { app, bank, payer } = await scene()
    bank.faults.verify = () => new Promise(() => {})
    void paidDryRun(app, { ...payer.pay(PRICE.dryRun), ...key })
    await app.clock.advance(10)
    bank.faults = {}
    await app.deps.storage.payments.releaseLeases()
    const send = () => paidDryRun(app, { ...payer.pay(PRICE.dryRun), ...key })
    expect(await send()).toMatchObject({ status: 409, body: { code: 'payment_in_progress' } })
    expect((await send()).status).toBe(200)
    expect(bank.transfers).toHaveLength(1)
  })

  test('is free again after 15 minutes, and for a request that was refused', async () => {
    const { app, bank, payer } = await scene()
    await app.deps.storage.payments.prune(app.clock.nowMs(), 100)
    expect((await paidLaunch(app, { ...payer.pay(PRICE.launch), ...key }, { initialBuySol: 10 })).status).toBe(400)
    expect((await paidDryRun(app, { ...payer.pay(PRICE.dryRun), ...key })).status).toBe(200)
    await app.deps.storage.payments.prune(app.clock.nowMs(), 100)
    expect((await paidDryRun(app, { ...payer.pay(PRICE.dryRun), ...key })).headers.get('idempotency-replayed')).toBe('true')
    await app.clock.advance(1)
    await app.deps.storage.payments.prune(app.clock.nowMs(), 100)
    expect((await paidDryRun(app, { ...payer.pay(PRICE.dryRun), ...key })).headers.has('idempotency-replayed')).toBe(false)
    expect(bank.transfers).toHaveLength(2)
  })

  test('does not keep the secret of a webhook', async () => {
    const { app, bank, payer } = await scene()
    const body = { url: 'https://example.com/hook', events: ['launch.created'] }
    const headers = { ...payer.pay(PRICE.upkeep), ...key }
    const made = await app.call('POST', '/api/webhooks', body, { headers })
    expect(made.status).toBe(201)
    expect(await app.call('POST', '/api/webhooks', body, { headers })).toMatchObject({ status: 409, body: { code: 'payment_used' } })
    expect(await allPayments(app)).toMatchObject([{ state: 'done', answer: null }])
    expect(bank.transfers).toHaveLength(1)
  })
})

describe('decision "A payer": a job', () => {
  test('is charged before it is made, once, and one that is refused is not charged', async () => {
    const { app, bank, payer } = await scene({ env: { JOBS_ENABLED: '1' } })
    const { mint } = (await paidLaunch(app, payer.pay(PRICE.launch))).body
    const trade = { wallet: app.approver.wallet, side: 'buy', sol: 9 }
    for (let index = 0; index < 3; index += 1)
      await app.call('POST', `/api/simulated/${mint}/trades`, { ...trade, wallet: newPerson().wallet })
    const order = (budget: number, headers: Record<string, string>) =>
      app.call('POST', '/api/jobs/coin', { mint, template: 'x-upkeep', chainId: 'sim', asset: 'SOL', budget }, { headers })
    expect(await order(5_000, payer.pay(PRICE.upkeep))).toMatchObject({ status: 400, body: { code: 'kit_budget_exceeded' } })
    expect(bank.transfers).toHaveLength(1)

    const headers = payer.pay(PRICE.upkeep)
    const endFullDisk = app.between.storage.stepIn('transaction', () => () => {
      endFullDisk()
      return Promise.reject(new Error('disk full'))
    })
    expect((await order(1, headers)).status).toBe(500)
    expect((await allPayments(app))[0]).toMatchObject({ state: 'refund_due' })
    expect(await order(1, headers)).toMatchObject({ status: 201 })
    expect(await order(1, headers)).toMatchObject({ status: 409, body: { code: 'payment_used' } })
    expect(bank.transfers).toHaveLength(2)
    expect((await app.call('GET', '/api/jobs')).body.jobs).toHaveLength(1)
  })
})

describe('decision "A paid call is charged when it succeeds": the unsigned flow', () => {
  test('an offer is charged when it is handed out, and a refused one is not', async () => {
    const { app, bank, payer } = await scene()
    const body = app.launchBody({ mintPubkey: app.approver.wallet })
    const refused = await app.call('POST', '/api/agent/launch/unsigned', { ...body, mintPubkey: 'x' }, { headers: payer.pay(PRICE.launch) })
    expect(refused.status).toBe(400)
    expect(bank.transfers).toEqual([])
    const offer = await app.call('POST', '/api/agent/launch/unsigned', body, { headers: payer.pay(PRICE.launch) })
    expect(offer.status).toBe(200)
    const stranger = await app.call(
      'POST',
      '/api/agent/launch/submit',
      { launchId: offer.body.launchId, transactions: ['AAAA'] },
      { headers: bank.newPayer().pay(PRICE.upkeep) },
    )
    expect(stranger).toMatchObject({ status: 400, body: { code: 'launch_offer_unknown' } })
    expect(bank.transfers).toHaveLength(1)
  })
})
