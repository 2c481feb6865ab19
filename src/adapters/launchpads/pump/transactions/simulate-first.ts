import type { Lamports, Wallet } from '../../../../domain/brands.ts'
import { AppError, type ErrorCode } from '../../../../domain/errors.ts'
import { amountText } from '../../../../domain/money/currency.ts'
import { toBase64 } from '../../../../lib/bytes.ts'
import { programFailure } from '../../../chains/solana/program-failure.ts'
import { RpcRefusal } from '../../../chains/rpc-endpoint.ts'
import type { RpcSimulation, SolanaRpc } from '../../../chains/solana/solana-rpc.ts'
import { type TransactionDraft, toWire } from '../../../chains/solana/transaction-draft.ts'

/** The payer, its balance and the needed amount, for the refusal that names both. */
export interface FundsCheck {
  readonly wallet: Wallet
  readonly balanceLamports: Lamports
  readonly neededLamports: Lamports
}

/** The reason when a node does not parse the transaction, such as an unknown version. */
export const NOT_ACCEPTED = 'TransactionNotAccepted'

/**
 * Simulates the draft on a node without signatures, at the slot of its blockhash or later.
 *
 * @throws AppError balance_too_low, `refusal` with the program's own name, or upstream_unavailable when the node lags behind
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

/** The refusal that names the wallet's balance and the needed amount. */
export function balanceTooLow({ wallet, balanceLamports, neededLamports }: FundsCheck, cause?: unknown): AppError {
  return new AppError(
    'balance_too_low',
    { wallet, balance: amountText(balanceLamports, 'SOL'), needed: amountText(neededLamports, 'SOL') },
    { cause },
  )
}
