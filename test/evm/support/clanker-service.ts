import { type ClankerOptions, createClankerLaunchpad } from '../../../src/adapters/launchpads/clanker/launchpad.ts'
import { CLANKER_FACTS } from '../../../src/adapters/launchpads/clanker/facts.ts'
import type { Launchpad } from '../../../src/ports/launchpad/launchpad.ts'
import { type Answer, createTestApp, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'
import type { TestAppOptions } from '../../support/test-deps.ts'
import type { Anvil } from './anvil.ts'
import { type ClankerScene, clankerOptions, createClankerScene } from './clanker-scene.ts'
import { ETH, newEvmKey, newEvmWallet } from './evm-scene.ts'
import type { EvmPerson } from './evm-service.ts'

/** The whole app with Clanker beside the simulated launchpad, on a node of its own whose blocks come by themselves. */
export interface ClankerService extends ClankerScene {
  readonly app: TestApp
  readonly treasury: string
  person(wei?: bigint): Promise<EvmPerson>
  /** A launch with a crew of so many, three unless another number is said, by equal shares. */
  body(launcher: EvmPerson, changes?: Record<string, unknown> & { readonly seats?: number }): Record<string, unknown>
  post(path: string, body: unknown, launcher?: EvmPerson | null, key?: string): Promise<Answer>
  get(path: string): Promise<Answer>
  stop(): Promise<void>
}

export interface ClankerServiceOptions {
  readonly clanker?: Partial<ClankerOptions>
  readonly app?: TestAppOptions
  /** Replaces members of the launchpad, for faults. */
  readonly pad?: (pad: Launchpad, anvil: Anvil) => Launchpad
}

/** The service on a new node: every look at the chain is followed by two blocks. */
export async function createClankerService({ clanker = {}, app: appOptions = {}, pad = (own) => own }: ClankerServiceOptions = {}) {
  const scene = await createClankerScene(clanker)
  const { anvil } = scene
  const treasury = newEvmWallet() as string
  const own = pad(createClankerLaunchpad(clankerOptions(anvil, clanker)), anvil)
  const launchpad: Launchpad = {
    ...own,
    async advance(transactions) {
      const states = await own.advance(transactions)
      await anvil.mine(2)
      return states
    },
  }
  const app = await createTestApp({
    ...appOptions,
    impatient: true,
    policy: { rateLimits: false, ...appOptions.policy },
    env: { EVM_TREASURY_WALLET: treasury, ...appOptions.env },
    entries: () => [{ facts: CLANKER_FACTS, load: async () => launchpad }],
  })
  const service: ClankerService = {
    ...scene,
    launchpad,
    app,
    treasury,
    async person(wei = ETH) {
      const { key, wallet } = newEvmKey()
      await anvil.setBalance(wallet, wei)
      return { key, wallet }
    },
    body(launcher, { seats = 3, ...changes } = {}) {
      const first = app.launchBody().crew[0]
      const crew = Array.from({ length: seats }, (_, index) => ({
        handle: `@seat${index}`,
        wallet: index === 0 ? first.wallet : newEvmWallet(),
        evmWallet: newEvmWallet(),
        share: index === 0 ? 100 - (seats - 1) * Math.floor(100 / seats) : Math.floor(100 / seats),
      }))
      return app.launchBody({ platform: 'clanker', crew, launcherPubkey: launcher.wallet, ...changes })
    },
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
