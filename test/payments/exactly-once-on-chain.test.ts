import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { encodeFunctionData, type Hex } from 'viem'
import { machineTime } from '../support/machine-time.ts'
import { facilitatorAccess } from '../../src/adapters/payments/facilitator-access.ts'
import { createRemoteFacilitator } from '../../src/adapters/payments/remote-facilitator.ts'
import { usdMicros } from '../../src/domain/brands.ts'
import { fromBase64Json, PAY_TO, paymentHeaders, PRICE } from '../support/payment-bank.ts'
import { type BaseNode, describeOnBase, USDC_ABI } from './support/base-node.ts'
import { newEvmPayer } from './support/evm-payer.ts'
import { type Fault, type FacilitatorServer, startFacilitator } from './support/facilitator-server.ts'
import { FORMS, newCoin, paymentEnv, type PaidService, startPaidService } from './support/paid-service.ts'
import { Secret } from '../../src/lib/secret.ts'
import { startBaseScene } from './support/base-scene.ts'
import { codes, times } from '../support/paid-calls.ts'
import { calldata, rebuild } from './support/settled-authorization.ts'

const DRY_RUN = '/api/agent/launch/dry-run'

// A test that is out of time would take the node along.
setDefaultTimeout(180_000)

describeOnBase('payments on an EVM node, with USDC’s stand-in at its address', () => {
  let scene: Awaited<ReturnType<typeof startBaseScene>>
  let node: BaseNode
  let facilitator: FacilitatorServer
  let service: PaidService
  beforeAll(async () => {
    scene = await startBaseScene()
    ;({ node, facilitator } = scene)
  }, 180_000)
  afterAll(() => scene.stop())
  const serving = (form: (typeof FORMS)[number], work: () => Promise<void>) =>
    scene.serving(form, (started) => {
      service = started
      return work()
    })
  const paidBy = (address: string) => scene.paidBy(address)

  describe.each([...FORMS])('decision "A paid call is charged when it succeeds": %s', (form) => {
    test.each([5, 50])('%d copies of one payment at once: one run, one charge', (copies) =>
      serving(form, async () => {
        const payer = await newEvmPayer(node)
        const headers = await payer.pay(PRICE.dryRun)
        const { body } = newCoin()
        const replies = await Promise.all(Array.from({ length: copies }, () => service.call('POST', DRY_RUN, body, headers)))
        // A copy whose turn comes when the first has ended finds the payment used.
        const [first, ...others] = codes(replies).map((code) => code.replace('payment_used', 'payment_in_progress'))
        expect([first, ...others]).toEqual(['200 ok', ...times('409 payment_in_progress', copies - 1)])
        expect(await paidBy(payer.address)).toHaveLength(1)
        expect(await service.states()).toEqual({ done: 1 })
      }),
    )

    test('50 different payments in parallel: 50 served, 50 charged', () =>
      serving(form, async () => {
        const payer = await newEvmPayer(node)
        const { body } = newCoin()
        const payments = await Promise.all(Array.from({ length: 50 }, () => payer.pay(PRICE.dryRun)))
        const replies = await Promise.all(payments.map((headers) => service.call('POST', DRY_RUN, body, headers)))
        expect(codes(replies)).toEqual(times('200 ok', 50))
        const paid = await paidBy(payer.address)
        expect(new Set(paid.map(({ transaction }) => transaction)).size).toBe(50)
        const receipts = replies.map(({ headers }) => fromBase64Json(headers.get('payment-response')).transaction as string)
        expect(new Set(receipts)).toEqual(new Set(paid.map(({ transaction }) => transaction)))
      }))

    test('a header rebuilt from the chain’s calldata gets nothing, here and at a service that never saw the payment', () =>
      serving(form, async () => {
        const payer = await newEvmPayer(node)
        const status = await service.call('GET', '/api/agent/launches', undefined, await payer.pay(PRICE.upkeep))
        expect(status.status).toBe(200)
        const [{ transaction } = { transaction: '0x' as Hex }] = await paidBy(payer.address)
        const rebuilt = await rebuild(node, transaction)
        const again = await service.call('GET', '/api/agent/launches', undefined, paymentHeaders(rebuilt))
        expect(again).toMatchObject({ status: 409, body: { code: 'payment_used' } })
        const legacy = await service.call('GET', '/api/agent/launches', undefined, paymentHeaders({ ...rebuilt, version: 1 }))
        expect(legacy).toMatchObject({ status: 409, body: { code: 'payment_used' } })
        const other = await service.call('POST', '/api/agent/crank', { mint: 'x' }, paymentHeaders(rebuilt))
        expect(other).toMatchObject({ status: 409, body: { code: 'payment_reused' } })
        const stranger = await startPaidService(paymentEnv(form, node, facilitator.url))
        const elsewhere = await stranger.call('GET', '/api/agent/launches', undefined, paymentHeaders(rebuilt))
        await stranger.stop()
        expect(elsewhere).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
        expect(await paidBy(payer.address)).toHaveLength(1)
      }))

    test.each([
      ['forged', { signature: `0x${'12'.repeat(65)}` as Hex }, 'payment_refused'],
      ['expired', { validBeforeSec: 1 }, 'payment_mismatch'],
      ['not yet valid', { validAfterSec: 99_999_999_999 }, 'payment_mismatch'],
      ['of more than the price', { amountUsdMicros: usdMicros(PRICE.dryRun + 1n) }, 'payment_mismatch'],
      ['to another recipient', { payTo: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' }, 'payment_mismatch'],
    ])('rules 7: one that is %s is 402, and nothing is charged', (_case, changes, code) =>
      serving(form, async () => {
        const payer = await newEvmPayer(node)
        const reply = await service.call('POST', DRY_RUN, newCoin().body, await payer.pay(PRICE.dryRun, changes))
        expect(reply).toMatchObject({ status: 402, body: { code } })
        expect(await paidBy(payer.address)).toEqual([])
        expect(await service.states()).toEqual({})
      }),
    )

    test('a balance drained, and a nonce cancelled or sent by somebody else, between check and settlement', () =>
      serving(form, async () => {
        const drained = await newEvmPayer(node)
        const { deps } = service.server
        const settle = deps.payments!.settle.bind(deps.payments)
        const between = (work: () => Promise<unknown>) => {
          ;(deps.payments as { settle: typeof settle }).settle = async (authorization) => {
            await work()
            return settle(authorization)
          }
        }
        const drain = async () =>
          node.sendAs(
            drained.address,
            encodeFunctionData({
              abi: USDC_ABI,
              functionName: 'transfer',
              args: ['0x00000000000000000000000000000000000000ff', await node.balanceOf(drained.address)],
            }),
          )
        between(drain)
        const withheld = await service.call('POST', DRY_RUN, newCoin().body, await drained.pay(PRICE.dryRun))
        expect(withheld).toMatchObject({ status: 402, body: { code: 'payment_refused' } })
        expect(withheld.body).not.toHaveProperty('dryRunId')
        expect(await paidBy(drained.address)).toEqual([])

        const hasty = await newEvmPayer(node)
        const authorization = await hasty.sign(PRICE.dryRun)
        between(() => node.sendAs('0x00000000000000000000000000000000000000fe', calldata(authorization)))
        const served = await service.call('POST', DRY_RUN, newCoin().body, paymentHeaders(authorization))
        expect(served.status).toBe(200)
        expect(await paidBy(hasty.address)).toHaveLength(1)
        expect(await service.states()).toEqual({ rejected: 1, done: 1 })
      }))
  })

  describe('a facilitator by its URL that fails', () => {
    test.each(['error', 'garbage'] as const)(
      'rules 7: checks answer with %s: 503, nothing charged, the same payment is good later',
      (fault) =>
        serving(FORMS[0], async () => {
          const payer = await newEvmPayer(node)
          const headers = await payer.pay(PRICE.dryRun)
          const { body } = newCoin()
          facilitator.verifyFault = fault
          const reply = await service.call('POST', DRY_RUN, body, headers)
          expect(reply).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
          expect(reply.headers.has('payment-required')).toBe(false)
          expect(await service.states()).toEqual({})
          facilitator.verifyFault = 'none'
          expect((await service.call('POST', DRY_RUN, body, headers)).status).toBe(200)
          expect(await paidBy(payer.address)).toHaveLength(1)
        }),
    )

    test.each(['error', 'garbage', 'liar', 'dead-before-settle'] as Fault[])(
      'decision "Payments may be valid for an hour at most": settlements end with %s: never a fresh 402, and one charge in the end',
      (fault) =>
        serving(FORMS[0], async () => {
          const payer = await newEvmPayer(node)
          const headers = await payer.pay(PRICE.launch)
          const { body, launcherHeader } = newCoin()
          const send = () => service.call('POST', '/api/agent/launch', body, { ...headers, ...launcherHeader })
          facilitator.fault = fault
          for (let index = 0; index < 2; index += 1) {
            const reply = await send()
            expect(reply).toMatchObject({ status: 503, body: { code: 'payment_unresolved' } })
            expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
          }
          expect(await paidBy(payer.address)).toEqual([])
          expect((await service.call('GET', '/api/coins')).body.coins).toEqual([])
          facilitator.fault = 'none'
          expect((await send()).status).toBe(201)
          expect(await paidBy(payer.address)).toHaveLength(1)
          expect(await service.states()).toEqual({ done: 1 })
        }),
    )

    test('decision "Payments may be valid for an hour at most": one that dies between settlement and answer: the chain tells, and the call is served', () =>
      serving(FORMS[0], async () => {
        const payer = await newEvmPayer(node)
        const { body, launcherHeader } = newCoin()
        facilitator.fault = 'dead-after-settle'
        const reply = await service.call('POST', '/api/agent/launch', body, { ...(await payer.pay(PRICE.launch)), ...launcherHeader })
        expect(reply.status).toBe(201)
        const paid = await paidBy(payer.address)
        expect(paid).toHaveLength(1)
        expect(fromBase64Json(reply.headers.get('payment-response')).transaction).toBe(paid[0]!.transaction)
      }))

    test('rules 7: one that is not there at all', async () => {
      const gone = startFacilitator(node.url)
      gone.stop()
      const lonely = await startPaidService(paymentEnv(FORMS[0], node, gone.url))
      const payer = await newEvmPayer(node)
      expect(await lonely.call('POST', DRY_RUN, newCoin().body, await payer.pay(PRICE.dryRun))).toMatchObject({
        status: 503,
        body: { code: 'payment_unavailable' },
      })
      expect(await lonely.states()).toEqual({})
      await lonely.stop()
    })

    test('decision "Payments may be valid for an hour at most": one that takes a request and never answers is not waited for for ever', async () => {
      const payer = await newEvmPayer(node)
      const { verify, settle } = createRemoteFacilitator({
        access: facilitatorAccess(new Secret(facilitator.url), machineTime.clock),
        payTo: PAY_TO,
        solanaPayTo: null,
        timeoutMs: 100,
      })
      facilitator.fault = facilitator.verifyFault = 'silent'
      const authorization = await payer.sign(PRICE.dryRun)
      expect(verify(authorization)).rejects.toThrow('cannot be checked')
      expect(await settle(authorization)).toEqual({ outcome: 'unknown' })
      facilitator.fault = facilitator.verifyFault = 'none'
    })
  })
})
