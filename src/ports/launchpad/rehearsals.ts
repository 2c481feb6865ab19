import type { Wallet } from '../../domain/brands.ts'
import type { NoRehearsal, Rehearsal } from '../../domain/plan/rehearsal.ts'
import type { Refusals } from '../refusals.ts'
import type { CoinPlan } from './coin.ts'
import { LAUNCHING_REFUSALS } from './launching.ts'

/** Launches that are run against the chain as it is, and sent nowhere. */
export interface Rehearsals {
  /**
   * Runs the transactions that a launch by `launcher` would sign, and counts a minute of trading on top. Without a launcher, or with one
   * who holds too little, another wallet stands in. Reads only; nothing is signed.
   */
  run(plan: CoinPlan, launcher: Wallet | null): Promise<Rehearsal | NoRehearsal>
}

/** Errors of each method. */
export const REHEARSALS_REFUSALS = { run: LAUNCHING_REFUSALS.prepareLaunch } as const satisfies Refusals<Rehearsals>
