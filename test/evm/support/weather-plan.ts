import { bps, lamports } from '../../../src/domain/brands.ts'
import type { CoinPlan } from '../../../src/ports/launchpad/coin.ts'
import { newEvmWallet } from './evm-scene.ts'

/** A coin of this name, with three shareholders whom nobody knows. */
export const plan = (): CoinPlan => ({
  name: 'Weather Coin',
  ticker: 'RAIN',
  metadataUri: 'https://coins.example/m/Rain12',
  initialBuyAtomic: lamports(0),
  shareholders: [6_000, 1_500, 2_500].map((share) => ({ wallet: newEvmWallet(), bps: bps(share) })),
  atomicRequired: false,
})
