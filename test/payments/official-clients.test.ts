import { decodePaymentResponseHeader } from '@x402/fetch'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PAY_TO, PRICE } from '../support/payment-bank.ts'
import { hasPythonClients, runPython } from '../support/python-clients.ts'
import { type ServerProcess, startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { newPerson } from '../support/test-app.ts'
import { type BaseNode, describeOnBase, startBaseNode } from './support/base-node.ts'
import { type EvmPayer, newEvmPayer } from './support/evm-payer.ts'
import { FORMS, newCoin, paymentEnv } from './support/paid-service.ts'

setDefaultTimeout(180_000)

const EXECUTABLE = join(import.meta.dir, '../../dist/agent-launch')
const hasAxios = existsSync(join(import.meta.dir, 'clients/node_modules/@x402/axios'))
if (!hasAxios) console.warn('The payment client for axios is not run: `bun run payments:clients` installs it.')
const hasPython = hasPythonClients()

/** What a client was told: the coin, the launches that are its own, and of each call its status and receipt. */
interface Walked {
  readonly mint: string
  readonly listed: readonly string[]
  readonly receipts: readonly (readonly [number, boolean, string])[]
}

describeOnBase('rules 5.1: the other official clients pay the executable on an EVM node', () => {
  const data = temporaryDataDir()
  let node: BaseNode
  let server: ServerProcess
  beforeAll(async () => {
    node = await startBaseNode()
    const env = { DATA_DIR: data.dataDir, ...paymentEnv(FORMS[1], node, '') }
    server = await startServerProcess(env, existsSync(EXECUTABLE) ? EXECUTABLE : undefined)
  })
  afterAll(async () => {
    await server.stop()
    await node.stop()
    data.remove()
  })

  async function byAxios({ key }: EvmPayer): Promise<Walked> {
    const { axiosCall } = await import('./clients/axios-client.mjs')
    const receipts: [number, boolean, string][] = []
    const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
      const answer = await axiosCall(key, { method, url: `${server.url}${path}`, data: body, headers })
      const { success, transaction } = decodePaymentResponseHeader(answer.headers['payment-response']!)
      receipts.push([answer.status, success, transaction])
      return answer.data
    }
    const { body, launcherHeader } = newCoin()
    const { dryRunId } = await call('POST', '/api/agent/launch/dry-run', body)
    const { mint } = await call('POST', '/api/agent/launch', { ...body, dryRunId }, launcherHeader)
    const { launches } = await call('GET', '/api/agent/launches')
    return { mint, listed: launches.map((launch: { readonly mint: string }) => launch.mint), receipts }
  }
  const byPython = (client: string) => (payer: EvmPayer) =>
    runPython('x402_walk.py', { SERVICE_URL: server.url, CLIENT: client, PAYER_KEY: payer.key, LAUNCHER_KEY: newPerson().secret })

  const rows = [
    ['axios', hasAxios, byAxios],
    ['Python’s httpx', hasPython, byPython('httpx')],
    ['Python’s requests', hasPython, byPython('requests')],
  ] as const
  for (const [name, installed, walk] of rows)
    test.skipIf(!installed)(`${name}: a dry-run, a launch and a list, each paid once`, async () => {
      const payer = await newEvmPayer(node, 2_000_000n)
      const { mint, listed, receipts } = await walk(payer)
      const paid = (await node.paymentsTo(PAY_TO)).filter(({ from }) => from === payer.address)
      expect(paid.map(({ value }) => value)).toEqual([PRICE.dryRun, PRICE.launch, PRICE.upkeep])
      expect(receipts).toEqual([200, 201, 200].map((status, index) => [status, true, paid[index]!.transaction]))
      expect(listed).toEqual([mint])
    })
})
