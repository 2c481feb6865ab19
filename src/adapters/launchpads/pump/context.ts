import type { LockPath } from '../../../domain/lock-path.ts'
import type { KeyPair } from '../../../lib/ed25519.ts'
import type { Jito } from '../../chains/solana/jito.ts'
import type { SolanaRpc } from '../../chains/solana/solana-rpc.ts'
import type { AskJupiter } from './jupiter.ts'
import type { ProgramWatch } from './programs/program-watch.ts'

/** Dependencies of the parts of this launchpad. */
export interface PumpContext {
  readonly rpc: SolanaRpc
  readonly jito: Jito | null
  /** Finds a better market for buybacks; null leaves them to curve and pool. */
  readonly jupiter: AskJupiter | null
  /** The operator's lookup table. */
  readonly lookupTable: string | null
  readonly programs: ProgramWatch
  /** A new key pair: for a mint, or as a stand-in in an estimate. */
  newKeyPair(): KeyPair
  readonly allowedPaths: readonly LockPath[]
}
