import { createZoraLaunchpad, type ZoraOptions } from '../../../src/adapters/launchpads/zora/launchpad.ts'
import { ZORA_FACTS } from '../../../src/adapters/launchpads/zora/facts.ts'
import { Secret } from '../../../src/lib/secret.ts'
import type { Launchpad } from '../../../src/ports/launchpad/launchpad.ts'
import { createTestApp, OPERATOR_KEY, type Answer, type TestApp } from '../../support/test-app.ts'
import type { TestAppOptions } from '../../support/test-deps.ts'
import type { Anvil } from './anvil.ts'
import { createEvmScene, ETH, type EvmScene, newEvmKey, newEvmWallet, zoraOptions } from './evm-scene.ts'

/** A launcher as an agent has it. */
export interface EvmPerson {
  readonly key: `0x${string}`
  readonly wallet: string
}

/** The whole app with Zora beside the simulated launchpad, on a node of its own whose blocks come by themselves. */
export interface EvmService extends EvmScene {
  readonly app: TestApp
  readonly treasury: string
  readonly crew: readonly { readonly handle: string; readonly wallet: string; readonly evmWallet: string; readonly share: number }[]
  /** What the app was given; `pad` may be watched or broken. */
  person(wei?: bigint): Promise<EvmPerson>
  body(launcher: EvmPerson, changes?: Record<string, unknown>): Record<string, unknown>
  post(path: string, body: unknown, launcher?: EvmPerson | null, key?: string): Promise<Answer>
  get(path: string): Promise<Answer>
  stop(): Promise<void>
}

export interface EvmServiceOptions {
  readonly zora?: Partial<ZoraOptions>
  readonly app?: TestAppOptions
  /** Replaces members of the launchpad, for faults. */
  readonly pad?: (pad: Launchpad, anvil: Anvil) => Launchpad
  /** Blocks that come with each look at the chain. */
  readonly blocks?: number
}

/** The service on a new node. */
export async function createEvmService({ zora = {}, app: appOptions = {}, pad = (own) => own, blocks = 2 }: EvmServiceOptions = {}) {
  const scene = await createEvmScene(zora)
  const { anvil } = scene
  const treasury = newEvmWallet() as string
  const own = pad(createZoraLaunchpad(zoraOptions(anvil, zora)), anvil)
  const launchpad: Launchpad = {
    ...own,
    async advance(transactions) {
      const states = await own.advance(transactions)
      if (blocks > 0) await anvil.mine(blocks)
      return states
    },
  }
  const app = await createTestApp({
    ...appOptions,
    impatient: true,
    policy: { rateLimits: false, ...appOptions.policy },
    env: { EVM_TREASURY_WALLET: treasury, ...appOptions.env },
    entries: () => [{ facts: ZORA_FACTS, load: async () => launchpad }],
  })
  const crew = ['one', 'two', 'three'].map((handle, index) => ({
    handle: `@${handle}`,
    wallet: app.launchBody().crew[index].wallet as string,
    evmWallet: newEvmWallet() as string,
    share: [50, 30, 20][index]!,
  }))
  const service: EvmService = {
    ...scene,
    launchpad,
    app,
    treasury,
    crew,
    async person(wei = ETH) {
      const { key, wallet } = newEvmKey()
      await anvil.setBalance(wallet, wei)
      return { key, wallet }
    },
    body: (launcher, changes = {}) => app.launchBody({ platform: 'zora', crew, launcherPubkey: launcher.wallet, ...changes }),
    post: (path, body, launcher = null, key = OPERATOR_KEY) =>
      app.call('POST', path, body, { key, headers: launcher ? { 'x-launcher-key': launcher.key } : {} }),
    get: (path) => app.call('GET', path, undefined, { key: OPERATOR_KEY }),
    async stop() {
      await app.close()
      await anvil.stop()
    },
  }
  return service
}

/** The secret as the adapter takes it. */
export const launcherOf = (launchpad: Launchpad, { key }: EvmPerson) => launchpad.parseLauncher(new Secret<string>(key))
