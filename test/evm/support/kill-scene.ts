import { compose } from '../../../src/compose.ts'
import { readConfig } from '../../../src/config/read-config.ts'
import type { Deps } from '../../../src/ports/deps.ts'
import { type CrashServer, spawnCrashServer } from '../../crash/spawn-crash-server.ts'
import { eventually } from '../../support/eventually.ts'
import { temporaryDataDir } from '../../support/server-process.ts'
import { newPerson, OPERATOR_KEY } from '../../support/test-app.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { mineAt } from './base-fee.ts'
import { newEvmKey } from './evm-scene.ts'

const BLOCK_EVERY_MS = 60

/** What an answer of the service was. */
export interface KilledAnswer {
  readonly status: number
  readonly body: Record<string, any>
}

/** A call of the service; `killAt` counts the steps until it dies, 0 lets it live. */
export interface KilledCall {
  readonly path: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly killAt?: number
}

/** A service that is killed in the middle of its work on a node of its own, and started again on its folder. */
export interface KillScene {
  readonly anvil: Anvil
  /** What the next blocks cost. */
  readonly fee: { wei: bigint }
  mine(): Promise<void>
  /** A POST, or a GET where there is no body. */
  ask(call: KilledCall): Promise<KilledAnswer>
  /** The answer of a call that lived; null where it died, and the service was started again. */
  askOrDie(call: KilledCall): Promise<KilledAnswer | null>
  /** The node's blocks come by themselves while the work runs. */
  withBlocks<Result>(work: () => Promise<Result>): Promise<Result>
  /** Transactions of the wallet that are in blocks. */
  nonceOf(wallet: string): Promise<number>
  stop(): Promise<void>
}

export interface KillSceneOptions {
  readonly settings: Record<string, string>
  prepareNode(anvil: Anvil): Promise<void>
  /** Stands between the service and the node. */
  readonly between?: (scene: Pick<KillScene, 'anvil' | 'fee' | 'mine'>) => { readonly url: string; stop(): unknown }
  /** Puts into the service's storage what it starts with. */
  seed?(deps: Deps): Promise<void>
}

/** Starts node and service. */
export async function createKillScene({ settings, prepareNode, between, seed }: KillSceneOptions): Promise<KillScene> {
  const anvil = await startAnvil()
  await prepareNode(anvil)
  const fee = { wei: 10n ** 9n }
  // One block after the other, whoever asks.
  let last: Promise<void> = Promise.resolve()
  const mine = () => (last = last.then(() => mineAt(anvil, fee.wei)))
  const node = between?.({ anvil, fee, mine })
  const { dataDir, remove } = temporaryDataDir()
  const env = {
    DATA_DIR: dataDir,
    OPERATOR_API_KEY: OPERATOR_KEY,
    // Nothing asks it: pump is not even loaded.
    SOLANA_RPC_URL: 'http://127.0.0.1:9',
    TREASURY_WALLET: newPerson().wallet,
    BASE_RPC_URL: node?.url ?? anvil.url,
    EVM_TREASURY_WALLET: newEvmKey().wallet,
    ...settings,
  }
  if (seed) {
    const { deps, close } = await compose(readConfig({ ...env, LOG_LEVEL: 'silent' }))
    await seed(deps)
    await close()
  }
  let server: CrashServer = await spawnCrashServer(env)
  const scene: KillScene = {
    anvil,
    fee,
    mine,
    async ask({ path, body, headers = {}, killAt = 0 }) {
      const response = await fetch(`${server.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          'x-svc-api-key': OPERATOR_KEY,
          'content-type': 'application/json',
          'x-test-kill-at': String(killAt),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
        keepalive: false,
      })
      return { status: response.status, body: (await response.json()) as Record<string, any> }
    },
    async askOrDie(call) {
      const answered = await scene.ask(call).catch(() => null)
      if (answered) return answered
      await server.child.exited
      server = await spawnCrashServer(env)
      return null
    },
    async withBlocks(work) {
      let over = false
      const blocks = eventually(() => mine().then(() => over), Infinity, BLOCK_EVERY_MS)
      try {
        return await work()
      } finally {
        over = true
        await blocks
      }
    },
    nonceOf: async (wallet) => Number(await anvil.call<string>('eth_getTransactionCount', wallet, 'latest')),
    async stop() {
      server.child.kill('SIGKILL')
      await server.child.exited
      await node?.stop()
      await anvil.stop()
      remove()
    },
  }
  return scene
}
