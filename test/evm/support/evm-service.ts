import { createZoraLaunchpad, type ZoraOptions } from '../../../src/adapters/launchpads/zora/launchpad.ts'
import { Secret } from '../../../src/lib/secret.ts'
import type { Launchpad } from '../../../src/ports/launchpad/launchpad.ts'
import type { TestAppOptions } from '../../support/test-deps.ts'
import type { Anvil } from './anvil.ts'
import { createEvmScene, newEvmWallet, zoraOptions } from './evm-scene.ts'
import { type EvmPerson, serveOnAnvil, type ServedOnAnvil } from './serve-on-anvil.ts'

/** The whole app with Zora, and a crew for its launches. */
export interface EvmService extends ServedOnAnvil {
  readonly crew: readonly { readonly handle: string; readonly wallet: string; readonly evmWallet: string; readonly share: number }[]
  body(launcher: EvmPerson, changes?: Record<string, unknown>): Record<string, unknown>
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
export async function createEvmService({ zora = {}, app: appOptions, pad = (own) => own, blocks }: EvmServiceOptions = {}) {
  const scene = await createEvmScene(zora)
  const own = pad(createZoraLaunchpad(zoraOptions(scene.anvil, zora)), scene.anvil)
  const served = await serveOnAnvil(scene, own, { app: appOptions, blocks })
  const { app } = served
  const crew = ['one', 'two', 'three'].map((handle, index) => ({
    handle: `@${handle}`,
    wallet: app.launchBody().crew[index].wallet as string,
    evmWallet: newEvmWallet() as string,
    share: [50, 30, 20][index]!,
  }))
  const service: EvmService = {
    ...served,
    crew,
    body: (launcher, changes = {}) => app.launchBody({ platform: 'zora', crew, launcherPubkey: launcher.wallet, ...changes }),
  }
  return service
}

/** The secret as the adapter takes it. */
export const launcherOf = (launchpad: Launchpad, { key }: EvmPerson) => launchpad.parseLauncher(new Secret<string>(key))
