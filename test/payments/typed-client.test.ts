import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { privateKeyToAccount } from 'viem/accounts'
import { createClient, dataOf, launch, PaymentNotMade } from '../../clients/typescript/src/agent-launch-client.ts'
import { payingFetch } from '../../clients/typescript/src/paying-fetch.ts'
import { PAY_TO, PRICE } from '../support/payment-bank.ts'
import { type BaseNode, describeOnBase, startBaseNode } from './support/base-node.ts'
import { newEvmPayer } from './support/evm-payer.ts'
import { FORMS, newCoin, type PaidService, paymentEnv, startPaidService } from './support/paid-service.ts'

// A test that is out of time would take the node along.
setDefaultTimeout(180_000)

describeOnBase('decision "The typed client": the typed client pays on an EVM node', () => {
  let node: BaseNode
  let service: PaidService
  beforeAll(async () => {
    node = await startBaseNode()
    service = await startPaidService(paymentEnv(FORMS[1], node, ''))
  }, 180_000)
  afterAll(async () => {
    await service.stop()
    await node.stop()
  })

  const paidBy = async (payer: string) => (await node.paymentsTo(PAY_TO)).filter(({ from }) => from === payer).map(({ value }) => value)

  test('decision "The typed client": for a plan and a launch without a key; a launch whose answer is lost is paid once, and there is one coin', async () => {
    const payer = await newEvmPayer(node, 2_000_000n)
    const payments: (string | null)[] = []
    const send = async (request: Request) => {
      const answer = await fetch(request)
      if (!request.url.endsWith('/api/agent/launch')) return answer
      payments.push(request.headers.get('payment-signature'))
      if (payments.length === 2) throw new TypeError('the connection was cut')
      return answer
    }
    const client = createClient({ baseUrl: service.url, fetch: payingFetch(privateKeyToAccount(payer.key), { fetch: send }) })
    const { body, launcherHeader } = newCoin()
    const plan = dataOf(await client.POST('/api/agent/launch/dry-run', { body }))
    const launched = dataOf(await launch(client, { ...body, dryRunId: plan.dryRunId }, { launcherKey: launcherHeader['x-launcher-key'] }))
    expect(launched.feeShareLocked).toBe(true)
    // Without a payment, with one, and with the same one again.
    expect(payments).toEqual([null, expect.any(String), payments[1]!])
    expect(await paidBy(payer.address)).toEqual([PRICE.dryRun, PRICE.launch])
  })

  test('no call above its bound is paid', async () => {
    const payer = await newEvmPayer(node, 2_000_000n)
    const client = createClient({ baseUrl: service.url, fetch: payingFetch(privateKeyToAccount(payer.key), { callUsdMax: '0.5' }) })
    const { body, launcherHeader } = newCoin()
    await expect(launch(client, body, { launcherKey: launcherHeader['x-launcher-key'] })).rejects.toThrow(PaymentNotMade)
    expect(await paidBy(payer.address)).toEqual([])
  })
})
