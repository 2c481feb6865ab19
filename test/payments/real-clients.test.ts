import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
import { PAYMENT_NETWORK } from '../../src/domain/payments/payment.ts'
import { PAY_TO, PRICE } from '../support/payment-bank.ts'
import { type BaseNode, describeOnBase, startBaseNode } from './support/base-node.ts'
import { type EvmPayer, newEvmPayer } from './support/evm-payer.ts'
import { type FacilitatorServer, startFacilitator } from './support/facilitator-server.ts'
import { callService, FORMS, newCoin, paymentEnv, startPaidService } from './support/paid-service.ts'

// A test that is out of time would take the node along.
setDefaultTimeout(180_000)

const ROOT = join(import.meta.dir, '../..')
const BINARY = join(ROOT, 'dist/agent-launch')
const builds = process.env.BINARY_TEST === '1'
const hasBinary = builds || existsSync(BINARY)
if (!hasBinary) console.warn('The executable is not paid: there is no dist/agent-launch; BINARY_TEST=1 builds it.')
const hasLegacy = existsSync(join(import.meta.dir, 'clients/node_modules/x402-fetch'))
if (!hasLegacy)
  console.warn('The legacy payment client is not run: `bun run payments:clients` installs it (480 MB, in test/payments/clients).')

/** What a stock client of a version makes of `fetch`; the legacy one is told that it may pay a dollar. */
const stockFetch = async (version: 1 | 2, { key }: EvmPayer): Promise<typeof fetch> => {
  if (version === 1) return (await import('./clients/legacy-client.mjs')).legacyFetch(key, 1_000_000n)
  const client = new x402Client().register(PAYMENT_NETWORK.caip2, new ExactEvmScheme(privateKeyToAccount(key)))
  return wrapFetchWithPayment(fetch, client) as typeof fetch
}

const VERSIONS = [2, ...(hasLegacy ? [1 as const] : [])] as const

describeOnBase('rules 5.1: stock clients pay on an EVM node, with USDC’s stand-in at its address', () => {
  let node: BaseNode
  let facilitator: FacilitatorServer
  beforeAll(async () => {
    node = await startBaseNode()
    facilitator = startFacilitator(node.url)
    if (builds) expect(await Bun.spawn([process.execPath, 'build.ts'], { cwd: ROOT, stdout: 'ignore', stderr: 'inherit' }).exited).toBe(0)
  }, 180_000)
  afterAll(async () => {
    facilitator.stop()
    await node.stop()
  })

  /** Dry-runs, launches and looks the launch up, each call paid for by the client by itself. */
  async function walk(url: string, version: 1 | 2) {
    const payer = await newEvmPayer(node, 2_000_000n)
    const pay = await stockFetch(version, payer)
    const { body, launcherHeader } = newCoin()
    const call = async (method: string, path: string, what?: unknown, headers: Record<string, string> = {}) => {
      const init = { method, headers: { 'content-type': 'application/json', ...headers }, ...(what ? { body: JSON.stringify(what) } : {}) }
      const response = await pay(`${url}${path}`, init)
      const receipt = decodePaymentResponseHeader(response.headers.get('payment-response')!)
      return { status: response.status, body: (await response.json()) as any, receipt, legacy: response.headers.get('x-payment-response') }
    }
    const plan = await call('POST', '/api/agent/launch/dry-run', body)
    expect(plan).toMatchObject({ status: 200, body: { ok: true } })
    const launched = await call('POST', '/api/agent/launch', { ...body, dryRunId: plan.body.dryRunId }, launcherHeader)
    expect(launched).toMatchObject({ status: 201, body: { feeShareLocked: true } })
    const list = await call('GET', '/api/agent/launches')
    expect(list.body.launches).toMatchObject([{ mint: launched.body.mint }])

    const paid = (await node.paymentsTo(PAY_TO)).filter(({ from }) => from === payer.address)
    expect(paid.map(({ value }) => value)).toEqual([PRICE.dryRun, PRICE.launch, PRICE.upkeep])
    const receipts = [plan, launched, list].map(({ receipt }) => receipt)
    expect(receipts.map(({ transaction }) => transaction as string)).toEqual(paid.map(({ transaction }) => transaction))
    expect(receipts[0]).toMatchObject({ success: true, network: version === 2 ? 'eip155:8453' : 'base' })
    expect(plan.legacy !== null).toBe(version === 1)
    expect(await node.balanceOf(payer.address)).toBe(2_000_000n - 1_100_000n)
  }

  describe.each([...FORMS])('rules 5.1: an unpaid call is told how to pay, with %s', (form) => {
    test.each([...VERSIONS])(
      'a client of version %d pays and is served',
      async (version) => {
        const service = await startPaidService(paymentEnv(form, node, facilitator.url))
        await walk(service.url, version)
        expect(await service.states()).toEqual({ done: 3 })
        await service.stop()
      },
      60_000,
    )

    test.skipIf(!hasBinary)(
      'and so is one of the executable',
      async () => {
        const child = Bun.spawn([BINARY], {
          env: { PORT: '0', DATABASE_URL: 'sqlite::memory:', LOG_FORMAT: 'json', ...paymentEnv(form, node, facilitator.url) },
          stdout: 'pipe',
          stderr: 'inherit',
        })
        const reader = child.stdout.getReader()
        let out = ''
        while (!/"url":"[^"]+"/.test(out)) out += new TextDecoder().decode((await reader.read()).value)
        const url = /"url":"([^"]+)"/.exec(out)![1]!
        for (const version of VERSIONS) await walk(url, version)
        child.kill('SIGTERM')
        expect(await child.exited).toBe(0)
      },
      120_000,
    )
  })

  test('the demo shows a paid call where payments are switched on', async () => {
    const { key } = await newEvmPayer(node)
    const child = Bun.spawn([process.execPath, 'src/main.ts', 'demo', '--once'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH!, DEMO_PAYER_KEY: key, ...paymentEnv(FORMS[1], node, '') },
      stdout: 'pipe',
      stderr: 'inherit',
    })
    const out = await new Response(child.stdout).text()
    expect(out).toMatch(/without a key +402/)
    expect(out).toContain('This call costs $0.01')
    expect(out).toMatch(/and with a payment +200[^\n]+\n +settled by 0x[0-9a-f]{64}\n/)
    expect(await child.exited).toBe(0)
  })

  test('rules 7: without money a client is told why, and nothing is charged', async () => {
    const service = await startPaidService(paymentEnv(FORMS[1], node, facilitator.url))
    const payer = await newEvmPayer(node, 1n)
    const answer = await (await stockFetch(2, payer))(`${service.url}/api/agent/launches`)
    expect(answer.status).toBe(402)
    // Without the Multicall contract, which Base has and this node has not, a facilitator cannot tell more.
    expect(((await answer.json()) as any).detail).toMatch(/insufficient_balance|simulation_failed/)
    expect(await service.states()).toEqual({})
    await service.stop()
  })

  test.skipIf(!hasLegacy)('documented: a legacy client by itself refuses more than $0.10', async () => {
    const service = await startPaidService(paymentEnv(FORMS[1], node, facilitator.url))
    const { legacyFetch } = await import('./clients/legacy-client.mjs')
    const pay = await legacyFetch((await newEvmPayer(node)).key)
    const { body, launcherHeader } = newCoin()
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...launcherHeader }, body: JSON.stringify(body) }
    expect((await pay(`${service.url}/api/agent/launch/dry-run`, init)).status).toBe(200)
    expect(pay(`${service.url}/api/agent/launch`, init)).rejects.toThrow('exceeds maximum')
    expect((await callService(service.url, 'GET', '/api/coins')).body.coins).toEqual([])
    await service.stop()
  })
})
