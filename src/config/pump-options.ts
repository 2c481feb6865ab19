import type { PumpOptions } from '../adapters/launchpads/pump/launchpad.ts'
import type { IdSource, MachineTime } from '../ports/clock.ts'
import type { Config } from './config.ts'

/** The configuration of pump. */
export const pumpOptionsOf = (
  { ids, time }: { readonly ids: Pick<IdSource, 'bytes'>; readonly time: MachineTime },
  { rpcUrls, lookupTable, jitoUrls, jitoTipLamports }: Config['solana'],
): PumpOptions => ({
  rpcUrls,
  lookupTable,
  jitoUrls,
  jitoTipLamports,
  randomBytes: ids.bytes,
  time,
})
