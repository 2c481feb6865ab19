import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { address } from '@solana/kit'
import { decodePaymentResponseHeader } from '@x402/fetch'
import { paymentFindings } from '../../src/commands/doctor/payment-findings.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { machineTime } from '../support/machine-time.ts'
import { describeChain } from '../chain/support/describe-chain.ts'
import { fromBase64Json, PRICE } from '../support/payment-bank.ts'
import { type Fault, startFacilitator } from './support/facilitator-server.ts'
import { newCoin, type PaidService } from './support/paid-service.ts'
import { newWallet, type SolanaScene, startSolanaScene, USDC } from './support/solana-scene.ts'

setDefaultTimeout(180_000)

const NETWORK = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

describeChain('rules 5.1: payments on Solana, by the real token program and the protocol’s own client and facilitator', () => {
  let scene: SolanaScene
  beforeAll(async () => {
    scene = await startSolanaScene()
  })
  afterAll(() => scene.stop())

  const { body: coin } = newCoin()
  const dryRun = ({ call }: PaidService, headers: Record<string, string>) => call('POST', '/api/agent/launch/dry-run', coin, headers)

  test('a stock client pays for every call to the last unit, and holds no SOL', async () => {
    await scene.serving(async ({ url, states }) => {
      const payer = await scene.newPayer(2_000_000n)
      const before = scene.held(scene.payee.wallet)
      const pay = scene.stockFetch(payer)
      const { body, launcherHeader } = newCoin()
      const call = async (path: string, what: unknown, headers: Record<string, string> = {}) => {
        const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(what) }
        const response = await pay(`${url}${path}`, init)
        return { status: response.status, body: (await response.json()) as any, receipt: response.headers.get('payment-response')! }
      }
      const plan = await call('/api/agent/launch/dry-run', body)
      expect(plan).toMatchObject({ status: 200, body: { ok: true } })
      const launched = await call('/api/agent/launch', { ...body, dryRunId: plan.body.dryRunId }, launcherHeader)
      expect(launched).toMatchObject({ status: 201, body: { feeShareLocked: true } })
      const paid = PRICE.dryRun + PRICE.launch
      expect([scene.held(payer.wallet), scene.held(scene.payee.wallet) - before]).toEqual([2_000_000n - paid, paid])
      for (const { receipt: header } of [plan, launched]) {
        const { transaction, ...receipt } = decodePaymentResponseHeader(header)
        expect(receipt).toEqual({ success: true, network: NETWORK, payer: payer.wallet })
        expect(scene.chain.ledger.get(transaction)).toMatchObject({ err: null })
      }
      expect([await states(), scene.chain.svm.getBalance(address(payer.wallet)) ?? 0n]).toEqual([{ done: 2 }, 0n])
    })
  })

  test('the 402 and the catalogue offer both networks; where the facilitator has no Solana, Base alone', async () => {
    await scene.serving(async (service) => {
      const unpaid = await dryRun(service, {})
      const { accepts } = fromBase64Json(unpaid.headers.get('payment-required'))
      expect(accepts.map(({ network }: { network: string }) => network)).toEqual(['eip155:8453', NETWORK])
      expect(accepts[1]).toEqual({
        scheme: 'exact',
        network: NETWORK,
        amount: '50000',
        asset: USDC,
        payTo: scene.payee.wallet,
        maxTimeoutSeconds: 300,
        extra: { feePayer: scene.feePayer.wallet },
      })
      const { items } = (await service.call('GET', '/.well-known/x402')).body
      expect(items.find(({ resource }: { resource: string }) => resource.endsWith('/dry-run')).accepts).toEqual(accepts)
      for (const { method, resource } of items) {
        const { status, headers } = await service.call(method, new URL(resource).pathname)
        const bytes = [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
        // Proxies give 4 KiB to all headers of an answer.
        expect({ resource, status, fits: bytes <= 4_096 ? true : bytes }).toEqual({ resource, status: 402, fits: true })
      }
      expect((await service.call('GET', '/api/agent')).body.payments.solana).toEqual({
        network: NETWORK,
        asset: USDC,
        payTo: scene.payee.wallet,
      })
    })
    await scene.serving(
      async (service) => {
        const { accepts } = fromBase64Json((await dryRun(service, {})).headers.get('payment-required'))
        expect(accepts.map(({ network }: { network: string }) => network)).toEqual(['eip155:8453'])
      },
      { X402_FACILITATOR_URL: 'http://127.0.0.1:9' },
    )
  })

  test('doctor says whether payments on Solana can be settled, and what a payee needs', async () => {
    const lines = async (changes: Record<string, string>) =>
      (await paymentFindings(machineTime, readConfig({ ...scene.env, ...changes }))).slice(1).map(({ level, text }) => `${level}: ${text}`)
    expect(await lines({})).toEqual(['ok: the facilitator settles on Solana'])
    expect(await lines({ X402_SOLANA_PAY_TO: (await newWallet()).wallet })).toEqual([
      'fail: X402_SOLANA_PAY_TO has no account for USDC: no payment on Solana can be settled',
    ])
    expect(await lines({ X402_SOLANA_RPC_URL: 'http://127.0.0.1:9' })).toEqual(['fail: Solana’s node does not answer'])
    const onBase = startFacilitator('http://127.0.0.1:9')
    expect(await lines({ X402_FACILITATOR_URL: onBase.url })).toEqual(['fail: the facilitator does not settle on Solana'])
    onBase.stop()
  })

  test('one payment many times at once, and again later: charged once, answered once', async () => {
    await scene.serving(async (service) => {
      const payer = await scene.newPayer()
      const headers = scene.headerOf(await scene.draft({ payer, amount: PRICE.dryRun }), PRICE.dryRun)
      const ask = () => dryRun(service, headers)
      const answers = await Promise.all(Array.from({ length: 5 }, ask))
      answers.push(await ask())
      expect(answers.map(({ status, body: { code = 'ok' } }) => `${status} ${code}`).filter((text) => text === '200 ok')).toHaveLength(1)
      for (const {
        status,
        body: { code },
      } of answers)
        if (status !== 200) expect(['payment_in_progress', 'payment_used']).toContain(code)
      expect([scene.held(payer.wallet), await service.states()]).toEqual([10_000_000n - PRICE.dryRun, { done: 1 }])
    })
  })

  test('a payment that landed, sent to a service whose database is of before it: refused, not charged again and not served', async () => {
    const payer = await scene.newPayer()
    const headers = scene.headerOf(await scene.draft({ payer, amount: PRICE.dryRun }), PRICE.dryRun)
    await scene.serving(async (service) => expect((await dryRun(service, headers)).status).toBe(200))
    await scene.serving(async (restored) => {
      const answer = await dryRun(restored, headers)
      expect(answer).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
      expect(answer.body.detail).toContain('transaction_already_landed')
      expect(await restored.states()).toEqual({})
    })
    expect(scene.held(payer.wallet)).toBe(10_000_000n - PRICE.dryRun)
  })

  test.each(['dead-after-settle', 'twice'] as const)(
    'a facilitator that is %s: the payment is found on the chain, and the call goes on',
    async (fault) => {
      await scene.serving(async (service) => {
        const payer = await scene.newPayer()
        const headers = scene.headerOf(await scene.draft({ payer, amount: PRICE.dryRun }), PRICE.dryRun)
        scene.facilitator.fault = fault
        const answer = await dryRun(service, headers)
        expect(answer.status).toBe(200)
        const { transaction } = fromBase64Json(answer.headers.get('payment-response'))
        expect(scene.chain.ledger.get(transaction)).toMatchObject({ err: null })
        expect([scene.held(payer.wallet), await service.states()]).toEqual([10_000_000n - PRICE.dryRun, { done: 1 }])
      })
    },
  )

  test.each<Fault>(['dead-before-settle', 'liar', 'garbage', 'error'])(
    'a facilitator that is %s when it has to settle: 503, and the same payment is charged once, by whichever settles it later',
    async (fault) => {
      await scene.serving(async (service) => {
        const payer = await scene.newPayer()
        const headers = scene.headerOf(await scene.draft({ payer, amount: PRICE.launch }), PRICE.launch)
        const { body, launcherHeader } = newCoin()
        const launch = () => service.call('POST', '/api/agent/launch', body, { ...launcherHeader, ...headers })
        scene.facilitator.fault = fault
        expect(await launch()).toMatchObject({ status: 503, body: { code: 'payment_unresolved' } })
        expect([scene.held(payer.wallet), await service.states()]).toEqual([10_000_000n, { unknown: 1 }])
        scene.facilitator.fault = 'none'
        expect((await launch()).status).toBe(201)
        expect(await launch()).toMatchObject({ status: 409, body: { code: 'payment_used' } })
        expect([scene.held(payer.wallet), await service.states()]).toEqual([10_000_000n - PRICE.launch, { done: 1 }])
      })
    },
  )

  test('a facilitator that is down for the check: 503, nothing charged, and the same payment works later', async () => {
    await scene.serving(async (service) => {
      const payer = await scene.newPayer()
      const headers = scene.headerOf(await scene.draft({ payer, amount: PRICE.dryRun }), PRICE.dryRun)
      await dryRun(service, {})
      scene.facilitator.verifyFault = 'error'
      expect(await dryRun(service, headers)).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
      scene.facilitator.verifyFault = 'none'
      expect((await dryRun(service, headers)).status).toBe(200)
      expect(scene.held(payer.wallet)).toBe(10_000_000n - PRICE.dryRun)
    })
  })

  test('a settlement that never happened has lapsed once its blockhash is dead and its time is over, and the payment is refused', async () => {
    await scene.serving(async (service) => {
      const payer = await scene.newPayer()
      const headers = scene.headerOf(await scene.draft({ payer, amount: PRICE.dryRun }), PRICE.dryRun)
      scene.facilitator.fault = 'dead-before-settle'
      expect(await dryRun(service, headers)).toMatchObject({ status: 503, body: { code: 'payment_unresolved' } })
      scene.chain.advanceSlots(151)
      expect(await dryRun(service, headers)).toMatchObject({ status: 503, body: { code: 'payment_unresolved' } })
      scene.chain.advanceSlots(1_000)
      scene.facilitator.fault = 'none'
      expect(await dryRun(service, headers)).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
      expect([scene.held(payer.wallet), await service.states()]).toEqual([10_000_000n, { rejected: 1 }])
    })
  })
})
