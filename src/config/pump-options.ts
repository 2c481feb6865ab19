import type { PumpOptions } from '../adapters/launchpads/pump/launchpad.ts'
import { createRandomIds } from '../adapters/random-ids.ts'
import type { Config } from './config.ts'

/** What the configuration says of pump. */
export const pumpOptionsOf = ({ rpcUrls, lookupTable, jitoUrls, jitoTipLamports }: Config['solana']): PumpOptions => ({
  rpcUrls,
  lookupTable,
  jitoUrls,
  jitoTipLamports,
  randomBytes: createRandomIds().bytes,
})
