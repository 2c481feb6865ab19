import type { NodeReport } from '../../../ports/node-watch.ts'
import { integer, object } from '../../chains/rpc-shape.ts'
import { oldestHeight } from '../../chains/solana/advance-transactions.ts'
import { createPumpContext, type PumpOptions } from './launchpad.ts'

/** What one node says of itself. */
export interface SolanaNodeProbe extends NodeReport {
  /** Null when it did not answer. */
  readonly answer: {
    readonly slot: number
    readonly tookMs: number
    /** How many blocks back it remembers. */
    readonly keptBlocks: number
  } | null
}

/** What the nodes of Solana say of themselves. */
export interface SolanaProbe {
  /** Every node, each asked by itself. Reads only. */
  nodes(): Promise<readonly SolanaNodeProbe[]>
  /** When the newest final block was made. @throws AppError upstream_unavailable */
  newestBlockMs(): Promise<number>
}

/** Asks the nodes of these options. */
export function createSolanaProbe(options: PumpOptions): SolanaProbe {
  const { rpc } = createPumpContext(options)
  return {
    async nodes() {
      const reports = await rpc.pool.prove()
      const answers = await rpc.pool.onEach(async (ask) => {
        const startedMs = performance.now()
        const slot = await ask('getSlot', [{ commitment: 'confirmed' }], integer)
        const tookMs = Math.round(performance.now() - startedMs)
        const { blockHeight } = await ask('getEpochInfo', [{ commitment: 'finalized' }], object)
        const keptBlocks = await oldestHeight(ask).then(
          (oldest) => integer(blockHeight) - oldest,
          () => 0,
        )
        return { slot, tookMs, keptBlocks }
      })
      return reports.map((report, index) => ({ ...report, answer: answers[index] ?? null }))
    },
    newestBlockMs: async () => (await rpc.pool.ask('getBlockTime', [await rpc.finalSlot()], integer)) * 1_000,
  }
}
