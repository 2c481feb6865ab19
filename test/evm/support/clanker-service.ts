import { type ClankerOptions, createClankerLaunchpad } from '../../../src/adapters/launchpads/clanker/launchpad.ts'
import type { Launchpad } from '../../../src/ports/launchpad/launchpad.ts'
import type { TestAppOptions } from '../../support/test-deps.ts'
import type { Anvil } from './anvil.ts'
import { type ClankerScene, clankerOptions, createClankerScene } from './clanker-scene.ts'
import { newEvmWallet } from './evm-scene.ts'
import { type EvmPerson, serveOnAnvil, type ServedOnAnvil } from './serve-on-anvil.ts'

/** The whole app with Clanker, and what its owner changes. */
export interface ClankerService extends ClankerScene, ServedOnAnvil {
  /** A launch with a crew of so many, three unless another number is said, by equal shares. */
  body(launcher: EvmPerson, changes?: Record<string, unknown> & { readonly seats?: number }): Record<string, unknown>
}

export interface ClankerServiceOptions {
  readonly clanker?: Partial<ClankerOptions>
  readonly app?: TestAppOptions
  /** Replaces members of the launchpad, for faults. */
  readonly pad?: (pad: Launchpad, anvil: Anvil) => Launchpad
}

/** The service on a new node. */
export async function createClankerService({ clanker = {}, app: appOptions, pad = (own) => own }: ClankerServiceOptions = {}) {
  const scene = await createClankerScene(clanker)
  const own = pad(createClankerLaunchpad(clankerOptions(scene.anvil, clanker)), scene.anvil)
  const served = await serveOnAnvil(scene, own, { app: appOptions })
  const { app } = served
  const service: ClankerService = {
    ...served,
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
  }
  return service
}
