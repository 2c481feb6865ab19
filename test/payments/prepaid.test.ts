import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { privateKeyToAccount } from 'viem/accounts'
import { createClient, dataOf, launch, newSigner, prepaidFetch } from '../../clients/typescript/src/agent-launch-client.ts'
import { payingFetch } from '../../clients/typescript/src/paying-fetch.ts'
import { PAY_TO } from '../support/payment-bank.ts'
import { type BaseNode, describeOnBase, startBaseNode } from './support/base-node.ts'
import { newEvmPayer } from './support/evm-payer.ts'
import { FORMS, newCoin, type PaidService, paymentEnv, startPaidService } from './support/paid-service.ts'

// A test that is out of time would take the node along.
setDefaultTimeout(180_000)

/** A port that was free a moment ago: signed texts name the service with its port. */
async function freePort(): Promise<number> {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const { port } = server
  await server.stop(true)
  return port!
}

describeOnBase('decision "Prepaid calls": on an EVM node', () => {
  let node: BaseNode
  let service: PaidService
  beforeAll(async () => {
    node = await startBaseNode()
    const port = await freePort()
    service = await startPaidService({
      ...paymentEnv(FORMS[1], node, ''),
      PORT: String(port),
      BASE_URL: `http://127.0.0.1:${port}`,
      X402_PRICES: '{"dry-run":"$0.05 + $0.02/crew"}',
    })
  }, 180_000)
  afterAll(async () => {
    await service.stop()
    await node.stop()
  })

  test('decision "Prepaid calls": the official x402 client buys; a plan, a launch and a tool of /mcp are paid out of the balance, and the rest is due to the payer', async () => {
    const payer = await newEvmPayer(node, 6_000_000n)
    const session = await newSigner()
    const baseUrl = service.url
    const buyer = createClient({ baseUrl, fetch: payingFetch(privateKeyToAccount(payer.key), { callUsdMax: '5' }) })
    const bought = dataOf(await buyer.POST('/api/credits', { body: { sessionKey: session.address, amountUsd: '5' } }))
    expect(bought).toMatchObject({ payer: payer.address.toLowerCase(), balance: '5000000' })

    const send = prepaidFetch(session)
    const prepaid = createClient({ baseUrl, fetch: send })
    const { body, launcherHeader } = newCoin()
    const plan = dataOf(await prepaid.POST('/api/agent/launch/dry-run', { body }))
    const launched = dataOf(await launch(prepaid, { ...body, dryRunId: plan.dryRunId }, { launcherKey: launcherHeader['x-launcher-key'] }))
    expect(launched.feeShareLocked).toBe(true)

    const mcp = new Client({ name: 'test', version: '1' })
    const asRequest = (url: string | URL | Request, init?: RequestInit) => send(new Request(url as URL, init))
    await mcp.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { fetch: asRequest as typeof fetch }))
    const tool = await mcp.callTool({ name: 'dry_run', arguments: newCoin().body })
    expect(tool.isError ?? false).toBe(false)
    await mcp.close()

    const { balance } = dataOf(await prepaid.GET('/api/credits'))
    expect(balance).toBe(String(5_000_000 - 2 * 70_000 - 1_000_000))
    const many = await Promise.all(Array.from({ length: 90 }, () => prepaid.GET('/api/agent/launches')))
    const paid = many.filter(({ response }) => response.status === 200).length
    const rest = 3_860_000 - paid * 50_000
    const refund = dataOf(await prepaid.POST('/api/credits/refund'))
    expect(refund).toMatchObject({ payer: payer.address.toLowerCase(), network: 'eip155:8453', refund: String(rest) })
    const due = await service.server.deps.storage.payments.list({ limit: 9, cursor: null }, 'refund_due')
    expect(due.rows.map(({ amountUsdMicros }) => amountUsdMicros)).toEqual([BigInt(rest)] as never)
    expect((await node.paymentsTo(PAY_TO)).map(({ value }) => value)).toEqual([5_000_000n])
  })
})
