import type { Launchpad } from '../../../src/ports/launchpad/launchpad.ts'
import { type Answer, createTestApp, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'
import type { TestAppOptions } from '../../support/test-deps.ts'
import { ETH, type EvmScene, newEvmKey, newEvmWallet } from './evm-scene.ts'

/** A launcher as an agent has it. */
export interface EvmPerson {
  readonly key: `0x${string}`
  readonly wallet: string
}

/** The whole app with a launchpad of Base beside the simulated one, on a node of its own whose blocks come by themselves. */
export interface ServedOnAnvil extends EvmScene {
  readonly app: TestApp
  readonly treasury: string
  person(wei?: bigint): Promise<EvmPerson>
  post(path: string, body: unknown, launcher?: EvmPerson | null, key?: string): Promise<Answer>
  get(path: string): Promise<Answer>
  stop(): Promise<void>
}

/** The service on the scene's node: every look at the chain is followed by so many blocks. */
export async function serveOnAnvil<Scene extends EvmScene>(
  scene: Scene,
  own: Launchpad,
  { app: options = {}, blocks = 2 }: { readonly app?: TestAppOptions | undefined; readonly blocks?: number | undefined },
): Promise<Scene & ServedOnAnvil> {
  const { anvil } = scene
  const treasury = newEvmWallet() as string
  const launchpad: Launchpad = {
    ...own,
    async advance(transactions) {
      const states = await own.advance(transactions)
      if (blocks > 0) await anvil.mine(blocks)
      return states
    },
  }
  const app = await createTestApp({
    ...options,
    impatient: true,
    policy: { rateLimits: false, ...options.policy },
    env: { EVM_TREASURY_WALLET: treasury, ...options.env },
    entries: () => [{ facts: own.facts, load: async () => launchpad }],
  })
  return {
    ...scene,
    launchpad,
    app,
    treasury,
    async person(wei = ETH) {
      const { key, wallet } = newEvmKey()
      await anvil.setBalance(wallet, wei)
      return { key, wallet }
    },
    post: (path, body, launcher = null, key = OPERATOR_KEY) =>
      app.call('POST', path, body, { key, headers: launcher ? { 'x-launcher-key': launcher.key } : {} }),
    get: (path) => app.call('GET', path, undefined, { key: OPERATOR_KEY }),
    async stop() {
      await app.close()
      await anvil.stop()
    },
  }
}
