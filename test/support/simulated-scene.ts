import type { Database } from 'bun:sqlite'
import { createRandomIds } from '../../src/adapters/random-ids.ts'
import { createSimulatedLaunchpad } from '../../src/adapters/launchpads/simulated/launchpad.ts'
import { openSimulatedDatabase } from '../../src/adapters/launchpads/simulated/tables/open-simulated-database.ts'
import { createSimulatedChain, type SimulatedChain } from '../../src/adapters/launchpads/simulated/simulated-chain.ts'
import { createSimulatedControl, type SimulatedControl } from '../../src/adapters/launchpads/simulated/simulated-control.ts'
import { bps, type Lamports, lamports, type Wallet } from '../../src/domain/brands.ts'
import { toBase58 } from '../../src/lib/bytes.ts'
import { signDetached } from '../../src/lib/ed25519.ts'
import type { RandomBytes } from '../../src/ports/clock.ts'
import type { CoinPlan } from '../../src/ports/launchpad/coin.ts'
import type { Launchpad } from '../../src/ports/launchpad/launchpad.ts'
import type { Launcher } from '../../src/ports/launchpad/launcher.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { newKeyPair } from './new-key-pair.ts'

/** The simulated launchpad with its chain, in memory or in a file, on a clock moved by hand. */
export interface SimulatedScene {
  readonly db: Database
  readonly clock: ManualClock
  readonly chain: SimulatedChain
  readonly launchpad: Launchpad
  readonly control: SimulatedControl
}

export function createSimulatedScene(
  options: { file?: string; clock?: ManualClock; newWalletLamports?: Lamports; randomBytes?: RandomBytes } = {},
): SimulatedScene {
  const { file = ':memory:', clock = createManualClock(), newWalletLamports, randomBytes = createRandomIds().bytes } = options
  const db = openSimulatedDatabase(file)
  const chain = createSimulatedChain({ db, clock, randomBytes, ...(newWalletLamports === undefined ? {} : { newWalletLamports }) })
  const launchpad = createSimulatedLaunchpad({ chain, baseUrl: 'http://localhost', randomBytes })
  return { db, clock, chain, launchpad, control: createSimulatedControl({ chain }) }
}

/** A wallet with a key that nobody used before. */
export function newLauncher(): Launcher {
  const pair = newKeyPair()
  return { wallet: toBase58(pair.publicKey) as Wallet, secret: pair.secretKey, sign: async (message) => signDetached(message, pair) }
}

/** A wallet that nobody used before. */
export const newWallet = (): Wallet => newLauncher().wallet

/** A plan of two shareholders, 70 and 30 percent, with no first buy. */
export const planOf = (changes: Partial<CoinPlan> = {}): CoinPlan => ({
  name: 'Test Coin',
  ticker: 'TEST',
  metadataUri: 'https://coins.example/m/1',
  initialBuyAtomic: lamports(0),
  shareholders: [
    { wallet: newWallet(), bps: bps(7_000) },
    { wallet: newWallet(), bps: bps(3_000) },
  ],
  atomicRequired: false,
  ...changes,
})
