import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Hex, numberToHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { eventually } from '../support/eventually.ts'
import { PAY_TO, PRICE } from '../support/payment-bank.ts'
import { OPERATOR_KEY } from '../support/test-app.ts'
import { type BaseNode, describeOnBase, FACILITATOR_KEY, startBaseNode } from './support/base-node.ts'
import { type EvmPayer, newEvmPayer } from './support/evm-payer.ts'
import { FORMS, newCoin, paymentEnv, type PaidService, startPaidService } from './support/paid-service.ts'

setDefaultTimeout(180_000)

const DRY_RUN = '/api/agent/launch/dry-run'
const ETH = 10n ** 18n

describeOnBase('rules 7: the wallet of the facilitator in the process has no gas', () => {
  let node: BaseNode
  let service: PaidService
  beforeAll(async () => {
    node = await startBaseNode()
    service = await startPaidService(paymentEnv(FORMS[1], node, ''))
  })
  afterAll(async () => {
    await service.stop()
    await node.stop()
  })
  const wallet = privateKeyToAddress(FACILITATOR_KEY)
  const fill = (amountWei: bigint) => node.call('anvil_setBalance', wallet, numberToHex(amountWei))
  const nonce = () => node.call<Hex>('eth_getTransactionCount', wallet, 'pending')
  const newCalls = async (count: number) => {
    const payers: EvmPayer[] = []
    while (payers.length < count) payers.push(await newEvmPayer(node))
    const calls = await Promise.all(payers.map(async (payer) => ({ body: newCoin().body, headers: await payer.pay(PRICE.dryRun) })))
    return { payers, calls }
  }

  test('every payment is 503 with retry-after, nothing is charged, kept or sent; the same payments work once it is filled', async () => {
    const { payers, calls } = await newCalls(3)
    const before = await nonce()
    for (const heldWei of [0n, 1n, 1_000_000n]) {
      await fill(heldWei)
      for (const { body, headers } of calls) {
        const reply = await service.call('POST', DRY_RUN, body, headers)
        expect(reply).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    }
    expect([await nonce(), await service.states(), await node.paymentsTo(PAY_TO)]).toEqual([before, {}, []])
    await fill(ETH)
    for (const { body, headers } of calls) expect((await service.call('POST', DRY_RUN, body, headers)).status).toBe(200)
    expect(await node.paymentsTo(PAY_TO)).toHaveLength(payers.length)
  })

  test('emptied between check and settlement: 503 as well, nothing sent, and the same payment is charged once when it is filled', async () => {
    const payer = await newEvmPayer(node)
    const [{ body }, headers] = [newCoin(), await payer.pay(PRICE.dryRun)]
    const { deps } = service.server
    const settle = deps.payments!.settle
    Object.assign(deps.payments!, {
      settle: async (...asked: Parameters<typeof settle>) => {
        await fill(0n)
        return settle(...asked)
      },
    })
    const before = await nonce()
    const reply = await service.call('POST', DRY_RUN, body, headers)
    expect(reply).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    expect([await nonce(), await node.balanceOf(payer.address)]).toEqual([before, 1_000_000_000n])
    Object.assign(deps.payments!, { settle })
    expect((await service.call('POST', DRY_RUN, body, headers)).status).toBe(503)
    await fill(ETH)
    expect((await service.call('POST', DRY_RUN, body, headers)).status).toBe(200)
    expect(await node.balanceOf(payer.address)).toBe(1_000_000_000n - PRICE.dryRun)
  })

  test('twenty at once with gas for a few: each is settled or 503, no nonce is lost, and all are settled once it is filled', async () => {
    const { payers, calls } = await newCalls(20)
    const price = BigInt(await node.call<Hex>('eth_gasPrice'))
    await fill(price * 150_000n * 3n)
    const replies = await Promise.all(calls.map(({ body, headers }) => service.call('POST', DRY_RUN, body, headers)))
    const paid = replies.filter(({ status }) => status === 200).length
    for (const { status, body } of replies) if (status !== 200) expect([status, body.code]).toEqual([503, 'payment_unavailable'])
    expect(paid).toBeLessThan(payers.length)
    await fill(ETH)
    const refused = calls.filter((_, index) => replies[index]!.status !== 200)
    for (const { body, headers } of refused) {
      // The service's own look after payments may have one at the very moment.
      await eventually(async () => {
        const reply = await service.call('POST', DRY_RUN, body, headers)
        if (reply.status === 409) expect(reply.body.code).toBe('payment_in_progress')
        else expect(reply.status).toBe(200)
        return reply.status === 200
      })
    }
    for (const { address } of payers) expect(await node.balanceOf(address)).toBe(1_000_000_000n - PRICE.dryRun)
  })

  test('its balance is a metric, from which the alarm AgentLaunchWalletLow is made', async () => {
    await fill(1_000n)
    const read = async () => {
      const text = await (await fetch(`${service.url}/metrics`, { headers: { 'x-svc-api-key': OPERATOR_KEY } })).text()
      return text.split('\n').find((line) => line.startsWith('svc_wallet_balance_atomic{') && line.includes(wallet))
    }
    const line = await read()
    expect(line).toContain('role="payments"')
    expect(line).toContain('currency="ETH"')
    expect(line).toEndWith(' 1000')
  })
})
