import { type UnixMs, unixMs } from '../../../domain/brands.ts'
import type { NodeReport } from '../../../ports/node-watch.ts'
import { integer, object } from '../../chains/rpc-shape.ts'
import { oldestHeight } from '../../chains/solana/advance-transactions.ts'
import type { ProgramReport } from './programs/program-watch.ts'
import { createPumpContext, type PumpOptions } from './launchpad.ts'

/** The state of one node. */
export interface SolanaNodeProbe extends NodeReport {
  /** Null when it did not answer. */
  readonly answer: {
    readonly slot: number
    readonly tookMs: number
    /** How many blocks of history it keeps. */
    readonly keptBlocks: number
  } | null
}

/** Probes the Solana nodes. */
export interface SolanaProbe {
  /** Every node, each asked by itself. Reads only. */
  nodes(): Promise<readonly SolanaNodeProbe[]>
  /** The time of the newest finalized block. */
  newestBlockAtMs(): Promise<UnixMs>
  /** The deployed programs beside the known ones. */
  programs(): Promise<readonly ProgramReport[]>
}

/** A probe of the nodes of these options. */
export function createSolanaProbe(options: PumpOptions): SolanaProbe {
  const { rpc, programs } = createPumpContext(options)
  const { elapsedMs } = options.time.clock
  return {
    async nodes() {
      const reports = await rpc.pool.prove()
      const answers = await rpc.pool.onEach(async (ask) => {
        const startedMs = elapsedMs()
        const slot = await ask('getSlot', [{ commitment: 'confirmed' }], integer)
        const tookMs = Math.round(elapsedMs() - startedMs)
        const { blockHeight } = await ask('getEpochInfo', [{ commitment: 'finalized' }], object)
        const keptBlocks = await oldestHeight(ask).then(
          (oldest) => integer(blockHeight) - oldest,
          () => 0,
        )
        return { slot, tookMs, keptBlocks }
      })
      return reports.map((report, index) => ({ ...report, answer: answers[index] ?? null }))
    },
    newestBlockAtMs: async () => unixMs((await rpc.pool.ask('getBlockTime', [await rpc.finalSlot()], integer)) * 1_000),
    programs: () => programs.read(),
  }
}
