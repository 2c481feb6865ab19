import { afterEach, describe, expect, test } from 'bun:test'
import { PAYMENT_NETWORK } from '../../../src/domain/payments/payment.ts'
import { makeKol } from '../../support/make-kol.ts'
import { fromBase64Json, PAY_TO, type Payer, PRICE } from '../../support/payment-bank.ts'
import { paidDryRun, paidLaunch } from '../../support/paid-calls.ts'
import { allPayments, createPaidScenes } from '../../support/paid-scene.ts'
import { newPerson, type TestApp } from '../../support/test-app.ts'
import { expectNothingCharged } from '../../support/nothing-charged.ts'

const { scene, unpaid, closeAll } = createPaidScenes()
const DRY_RUN = '/api/agent/launch/dry-run'
const states = async (app: TestApp) => (await allPayments(app)).map(({ state }) => state)

afterEach(closeAll)

describe('rules 5.1: an unpaid call is told what it costs and how to pay', () => {
  test.each([
    ['%zz', '%25zz'],
    ['a|b^[c]', 'a%7Cb%5E%5Bc%5D'],
    ['%F0%9F%90%B8', '%F0%9F%90%B8'],
  ])('the resource of a path of %s is a URI all the same', async (mint, written) => {
    const paid = await scene()
    const answer = await paid.app.call('GET', `/api/agent/status/${mint}`)
    expect([answer.status, answer.body.accepts?.[0].resource]).toEqual([402, `http://launch.test/api/agent/status/${written}`])
  })

  test('402 lists the price in atomic units, for both versions of the protocol, before the body is looked at', async () => {
    const paid = await scene()
    const answer = await paid.app.call('POST', DRY_RUN, { no: 'body of ours' })
    expect(answer).toMatchObject({
      status: 402,
      body: {
        code: 'payment_required',
        detail: 'This call costs $0.05, and neither a payment nor an API key came with it.',
        x402Version: 1,
        limits: { perMinute: 60, addressPerMinute: 120, launchesPerHour: 5 },
        credits: 'POST /api/credits',
        accepts: [
          {
            scheme: 'exact',
            network: 'base',
            maxAmountRequired: '50000',
            amount: '50000',
            payTo: PAY_TO,
            asset: PAYMENT_NETWORK.asset,
            resource: `http://launch.test${DRY_RUN}`,
            extra: { name: 'USD Coin', version: '2' },
          },
        ],
      },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(fromBase64Json(answer.headers.get('payment-required'))).toEqual({
      x402Version: 2,
      error: answer.body.detail,
      resource: {
        url: `http://launch.test${DRY_RUN}`,
        description: 'Validate and price a launch or a fee wiring; spends nothing',
        mimeType: 'application/json',
        serviceName: 'Agent Launch Service',
        tags: ['dry-run', 'solana', 'token launch', 'agents'],
        iconUrl: 'http://launch.test/icon.svg',
      },
      accepts: [
        {
          scheme: 'exact',
          network: 'eip155:8453',
          amount: '50000',
          asset: PAYMENT_NETWORK.asset,
          payTo: PAY_TO,
          maxTimeoutSeconds: 300,
          extra: { name: 'USD Coin', version: '2' },
        },
      ],
      extensions: { bazaar: { info: expect.anything(), schema: expect.anything() } },
    })
    await expectNothingCharged(paid)
  })

  test('without payments, and on key management, a call without a key stays 401', async () => {
    const { app } = await scene()
    expect(await app.call('GET', '/api/agent/keys')).toMatchObject({ status: 401, body: { code: 'api_key_invalid' } })
    const withoutPayments = await unpaid()
    expect(await withoutPayments.call('POST', DRY_RUN, {})).toMatchObject({ status: 401 })
    expect((await withoutPayments.call('GET', '/api/coins')).headers.has('access-control-allow-origin')).toBe(false)
  })

  test('a wrong key beside a payment is 401 and no offer, and nothing is charged', async () => {
    const paid = await scene()
    const headers = paid.payer.pay(PRICE.dryRun)
    const answer = await paid.app.call('POST', DRY_RUN, paid.app.launchBody(), { key: 'wrong', headers })
    expect(answer).toMatchObject({ status: 401, body: { code: 'api_key_invalid' } })
    expect(answer.headers.has('payment-required')).toBe(false)
    await expectNothingCharged(paid)
  })

  test('prices are the operator’s', async () => {
    const { app } = await scene({ env: { X402_PRICES: '{"launch":"$2.5","dry-run":"0.000001"}' } })
    const priceOf = async (path: string) => (await app.call('POST', path, {})).body.accepts[0].amount
    expect([await priceOf('/api/agent/launch'), await priceOf(DRY_RUN), await priceOf('/api/agent/crank')]).toEqual([
      '2500000',
      '1',
      '50000',
    ])
  })

  test('browsers of other origins may pay, and read the receipt', async () => {
    const { app, payer } = await scene()
    const flight = await app.raw(
      new Request(`http://launch.test${DRY_RUN}`, {
        method: 'OPTIONS',
        headers: { 'access-control-request-method': 'POST', origin: 'https://x.test' },
      }),
    )
    expect(flight.status).toBe(204)
    expect(flight.headers.get('access-control-allow-headers')).toContain('payment-signature')
    const answer = await paidDryRun(app, payer.pay(PRICE.dryRun))
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-expose-headers')).toContain('payment-response')
  })
})

describe('decision "A paid call is charged when it succeeds": a payment buys one call', () => {
  test.each([1, 2] as const)('version %d: run, charged, answered with a receipt; the payer is the caller', async (version) => {
    const { app, bank, payer } = await scene()
    const answer = await paidDryRun(app, payer.pay(PRICE.dryRun, { version }))
    expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    expect(bank.transfers).toMatchObject([{ payer: payer.address, amount: PRICE.dryRun }])
    const receipt = {
      success: true,
      transaction: bank.transfers[0]!.transaction,
      network: version === 2 ? 'eip155:8453' : 'base',
      payer: payer.address,
    }
    expect(fromBase64Json(answer.headers.get('payment-response'))).toEqual(receipt)
    expect(answer.headers.has('x-payment-response')).toBe(version === 1)
    expect(answer.headers.has('payment-receipt')).toBe(false)
    expect(await allPayments(app)).toMatchObject([{ state: 'done', transaction: receipt.transaction, route: `POST ${DRY_RUN}` }])
    for (const state of ['claimed', 'settling', 'settled', 'done'])
      expect(app.deps.metrics.text()).toContain(`svc_payments_total{state="${state}"} 1\n`)
    expect((await app.deps.storage.dryRuns.find(answer.body.dryRunId))!.keyId as string).toBe(`payer:${payer.address}`)
  })

  test('a key beside a payment wins, and nothing is charged', async () => {
    const paid = await scene()
    const answer = await paid.app.call('POST', DRY_RUN, paid.app.launchBody(), {
      key: await paid.app.claim(),
      headers: paid.payer.pay(PRICE.dryRun),
    })
    expect(answer.status).toBe(200)
    expect(paid.bank.calls).toEqual({ verify: 0, settle: 0, lookUp: 0 })
    await expectNothingCharged(paid)
  })

  test('rules 5.1: a launch, its status and its list are the payer’s own; another payer sees nothing, and pays nothing for a 404', async () => {
    const { app, bank, payer } = await scene()
    const launched = await paidLaunch(app, payer.pay(PRICE.launch))
    expect(launched.status).toBe(201)
    const { mint } = launched.body
    const read = (who: Payer, path: string) => app.call('GET', path, undefined, { headers: who.pay(PRICE.upkeep) })
    expect((await read(payer, '/api/agent/launches')).body.launches).toMatchObject([{ mint }])
    expect(await read(payer, `/api/agent/status/${mint}`)).toMatchObject({ status: 200, body: { feeShareLocked: true } })
    const charged = bank.transfers.length
    const stranger = bank.newPayer()
    expect(await read(stranger, `/api/agent/status/${mint}`)).toMatchObject({ status: 404, body: { code: 'coin_not_found' } })
    expect(bank.transfers).toHaveLength(charged)
    expect((await read(stranger, '/api/agent/launches')).body.launches).toEqual([])
    expect(await app.call('GET', `/api/agent/status/${mint}`, undefined, { key: await app.claim() })).toMatchObject({ status: 200 })
  })

  test('every route of the price list takes a payment: autohire, unsigned, crank, wire-fees, webhooks', async () => {
    const { app, bank, payer } = await scene({
      kols: [{ ...makeKol({ handle: 'frogfan', narratives: ['frog'], wallet: newPerson().wallet }), optedOut: false }],
    })
    const hired = await app.call('POST', '/api/agent/autohire', { name: 'Frog', ticker: 'FROG' }, { headers: payer.pay(PRICE.autohire) })
    expect(hired.status).toBe(200)
    const { mint } = (await paidLaunch(app, payer.pay(PRICE.launch), { ticker: 'XLOCKFAIL' })).body
    const withKey = (path: string, body: unknown) =>
      app.call('POST', path, body, { headers: { ...payer.pay(PRICE.upkeep), 'x-launcher-key': app.launcher.secret } })
    expect(await withKey('/api/agent/wire-fees', { mint })).toMatchObject({ status: 201 })
    expect(await withKey('/api/agent/crank', { mint })).toMatchObject({ status: 200 })
    const hook = await withKey('/api/webhooks', { url: 'https://example.com/hook', events: ['launch.created'] })
    expect(hook).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/^whsec_/) } })
    const mine = await app.call('GET', '/api/webhooks', undefined, { headers: payer.pay(PRICE.upkeep) })
    expect(mine.body.webhooks).toMatchObject([{ id: hook.body.webhook.id }])
    expect(bank.transfers.map(({ amount }) => amount)).toEqual([10_000n, 1_000_000n, 50_000n, 50_000n, 50_000n, 50_000n])
    expect(new Set(await states(app))).toEqual(new Set(['done']))
  })
})

describe('decision "A paid call is charged when it succeeds": a refused call costs nothing', () => {
  test.each([
    ['a body of the wrong form', (app: TestApp) => app.launchBody({ ticker: '!' })],
    ['a rule of the launch', (app: TestApp) => app.launchBody({ crew: [{ handle: 'a', wallet: app.launcher.wallet, share: 99 }] })],
  ])('%s', async (_case, body) => {
    const paid = await scene()
    const headers = { ...paid.payer.pay(PRICE.launch), 'x-launcher-key': paid.app.launcher.secret }
    const answer = await paid.app.call('POST', '/api/agent/launch', body(paid.app), { headers })
    expect(answer.status).toBe(400)
    await expectNothingCharged(paid)
  })

  test('a launcher who cannot pay for the launch keeps the payment, which is good for the corrected request', async () => {
    const paid = await scene()
    const headers = paid.payer.pay(PRICE.launch)
    expect(await paidLaunch(paid.app, headers, { initialBuySol: 10 })).toMatchObject({ status: 400, body: { code: 'balance_too_low' } })
    await expectNothingCharged(paid)
    expect(await paidLaunch(paid.app, headers)).toMatchObject({ status: 201 })
    expect(paid.bank.transfers).toHaveLength(1)
  })

  test('decision "A payer": the sixth launch of an hour is refused before it is charged', async () => {
    const { app, bank, payer } = await scene()
    for (let index = 0; index < 5; index += 1)
      expect((await paidLaunch(app, payer.pay(PRICE.launch), { name: `Frog ${index}` })).status).toBe(201)
    expect(await paidLaunch(app, payer.pay(PRICE.launch))).toMatchObject({ status: 429, body: { code: 'launches_per_hour_exceeded' } })
    expect(bank.transfers).toHaveLength(5)
    expect((await paidLaunch(app, bank.newPayer().pay(PRICE.launch))).status).toBe(201)
  })

  test('decision "A payer": rates count each payer, and a name that anyone can write counts for nobody', async () => {
    const { app, bank, payer } = await scene({ policy: {} })
    const forged = { signature: `0x${'11'.repeat(65)}` }
    const from = (index: number) => ({ address: `192.0.2.${index}` })
    const read = (headers: Record<string, string>, index: number) =>
      app.call('GET', '/api/agent/launches', undefined, { headers, ...from(index) })
    for (let index = 0; index < 70; index += 1) await read(payer.pay(PRICE.upkeep, forged), 1)
    expect(await read(payer.pay(PRICE.upkeep, forged), 1)).toMatchObject({ status: 429 })
    for (let index = 0; index < 60; index += 1) expect((await read(payer.pay(PRICE.upkeep), 2 + (index % 30))).status).toBe(200)
    expect(await read(payer.pay(PRICE.upkeep), 40)).toMatchObject({ status: 429, body: { code: 'rate_limit_exceeded' } })
    expect(bank.transfers).toHaveLength(60)
    expect((await read(bank.newPayer().pay(PRICE.upkeep), 40)).status).toBe(200)
  })
})
