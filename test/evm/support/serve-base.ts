import { afterAll, beforeAll } from 'bun:test'
import { deploymentOn } from '../../../src/adapters/launchpads/clanker/deployments.ts'
import { BASE_CHAIN_ID, type BaseNetwork } from '../../../src/domain/chain.ts'
import { type CrashServer, spawnCrashServer } from '../../crash/spawn-crash-server.ts'
import { eventually } from '../../support/eventually.ts'
import { temporaryDataDir } from '../../support/server-process.ts'
import { OPERATOR_KEY } from '../../support/test-app.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { placeClanker } from './clanker-scene.ts'
import { newEvmWallet, REFERRER } from './evm-scene.ts'

/** A service in a process of its own during these tests, on a node of this network alone, whose blocks come by themselves. */
export function serveBase(chainId: BaseNetwork) {
  let node: Anvil
  let server: CrashServer
  const { dataDir, remove } = temporaryDataDir()
  const treasury = newEvmWallet() as string
  let over = false
  let blocks: Promise<unknown>
  beforeAll(async () => {
    node = await startAnvil({ chainId })
    await placeClanker(node, deploymentOn(chainId))
    server = await spawnCrashServer({
      DATA_DIR: dataDir,
      OPERATOR_API_KEY: OPERATOR_KEY,
      ...(chainId === BASE_CHAIN_ID ? {} : { BASE_CHAIN_ID: String(chainId) }),
      BASE_RPC_URL: node.url,
      EVM_TREASURY_WALLET: treasury,
      PLATFORM_REFERRER_WALLET: REFERRER,
    })
    blocks = eventually(() => node.mine(1).then(() => over), Infinity, 60)
  })
  afterAll(async () => {
    over = true
    await blocks
    server.child.kill('SIGKILL')
    await server.child.exited
    await node.stop()
    remove()
  })
  return {
    dataDir,
    treasury,
    anvil: () => node,
    async ask(path: string, body?: unknown, headers: Record<string, string> = {}) {
      const response = await fetch(`${server.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'x-svc-api-key': OPERATOR_KEY, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const cluster = response.headers.get('x-svc-cluster')
      return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text, cluster }
    },
  }
}
