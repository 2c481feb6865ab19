import { AppError } from '../../../../domain/errors.ts'
import { atomicUnits, bps, type Mint, type Wallet } from '../../../../domain/brands.ts'
import { REHEARSAL, REHEARSED } from '../../../../domain/operator/deployed-program.ts'
import { toBase58 } from '../../../../lib/bytes.ts'
import type { CoinPlan } from '../../../../ports/launchpad/coin.ts'
import type { ProgramReading } from '../../../../ports/launchpad/programs.ts'
import type { PumpContext } from '../context.ts'
import { draftLaunch } from './prepare-launch.ts'

/** A wallet of pump's that receives its fees, and so holds enough: nothing is signed, and nothing sent. */
const REHEARSER = '62qc2CNXwrYqQScmEdiZFFAnJR262PxWEuNQtxfafNgV' as Wallet

const PLAN: CoinPlan = {
  name: 'Rehearsal',
  ticker: 'REHEARSE',
  metadataUri: 'https://launch.example/m/rehearsal',
  initialBuyAtomic: atomicUnits(0),
  shareholders: [{ wallet: REHEARSER, bps: bps(10_000) }],
  atomicRequired: false,
}

/**
 * Simulates a launch on one node after the other until it passes. That it fails counts when every node that can simulate it says so.
 * `nodes` has a context for each node. Null where none could.
 */
export async function rehearseLaunch(nodes: readonly PumpContext[]): Promise<ProgramReading | null> {
  let refusal: string | null = null
  for (const context of nodes) {
    const mint = toBase58(context.newKeyPair().publicKey) as Mint
    try {
      await draftLaunch(context, PLAN, REHEARSER, mint, context.allowedPaths)
      return readingOf(REHEARSED)
    } catch (error) {
      // Without an answer, or without the funds, it was not tried.
      if (!(error instanceof AppError) || error.code !== 'launch_refused') continue
      refusal ??= String(error.context.reason)
    }
  }
  return refusal === null ? null : readingOf(`is refused: ${refusal}`)
}

const readingOf = (build: string): ProgramReading => ({
  name: 'rehearsed launch',
  address: REHEARSAL,
  seen: { build, control: '' },
  known: build === REHEARSED,
})
