import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { unixMs } from '../../../src/domain/brands.ts'
import type { Payment } from '../../../src/domain/payments/payment.ts'
import { sweepPayments } from '../../../src/features/payments/sweep-payments.ts'
import { createPaidApp, fromBase64Json, outage, type PaymentBank, paymentHeaders, PRICE } from '../../support/payment-bank.ts'
import { type Answer, newPerson, type TestApp } from '../../support/test-app.ts'

const open: TestApp[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})

async function scene(options: Parameters<typeof createPaidApp>[0] = {}) {
  const made = await createPaidApp({ policy: { rateLimits: false }, ...options })
  open.push(made.app)
  return { ...made, payer: made.bank.newPayer() }
}

const ELSEWHERE = '203.0.113.9'
const all = async (app: TestApp): Promise<readonly Payment[]> => (await app.deps.storage.payments.list({ limit: 200, cursor: null })).rows
const coins = async (app: TestApp) => (await app.call('GET', '/api/coins')).body.coins.length as number
const dryRuns = (app: TestApp) => app.logLines.filter((line) => line.includes('launch/dry-run') && line.includes('"status":200')).length
const codes = (answers: readonly Answer[]) => answers.map(({ status, body }) => `${status} ${body.code ?? 'ok'}`).sort()
const times = (text: string, count: number) => Array.from({ length: count }, () => text)
const sweep = async ({ app, bank }: { app: TestApp; bank: PaymentBank }, afterMs: number) => {
  await app.clock.advance(afterMs)
  await sweepPayments({ ...app.deps, payments: bank })
}

const dryRun = (app: TestApp, headers: Record<string, string>, address?: string) =>
  app.call('POST', '/api/agent/launch/dry-run', app.launchBody(), { headers, ...(address ? { address } : {}) })
const launch = (app: TestApp, headers: Record<string, string>, changes = {}, address?: string) =>
  app.call('POST', '/api/agent/launch', app.launchBody(changes), {
    headers: { 'x-launcher-key': app.launcher.secret, ...headers },
    ...(address ? { address } : {}),
  })

describe('decision "A paid call is charged when it succeeds": copies of one payment', () => {
  test.each([5, 50])('%d at once: one runs, one is charged', async (copies) => {
    const { app, bank, payer } = await scene()
    const headers = payer.pay(PRICE.launch)
    const answers = await Promise.all(Array.from({ length: copies }, () => launch(app, headers)))
    expect(codes(answers)).toEqual(['201 ok', ...times('409 payment_in_progress', copies - 1)])
    expect(bank.calls).toMatchObject({ verify: 1, settle: 1 })
    expect(bank.transfers).toHaveLength(1)
    expect(await coins(app)).toBe(1)
    const cheap = payer.pay(PRICE.dryRun)
    const reads = await Promise.all(Array.from({ length: copies }, () => dryRun(app, cheap)))
    expect(codes(reads)).toEqual(['200 ok', ...times('409 payment_in_progress', copies - 1)])
    expect(bank.transfers).toHaveLength(2)
    expect(dryRuns(app)).toBe(1)
  })

  test('50 different payments at once: 50 are served and charged', async () => {
    const { app, bank, payer } = await scene()
    const answers = await Promise.all(Array.from({ length: 50 }, () => dryRun(app, payer.pay(PRICE.dryRun))))
    expect(codes(answers)).toEqual(times('200 ok', 50))
    expect(new Set(bank.transfers.map(({ nonce }) => nonce)).size).toBe(50)
  })

  test('a payment that was answered gets nothing again, by whoever sends it: it is public by then', async () => {
    const { app, bank, payer } = await scene()
    const authorization = payer.sign(PRICE.dryRun)
    expect((await dryRun(app, paymentHeaders(authorization))).status).toBe(200)
    for (const version of [1, 2] as const) {
      const again = await dryRun(app, paymentHeaders({ ...authorization, version }))
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
    expect(await dryRun(app, paymentHeaders(authorization))).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
    expect(dryRuns(app)).toBe(0)
  })
})

describe('decision "x-idempotency-key on a paid call": an idempotency key', () => {
  const key = { 'x-idempotency-key': 'request-number-1' }

  test('gives a lost answer again, to the payment and to a new one, which is not charged', async () => {
    const { app, bank, payer } = await scene()
    const headers = { ...payer.pay(PRICE.launch), ...key }
    const first = await launch(app, headers)
    expect(first.status).toBe(201)
    for (const again of [await launch(app, headers, {}, ELSEWHERE), await launch(app, { ...payer.pay(PRICE.launch), ...key })]) {
      expect(again).toMatchObject({ status: 201, body: first.body })
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(fromBase64Json(again.headers.get('payment-response')).transaction).toBe(bank.transfers[0]!.transaction)
    }
    expect([bank.transfers.length, await coins(app)]).toEqual([1, 1])
  })

  test('needs the payer’s own signature: a forged payment with the right key gets nothing', async () => {
    const { app, bank, payer } = await scene()
    await launch(app, { ...payer.pay(PRICE.launch), ...key })
    const forged = await launch(app, { ...payer.pay(PRICE.launch, { signature: `0x${'00'.repeat(65)}` }), ...key })
    expect(forged).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
    expect(forged.body).not.toHaveProperty('mint')
    expect([bank.transfers.length, await coins(app)]).toEqual([1, 1])
  })

  test('with another body is refused; another payer’s same key is another request', async () => {
    const { app, bank, payer } = await scene()
    await launch(app, { ...payer.pay(PRICE.launch), ...key })
    const other = await launch(app, { ...payer.pay(PRICE.launch), ...key }, { name: 'Other Frog' })
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
    expect((await launch(app, { ...bank.newPayer().pay(PRICE.launch), ...key })).status).toBe(201)
    expect(bank.transfers).toHaveLength(2)
  })

  test('of 20 payments at once under one key, one is charged', async () => {
    const { app, bank, payer } = await scene()
    const answers = await Promise.all(Array.from({ length: 20 }, () => dryRun(app, { ...payer.pay(PRICE.dryRun), ...key })))
    expect(codes(answers)).toEqual(['200 ok', ...times('409 payment_in_progress', 19)])
    expect(bank.transfers).toHaveLength(1)
  })

  test('of a request whose process died before it was charged is free for a new payment', async () => {
    const { app, bank, payer } = await scene()
    const dead = spyOn(bank, 'verify').mockImplementationOnce(() => new Promise(() => {}))
    void dryRun(app, { ...payer.pay(PRICE.dryRun), ...key })
    await app.clock.advance(10)
    dead.mockRestore()
    await app.deps.storage.payments.releaseLeases()
    const send = () => dryRun(app, { ...payer.pay(PRICE.dryRun), ...key })
    expect(await send()).toMatchObject({ status: 409, body: { code: 'payment_in_progress' } })
    expect((await send()).status).toBe(200)
    expect(bank.transfers).toHaveLength(1)
  })

  test('is free again after 15 minutes, and for a request that was refused', async () => {
    const { app, bank, payer } = await scene()
    await app.deps.storage.payments.prune(app.clock.nowMs(), 100)
    expect((await launch(app, { ...payer.pay(PRICE.launch), ...key }, { initialBuySol: 10 })).status).toBe(400)
    expect((await dryRun(app, { ...payer.pay(PRICE.dryRun), ...key })).status).toBe(200)
    await app.deps.storage.payments.prune(app.clock.nowMs(), 100)
    expect((await dryRun(app, { ...payer.pay(PRICE.dryRun), ...key })).headers.get('idempotency-replayed')).toBe('true')
    await app.clock.advance(1)
    await app.deps.storage.payments.prune(app.clock.nowMs(), 100)
    expect((await dryRun(app, { ...payer.pay(PRICE.dryRun), ...key })).headers.has('idempotency-replayed')).toBe(false)
    expect(bank.transfers).toHaveLength(2)
  })

  test('does not keep the secret of a webhook', async () => {
    const { app, bank, payer } = await scene()
    const body = { url: 'https://example.com/hook', events: ['launch.created'] }
    const headers = { ...payer.pay(PRICE.upkeep), ...key }
    const made = await app.call('POST', '/api/webhooks', body, { headers })
    expect(made.status).toBe(201)
    expect(await app.call('POST', '/api/webhooks', body, { headers })).toMatchObject({ status: 409, body: { code: 'payment_used' } })
    expect(await all(app)).toMatchObject([{ state: 'done', answer: null }])
    expect(bank.transfers).toHaveLength(1)
  })
})

describe('decision "Payments may be valid for an hour at most": a settlement of unknown outcome', () => {
  /** The settlement happens, and its answer is lost. */
  const lost: PaymentBank['faults']['settle'] = async (really) => {
    really()
    return { outcome: 'unknown' }
  }

  test('that happened: the chain says so, and the call goes on', async () => {
    const { app, bank, payer } = await scene()
    bank.faults.settle = lost
    const answer = await launch(app, payer.pay(PRICE.launch))
    expect(answer.status).toBe(201)
    expect(fromBase64Json(answer.headers.get('payment-response')).transaction).toBe(bank.transfers[0]!.transaction)
  })

  test.each(['launch', 'dry-run'])('with a dark chain: 503 for a %s, and the same payment is charged once, later', async (route) => {
    const { app, bank, payer } = await scene()
    const send = () => (route === 'launch' ? launch(app, headers) : dryRun(app, headers))
    const headers = payer.pay(route === 'launch' ? PRICE.launch : PRICE.dryRun)
    bank.faults = { settle: lost, lookUp: outage }
    for (let index = 0; index < 3; index += 1) {
      const answer = await send()
      expect(answer).toMatchObject({ status: 503, body: { code: 'payment_unresolved' } })
      expect(answer.headers.has('payment-required')).toBe(false)
    }
    expect(await all(app)).toMatchObject([{ state: 'unknown' }])
    expect(await coins(app)).toBe(0)
    bank.faults = {}
    const stolen = route === 'launch' ? await launch(app, headers, {}, ELSEWHERE) : await dryRun(app, headers, ELSEWHERE)
    expect(stolen).toMatchObject({ status: 409, body: { code: 'payment_used' } })
    expect((await send()).status).toBe(route === 'launch' ? 201 : 200)
    expect(bank.transfers).toHaveLength(1)
    expect(await all(app)).toMatchObject([{ state: 'done' }])
    expect(await coins(app)).toBe(route === 'launch' ? 1 : 0)
  })

  test('that did not happen is tried again with the same payment, and charged once', async () => {
    const { app, bank, payer } = await scene()
    const headers = payer.pay(PRICE.launch)
    bank.faults.settle = async () => ({ outcome: 'unknown' })
    expect(await launch(app, headers)).toMatchObject({ status: 503, body: { code: 'payment_unresolved' } })
    bank.faults = {}
    expect((await launch(app, headers)).status).toBe(201)
    expect([bank.transfers.length, await coins(app)]).toEqual([1, 1])
  })

  test.each(['a transaction that settled another payment', 'a chain that tells nothing'])(
    'with %s: a day after its time a refund is due, and it is neither looked up nor redone any more',
    async (why) => {
      const { app, bank, payer } = await scene()
      const [first, second] = [payer.pay(PRICE.dryRun), payer.pay(PRICE.dryRun)]
      expect((await dryRun(app, first)).status).toBe(200)
      const { transaction } = bank.transfers[0]!
      bank.faults.settle = async () => ({ outcome: 'unknown' })
      bank.faults.lookUp = why.startsWith('a chain') ? outage : async () => ({ state: 'used', transaction, atMs: unixMs(Date.now()) })
      expect(await dryRun(app, second)).toMatchObject({ status: 503, body: { code: 'payment_unresolved' } })
      const machineMs = spyOn(app.deps.clock, 'machineMs')
      const later = async (ms: number) => {
        machineMs.mockReturnValue(unixMs(Date.now() + ms))
        await sweep({ app, bank }, 70_000)
        return (await all(app)).map(({ state, failure }) => `${state} ${failure}`).sort()
      }
      expect(await later(23 * 3_600_000)).toEqual(['done null', 'unknown null'])
      expect(await later(24 * 3_600_000 + 301_000)).toEqual(['done null', 'refund_due unproven'])
      const looks = bank.calls.lookUp
      expect(await later(48 * 3_600_000)).toEqual(['done null', 'refund_due unproven'])
      machineMs.mockRestore()
      bank.faults = {}
      expect(await dryRun(app, second)).toMatchObject({ status: 409, body: { code: 'payment_used' } })
      expect([bank.calls.lookUp, bank.transfers.length]).toEqual([looks, 1])
    },
  )

  test('and one that was rejected while the chain was dark is not looked up for ever either', async () => {
    const { app, bank, payer } = await scene()
    bank.faults = { settle: async () => ({ outcome: 'refused', reason: 'settlement_reverted', final: true }), lookUp: outage }
    const headers = payer.pay(PRICE.dryRun)
    expect(await dryRun(app, headers)).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
    expect(await dryRun(app, headers)).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
    expect([bank.calls.settle, (await all(app))[0]!.state]).toEqual([1, 'rejected'])
    const machineMs = spyOn(app.deps.clock, 'machineMs').mockReturnValue(unixMs(Date.now() + 25 * 3_600_000))
    await sweep({ app, bank }, 600_000)
    machineMs.mockRestore()
    expect(await all(app)).toMatchObject([{ state: 'refund_due', failure: 'unproven' }])
  })

  test('whose client never comes back: a refund is due when it was charged, and nothing when its time ran out unused', async () => {
    const { app, bank, payer } = await scene()
    bank.faults = { settle: lost, lookUp: outage }
    await launch(app, payer.pay(PRICE.launch))
    bank.faults.settle = async () => ({ outcome: 'unknown' })
    await launch(app, payer.pay(PRICE.launch), { name: 'Other Frog' })
    await sweep({ app, bank }, 6_000)
    expect((await all(app)).map(({ state }) => state)).toEqual(['unknown', 'unknown'])
    bank.faults = { lookUp: undefined as never }
    delete bank.faults.lookUp
    await sweep({ app, bank }, 11_000)
    expect((await all(app)).map(({ state }) => state).sort()).toEqual(['refund_due', 'unknown'])
    bank.faults.lookUp = async () => ({ state: 'lapsed' })
    await sweep({ app, bank }, 11_000)
    expect((await all(app)).map(({ state, failure }) => `${state} ${failure}`).sort()).toEqual([
      'refund_due interrupted',
      'rejected expired',
    ])
  })

  test('two payments are never settled by one transaction, whatever the facilitator says', async () => {
    const { app, bank, payer } = await scene()
    await dryRun(app, payer.pay(PRICE.dryRun))
    const { transaction } = bank.transfers[0]!
    bank.faults.settle = async () => ({ outcome: 'settled', transaction })
    expect(await dryRun(app, payer.pay(PRICE.dryRun))).toMatchObject({ status: 503, body: { code: 'payment_unresolved' } })
    expect(dryRuns(app)).toBe(1)
  })

  test('a refusal that the chain contradicts counts as paid: somebody else had sent it', async () => {
    const { app, bank, payer } = await scene()
    bank.faults.settle = async (really) => {
      really()
      return { outcome: 'refused', reason: 'invalid_exact_evm_nonce_already_used' }
    }
    expect((await dryRun(app, payer.pay(PRICE.dryRun))).status).toBe(200)
    expect(bank.transfers).toHaveLength(1)
  })

  test('a refused one that lands after all is a refund due', async () => {
    const { app, bank, payer } = await scene()
    const authorization = payer.sign(PRICE.dryRun)
    bank.faults.settle = async () => ({ outcome: 'refused', reason: 'no_gas_left' })
    expect(await dryRun(app, paymentHeaders(authorization))).toMatchObject({ status: 402 })
    bank.faults = {}
    await bank.settle(authorization)
    await sweep({ app, bank }, 60_000)
    expect(await all(app)).toMatchObject([{ state: 'rejected' }])
    await sweep({ app, bank }, 400_000)
    expect(await all(app)).toMatchObject([{ state: 'refund_due', transaction: bank.transfers[0]!.transaction }])
  })
})

/** The node takes what is sent, and says nothing of it. */
function sentIntoTheDark({ pad }: TestApp) {
  const advance = pad.advance.bind(pad)
  return spyOn(pad, 'advance').mockImplementation(async (transactions) => {
    await advance(transactions)
    throw new Error('no answer from the node')
  })
}

describe('decision "Charged and failed": charged, and the work failed', () => {
  test('a refund is due and shown; the same request redoes it free, from the same place', async () => {
    const { app, bank, payer } = await scene()
    const headers = payer.pay(PRICE.launch)
    const failed = await launch(app, headers, { ticker: 'XCREATEFAIL' })
    expect(failed).toMatchObject({ status: 400, body: { code: 'launch_refused' } })
    expect(fromBase64Json(failed.headers.get('payment-response')).success).toBe(true)
    expect(await all(app)).toMatchObject([{ state: 'refund_due', failure: 'launch_refused' }])

    const stolen = await launch(app, headers, { ticker: 'XCREATEFAIL' }, ELSEWHERE)
    expect(stolen).toMatchObject({ status: 409, body: { code: 'payment_used' } })
    const before = bank.calls.settle
    expect(await launch(app, headers, { ticker: 'XCREATEFAIL' })).toMatchObject({ status: 400, body: { code: 'launch_refused' } })
    expect((await app.deps.storage.operations.listLaunches(null, { limit: 9, cursor: null })).rows).toHaveLength(2)
    expect([bank.calls.settle, bank.transfers.length]).toEqual([before, 1])
  })

  test('a redo that ends well is done; one that was paid back is not redone', async () => {
    const { app, bank, payer } = await scene()
    const advance = spyOn(app.pad, 'prepareLaunch')
    const failing = spyOn(app.deps.storage.idempotency, 'claim').mockRejectedValueOnce(new Error('disk full'))
    const headers = payer.pay(PRICE.launch)
    expect((await launch(app, headers)).status).toBe(500)
    expect(await all(app)).toMatchObject([{ state: 'refund_due', failure: 'internal_error' }])
    failing.mockRestore()
    expect((await launch(app, headers)).status).toBe(201)
    expect(await all(app)).toMatchObject([{ state: 'done', failure: null }])
    expect([bank.transfers.length, await coins(app), advance.mock.calls.length]).toEqual([1, 1, 2])

    const other = payer.pay(PRICE.launch)
    await launch(app, other, { ticker: 'XCREATEFAIL' })
    const [due] = (await app.deps.storage.payments.list({ limit: 9, cursor: null }, 'refund_due')).rows
    expect(await app.deps.storage.payments.refund(due!.id, app.clock.nowMs())).toMatchObject({ state: 'refunded' })
    expect(await app.deps.storage.payments.refund(due!.id, app.clock.nowMs())).toBeNull()
    expect(await launch(app, other, { ticker: 'XCREATEFAIL' })).toMatchObject({ status: 409, body: { code: 'payment_used' } })
  })

  test('of 10 that redo it at once, one runs', async () => {
    const { app, bank, payer } = await scene()
    const failing = spyOn(app.deps.storage.idempotency, 'claim').mockRejectedValueOnce(new Error('disk full'))
    const headers = payer.pay(PRICE.launch)
    await launch(app, headers)
    failing.mockRestore()
    const answers = await Promise.all(Array.from({ length: 10 }, () => launch(app, headers)))
    expect(codes(answers)).toEqual(['201 ok', ...times('409 payment_in_progress', 9)])
    expect([bank.transfers.length, await coins(app)]).toEqual([1, 1])
  })

  test('a run that a later one has taken over writes no operation, whatever it was to do', async () => {
    const { app, bank, payer } = await scene()
    const open = (await launch(app, payer.pay(PRICE.launch), { ticker: 'XLOCKFAIL' })).body.mint
    const locked = (await launch(app, payer.pay(PRICE.launch))).body.mint
    await app.call('POST', `/api/simulated/${locked}/trades`, { wallet: app.approver.wallet, side: 'buy', sol: 2 })
    const { idempotency, operations } = app.deps.storage
    const claim = idempotency.claim.bind(idempotency)
    const takenOver = spyOn(idempotency, 'claim').mockImplementation(async (input) => {
      const claimed = await claim(input)
      await idempotency.release(input.id)
      return claimed
    })
    const sent = spyOn(app.pad, 'advance')
    for (const [path, price, body] of [
      ['/api/agent/launch', PRICE.launch, app.launchBody()],
      ['/api/agent/wire-fees', PRICE.upkeep, { mint: open }],
      ['/api/agent/crank', PRICE.upkeep, { mint: locked }],
    ] as const) {
      const headers = { ...payer.pay(price), 'x-launcher-key': app.launcher.secret }
      const answer = await app.call('POST', path, body, { headers })
      expect({ path, status: answer.status, code: answer.body.code }).toEqual({ path, status: 409, code: 'payment_in_progress' })
    }
    takenOver.mockRestore()
    expect(sent).not.toHaveBeenCalled()
    expect([await operations.findUnfinished('wire-fees', open), await operations.findUnfinished('crank', locked)]).toEqual([null, null])
    expect([await coins(app), bank.transfers.length]).toEqual([2, 5])
    expect((await all(app)).map(({ state }) => state).toSorted()).toEqual(['done', 'done', 'refund_due', 'refund_due', 'refund_due'])
  })

  test('a run that was given up for dead, and a refund is due, launches nothing when it wakes', async () => {
    const { app, bank, payer } = await scene()
    const { idempotency } = app.deps.storage
    const claim = idempotency.claim.bind(idempotency)
    const slow = spyOn(idempotency, 'claim').mockImplementation(async (input) => {
      const claimed = await claim(input)
      await sweep({ app, bank }, 300_000)
      return claimed
    })
    const sent = spyOn(app.pad, 'advance')
    expect(await launch(app, payer.pay(PRICE.launch))).toMatchObject({ status: 409, body: { code: 'payment_in_progress' } })
    slow.mockRestore()
    expect(sent).not.toHaveBeenCalled()
    expect(await all(app)).toMatchObject([{ state: 'refund_due', failure: 'interrupted' }])
    expect([await coins(app), bank.transfers.length]).toEqual([0, 1])
  })

  test('a launch that the chain leaves open is followed to its end: done, and answered to the same request, once', async () => {
    const { app, bank, payer } = await scene()
    const headers = payer.pay(PRICE.launch)
    const dark = sentIntoTheDark(app)
    const waiting = launch(app, headers)
    await app.clock.advance(95_000)
    expect(await waiting).toMatchObject({ status: 503, body: { code: 'launch_unresolved' } })
    dark.mockRestore()
    const answer = await launch(app, headers)
    expect(answer.status).toBe(201)
    expect([bank.transfers.length, await coins(app)]).toEqual([1, 1])
    expect(await launch(app, headers)).toMatchObject({ status: 409, body: { code: 'payment_used' } })
    expect(await all(app)).toMatchObject([{ state: 'done' }])
  })

  test('a crank and a lock that broke off are gone on with, and not done twice', async () => {
    const { app, bank, payer } = await scene()
    const { mint } = (await launch(app, payer.pay(PRICE.launch), { ticker: 'XLOCKFAIL' })).body
    const key = { 'x-launcher-key': app.launcher.secret }
    for (const [path, status] of [
      ['/api/agent/wire-fees', 201],
      ['/api/agent/crank', 200],
    ] as const) {
      if (path.endsWith('crank'))
        await app.call('POST', `/api/simulated/${mint}/trades`, { wallet: app.approver.wallet, side: 'buy', sol: 2 })
      const headers = { ...payer.pay(PRICE.upkeep), ...key }
      const dark = sentIntoTheDark(app)
      const waiting = app.call('POST', path, { mint }, { headers })
      await app.clock.advance(95_000)
      expect(await waiting).toMatchObject({ status: 503, body: { code: 'launch_unresolved' } })
      dark.mockRestore()
      const answer = await app.call('POST', path, { mint }, { headers })
      expect({ path, status: answer.status, code: answer.body.code }).toEqual({ path, status, code: undefined })
    }
    expect(bank.transfers).toHaveLength(3)
    expect((await all(app)).map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  })
})

describe('decision "Webhooks and jobs can be paid for": a job', () => {
  test('is charged before it is made, once, and one that is refused is not charged', async () => {
    const { app, bank, payer } = await scene({ env: { JOBS_ENABLED: '1' } })
    const { mint } = (await launch(app, payer.pay(PRICE.launch))).body
    const trade = { wallet: app.approver.wallet, side: 'buy', sol: 9 }
    for (let index = 0; index < 3; index += 1)
      await app.call('POST', `/api/simulated/${mint}/trades`, { ...trade, wallet: newPerson().wallet })
    const order = (budget: number, headers: Record<string, string>) =>
      app.call('POST', '/api/jobs/coin', { mint, template: 'meme-pack', chainId: 'sim', asset: 'SOL', budget }, { headers })
    expect(await order(5_000, payer.pay(PRICE.upkeep))).toMatchObject({ status: 400, body: { code: 'kit_budget_exceeded' } })
    expect(bank.transfers).toHaveLength(1)

    const headers = payer.pay(PRICE.upkeep)
    const inserted = spyOn(app.deps.storage, 'transaction').mockImplementationOnce(async () => {
      throw new Error('disk full')
    })
    expect((await order(1, headers)).status).toBe(500)
    inserted.mockRestore()
    expect((await all(app))[0]).toMatchObject({ state: 'refund_due' })
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
