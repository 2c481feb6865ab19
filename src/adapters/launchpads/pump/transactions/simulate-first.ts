import { type Lamports, lamports, type Wallet } from '../../../../domain/brands.ts'
import { AppError, type ErrorCode } from '../../../../domain/errors.ts'
import { formatSol } from '../../../../domain/money/sol.ts'
import { toBase64 } from '../../../../lib/bytes.ts'
import { programFailure } from '../../../chains/solana/program-failure.ts'
import { RpcRefusal } from '../../../chains/rpc-endpoint.ts'
import type { RpcSimulation, SolanaRpc } from '../../../chains/solana/solana-rpc.ts'
import { type TransactionDraft, toWire } from './transaction-draft.ts'

/** Who pays, what the wallet holds and what it needs: for the refusal that names both figures. */
export interface FundsCheck {
  readonly wallet: Wallet
  readonly balanceLamports: bigint
  readonly neededLamports: bigint
}

/** The reason where a node does not even read the transaction, as one that does not know its version. */
export const NOT_ACCEPTED = 'TransactionNotAccepted'

/**
 * Runs the draft on a node without signatures, at the state its blockhash was read at or later.
 *
 * @throws AppError balance_too_low, `refusal` with the program's own name, or upstream_unavailable when the node is behind
 */
export async function simulateFirst(
  rpc: SolanaRpc,
  draft: TransactionDraft,
  options: { funds: FundsCheck; refusal: ErrorCode; notBeforeSlot: number; accounts?: readonly string[] },
): Promise<RpcSimulation> {
  const { funds, refusal, notBeforeSlot, accounts = [] } = options
  const unsigned = toWire(
    draft,
    draft.signers.map(() => new Uint8Array(64)),
  )
  let simulation: RpcSimulation
  try {
    simulation = await rpc.simulate(toBase64(unsigned), { accounts, notBeforeSlot })
  } catch (cause) {
    if (cause instanceof RpcRefusal) throw new AppError(refusal, { reason: NOT_ACCEPTED }, { cause })
    throw cause
  }
  if (simulation.err === null) return simulation
  const { kind, name } = programFailure(simulation.err, simulation.logs)
  const cause = new Error(`simulation: ${JSON.stringify(simulation.err)}`)
  if (kind === 'blockhash') throw new AppError('upstream_unavailable', { upstream: 'the Solana RPC (behind)' }, { cause })
  if (kind === 'funds') throw balanceTooLow(funds, cause)
  throw new AppError(refusal, { reason: name }, { cause })
}

/** The refusal that names what the wallet holds and what it needs. */
export function balanceTooLow({ wallet, balanceLamports, neededLamports }: FundsCheck, cause?: unknown): AppError {
  const sol = (value: bigint): string => `${formatSol(lamports(value) as Lamports)} SOL`
  return new AppError('balance_too_low', { wallet, balance: sol(balanceLamports), needed: sol(neededLamports) }, { cause })
}
