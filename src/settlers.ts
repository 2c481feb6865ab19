import { settleBuyback } from './features/buyback/settle-buyback.ts'
import { settleCrank } from './features/crank/settle-crank.ts'
import { settleWireFees } from './features/wire-fees/settle-wire-fees.ts'
import { settleLaunch } from './features/launch/settle-launch.ts'
import type { Settlers } from './ports/settler.ts'

/** The settler of each kind of operation, one line per kind. */
export const SETTLERS: Settlers = {
  launch: settleLaunch,
  'wire-fees': settleWireFees,
  'lock-holder-kol': settleWireFees,
  crank: settleCrank,
  buyback: settleBuyback,
}
