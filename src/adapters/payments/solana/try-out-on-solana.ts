import { AppError } from '../../../domain/errors.ts'
import type { Authorization } from '../../../domain/payments/payment.ts'
import { RpcRefusal } from '../../chains/rpc-endpoint.ts'
import type { SolanaRpc } from '../../chains/solana/solana-rpc.ts'

/** The runtime's words for what a transaction is refused for before it runs, as reasons that a payer is told. */
const REASONS: Readonly<Record<string, string>> = {
  AlreadyProcessed: 'transaction_already_landed',
  BlockhashNotFound: 'blockhash_expired',
}

/**
 * Why a payment on Solana could not land now, by our own node; null when it could. A node knows what has landed by its message, so that a
 * payment that this service has forgotten is not taken for a new one, whatever a facilitator says.
 *
 * @throws AppError payment_unavailable when no node tells
 */
export async function tryOutOnSolana(
  rpc: Pick<SolanaRpc, 'simulate'>,
  { transaction }: NonNullable<Authorization['solana']>,
): Promise<string | null> {
  try {
    const { err } = await rpc.simulate(transaction)
    return err === null ? null : ((typeof err === 'string' ? REASONS[err] : undefined) ?? 'transaction_simulation_failed')
  } catch (cause) {
    if (cause instanceof RpcRefusal) return 'transaction_simulation_failed'
    throw new AppError('payment_unavailable', {}, { cause })
  }
}
