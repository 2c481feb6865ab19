import type { DeployedCode } from '../../domain/operator/deployed-program.ts'
import type { Refusals } from '../refusals.ts'

/** One look at a program that launches go through. */
export interface ProgramReading {
  readonly name: string
  readonly address: string
  /** Null where the nodes that answer do not all say the same. */
  readonly seen: DeployedCode | null
  /** The build is one that this release knows; null where releases know none of this program. */
  readonly known: boolean | null
}

/** What launches go through, as it is deployed. */
export interface Programs {
  /** Each program once, as every node that answers says it is. Throws upstream_unavailable when none answers. */
  read(): Promise<readonly ProgramReading[]>
  /** A launch that is simulated and not sent; null where no node could try it. Absent where launches are not rehearsed. */
  rehearse?(): Promise<ProgramReading | null>
}

/** Errors of each method. */
export const PROGRAMS_REFUSALS = { read: [], rehearse: [] } as const satisfies Refusals<Programs>
