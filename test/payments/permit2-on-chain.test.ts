import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { x402ExactPermit2ProxyAddress } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { UptoEvmScheme } from '@x402/evm/upto/client'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Address, createPublicClient, encodeFunctionData, type Hex, http, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { PAYMENT_NETWORK } from '../../src/domain/payments/payment.ts'
import { eventually } from '../support/eventually.ts'
import { codes, times } from '../support/paid-calls.ts'
import { fromBase64Json, PRICE } from '../support/payment-bank.ts'
import { startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { USDC_ABI } from './support/base-node.ts'
import { startBaseScene } from './support/base-scene.ts'
import { newEvmPayer } from './support/evm-payer.ts'
import { callService, FORMS, newCoin, paymentEnv, type PaidService } from './support/paid-service.ts'
import { deployPermit2, describeWithPermit2, PERMIT2_ADDRESS } from './support/permit2-contracts.ts'
import { newPermit2Payer, permit2Headers, PERMIT2_SCHEMES, type Permit2Payment, settleData } from './support/permit2-payer.ts'

const DRY_RUN = '/api/agent/launch/dry-run'
const STRANGER = '0x00000000000000000000000000000000000000fe'
const INVALIDATE = parseAbi(['function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)'])

setDefaultTimeout(180_000)

describeWithPermit2('decision "Payments by Permit2": on an EVM node with the real contracts', () => {
  let scene: Awaited<ReturnType<typeof startBaseScene>>
  let service: PaidService
  beforeAll(async () => {
    scene = await startBaseScene()
    await deployPermit2(scene.node)
  }, 180_000)
  afterAll(() => scene.stop())
  const serving = (form: (typeof FORMS)[number], work: () => Promise<void>) =>
    scene.serving(form, (started) => {
      service = started
      return work()
    })
  const dryRun = (headers: Record<string, string>, body = newCoin().body) => service.call('POST', DRY_RUN, body, headers)
  const wasSentTo = async (transaction: Hex) =>
    (await createPublicClient({ transport: http(scene.node.url) }).getTransaction({ hash: transaction })).to
  /** Does this once, between check and settlement. */
  const between = (work: () => Promise<unknown>) => {
    const payments = service.server.deps.payments as { settle: NonNullable<PaidService['server']['deps']['payments']>['settle'] }
    const settle = payments.settle.bind(payments)
    payments.settle = async (authorization, sold) => {
      payments.settle = settle
      await work()
      return settle(authorization, sold)
    }
  }
  /** Anyone may settle an exact payment. */
  const settleAsStranger = (payment: Permit2Payment) => scene.node.sendAs(STRANGER, settleData(payment), x402ExactPermit2ProxyAddress)

  describe.each([...FORMS])('%s', (form) => {
    test('a stock client without a word on Permit2 pays by EIP-3009 as before; one that registers upto alone, or selects, pays by Permit2', () =>
      serving(form, async () => {
        const walk = async (client: x402Client) => {
          const { body } = newCoin()
          const response = await wrapFetchWithPayment(fetch, client)(`${service.url}${DRY_RUN}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
          expect(response.status).toBe(200)
          return wasSentTo(fromBase64Json(response.headers.get('payment-response')).transaction as Hex)
        }
        const stock = privateKeyToAccount((await newEvmPayer(scene.node)).key)
        const plain = new x402Client().register(PAYMENT_NETWORK.caip2, new ExactEvmScheme(stock))
        expect(await walk(plain)).toBe(PAYMENT_NETWORK.asset.toLowerCase() as Address)

        const selecting = await newPermit2Payer(scene.node)
        const chooses = new x402Client((_version, offers) => offers.find(({ extra }) => extra?.assetTransferMethod === 'permit2')!)
        chooses.register(PAYMENT_NETWORK.caip2, new ExactEvmScheme(privateKeyToAccount(selecting.key)))
        expect(await walk(chooses)).toBe(x402ExactPermit2ProxyAddress.toLowerCase() as Address)

        const upto = await newPermit2Payer(scene.node)
        const uptoAlone = new x402Client().register(PAYMENT_NETWORK.caip2, new UptoEvmScheme(privateKeyToAccount(upto.key)))
        await walk(uptoAlone)
        for (const { address } of [selecting, upto]) expect((await scene.paidBy(address)).map(({ value }) => value)).toEqual([PRICE.dryRun])
      }))

    describe.each([...PERMIT2_SCHEMES])('scheme %s', (scheme) => {
      test('20 copies at once: one run, one charge; later it is used, for another request it is another’s', () =>
        serving(form, async () => {
          const payer = await newPermit2Payer(scene.node)
          const headers = await payer.pay(scheme, PRICE.dryRun)
          const { body } = newCoin()
          const replies = await Promise.all(Array.from({ length: 20 }, () => dryRun(headers, body)))
          const [first, ...others] = codes(replies).map((code) => code.replace('payment_used', 'payment_in_progress'))
          expect([first, ...others]).toEqual(['200 ok', ...times('409 payment_in_progress', 19)])
          expect(await dryRun(headers, body)).toMatchObject({ status: 409, body: { code: 'payment_used' } })
          const another = { ...headers, 'x-idempotency-key': crypto.randomUUID() }
          expect(await dryRun(another, body)).toMatchObject({ status: 409, body: { code: 'payment_reused' } })
          expect(await scene.paidBy(payer.address)).toHaveLength(1)
          expect(await service.states()).toEqual({ done: 1 })
        }))

      test('what is wrong in it is a 402 before anything is charged', () =>
        serving(form, async () => {
          const payer = await newPermit2Payer(scene.node)
          const elsewhere = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
          const good = await payer.sign(scheme, PRICE.dryRun)
          const at = (changes: object) => ({ ...good, permit2Authorization: { ...good.permit2Authorization, ...changes } })
          const cases: readonly (readonly [Permit2Payment, string])[] = [
            [await payer.sign(scheme, PRICE.dryRun, { payTo: elsewhere }), 'payment_mismatch'],
            [await payer.sign(scheme, PRICE.dryRun + 1n), 'payment_mismatch'],
            [await payer.sign(scheme, PRICE.dryRun, { asset: elsewhere }), 'payment_mismatch'],
            [await payer.sign(scheme, PRICE.dryRun, { maxTimeoutSeconds: 1 }), 'payment_mismatch'],
            [at({ spender: elsewhere }), 'payment_mismatch'],
            [at({ nonce: '7' }), 'payment_refused'],
            [{ ...good, signature: `0x${'12'.repeat(65)}` }, 'payment_refused'],
          ]
          for (const [payment, code] of cases)
            expect(await dryRun(permit2Headers(scheme, PRICE.dryRun, payment))).toMatchObject({ status: 402, body: { code } })
          const poor = await newPermit2Payer(scene.node, PRICE.dryRun - 1n)
          const closed = await newPermit2Payer(scene.node, undefined, PRICE.dryRun - 1n)
          for (const [one, reason] of [
            [poor, 'permit2_insufficient_balance'],
            [closed, 'permit2_allowance_required'],
          ] as const)
            expect(await dryRun(await one.pay(scheme, PRICE.dryRun))).toMatchObject({
              status: 402,
              body: { code: 'payment_refused', detail: expect.stringContaining(reason) },
            })
          for (const { address } of [payer, poor, closed]) expect(await scene.paidBy(address)).toEqual([])
          expect(await service.states()).toEqual({})
        }))

      test('a balance drained, or a nonce made invalid, between check and settlement: no work, no charge', () =>
        serving(form, async () => {
          const drained = await newPermit2Payer(scene.node)
          const everything = encodeFunctionData({ abi: USDC_ABI, functionName: 'transfer', args: [STRANGER, 1_000_000_000n] })
          between(() => scene.node.sendAs(drained.address, everything))
          const refused = await dryRun(await drained.pay(scheme, PRICE.dryRun))
          // The library's facilitator does not say that nothing was sent: then the chain decides, when the signature has expired.
          const refusals = form === FORMS[0] ? ['payment_refused', 'payment_unresolved'] : ['payment_refused']
          expect(refusals).toContain(refused.body.code)
          expect(refused.body).not.toHaveProperty('dryRunId')

          const fickle = await newPermit2Payer(scene.node)
          const payment = await fickle.sign(scheme, PRICE.dryRun)
          const nonce = BigInt(payment.permit2Authorization.nonce)
          const args = [nonce >> 8n, 1n << (nonce & 255n)] as const
          const invalidate = encodeFunctionData({ abi: INVALIDATE, functionName: 'invalidateUnorderedNonces', args })
          between(() => scene.node.sendAs(fickle.address, invalidate, PERMIT2_ADDRESS))
          const withheld = await dryRun(permit2Headers(scheme, PRICE.dryRun, payment))
          expect(withheld.body).not.toHaveProperty('dryRunId')
          expect(['payment_refused', 'payment_unresolved']).toContain(withheld.body.code)
          for (const { address } of [drained, fickle]) expect(await scene.paidBy(address)).toEqual([])
        }))
    })

    test('an exact one that a stranger settles between check and settlement is served, and charged once', () =>
      serving(form, async () => {
        const payer = await newPermit2Payer(scene.node)
        const payment = await payer.sign('exact', PRICE.dryRun)
        between(() => settleAsStranger(payment))
        expect((await dryRun(permit2Headers('exact', PRICE.dryRun, payment))).status).toBe(200)
        expect(await scene.paidBy(payer.address)).toHaveLength(1)
        expect(await service.states()).toEqual({ done: 1 })
      }))
  })

  test.each([...PERMIT2_SCHEMES])('%s: a facilitator that dies after it settled: the chain tells, and the call is served', (scheme) =>
    serving(FORMS[0], async () => {
      const payer = await newPermit2Payer(scene.node)
      scene.facilitator.fault = 'dead-after-settle'
      const reply = await dryRun(await payer.pay(scheme, PRICE.dryRun))
      expect(reply.status).toBe(200)
      const [paid, ...more] = await scene.paidBy(payer.address)
      expect(more).toEqual([])
      expect(fromBase64Json(reply.headers.get('payment-response')).transaction).toBe(paid!.transaction)
    }),
  )

  test('kill -9 while a settlement is awaited: after the restart the chain tells that it was paid, and the same request is served', async () => {
    const data = temporaryDataDir()
    const env = { DATA_DIR: data.dataDir, ...paymentEnv(FORMS[0], scene.node, scene.facilitator.url) }
    const payer = await newPermit2Payer(scene.node)
    const payment = await payer.sign('exact', PRICE.launch)
    const { body, launcherHeader } = newCoin()
    const headers = { ...permit2Headers('exact', PRICE.launch, payment), ...launcherHeader }
    const killed = await startServerProcess(env)
    scene.facilitator.fault = 'silent'
    const settled = scene.facilitator.calls.settle
    const lost = callService(killed.url, 'POST', '/api/agent/launch', body, headers).catch(() => null)
    await eventually(() => scene.facilitator.calls.settle > settled)
    await settleAsStranger(payment)
    await killed.kill()
    expect(await lost).toBeNull()
    scene.facilitator.fault = 'none'
    const restarted = await startServerProcess(env)
    const reply = await eventually(
      async () => {
        const answer = await callService(restarted.url, 'POST', '/api/agent/launch', body, headers)
        return answer.status === 201 && answer
      },
      60_000,
      200,
    )
    expect(reply.body).toMatchObject({ feeShareLocked: true })
    expect((await callService(restarted.url, 'GET', '/api/coins')).body.coins).toHaveLength(1)
    expect(await scene.paidBy(payer.address)).toHaveLength(1)
    await restarted.stop()
    data.remove()
  })
})
