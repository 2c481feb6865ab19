import { type UnixMs, unixMs } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import { SOLANA_PAYMENT_NETWORK } from '../../../domain/payments/payment.ts'
import { solanaNonce } from '../../../domain/payments/solana-transfer.ts'
import { fromBase64 } from '../../../lib/bytes.ts'
import { associatedTokenAccount } from '../../../lib/solana/associated-token-account.ts'
import { readPlainTransaction } from '../../../lib/solana/plain-transaction.ts'
import type { AuthorizationState, Payments } from '../../../ports/payments.ts'
import { array, integer, object, text } from '../../chains/rpc-shape.ts'
import { contextual } from '../../chains/solana/contextual.ts'
import type { SolanaRpc } from '../../chains/solana/solana-rpc.ts'

const COMMITMENT = { commitment: 'confirmed' } as const
/** How far before the payment's arrival its transaction is looked for: longer than any blockhash lives. */
const MARGIN_MS = 600_000
const LISTED_AT_ONCE = 1_000
/** Transactions of one payer that are read to find a payment; with more in that time it stays undecided. */
const READ_MAX = 100

/**
 * Reads the state of a payment from the history of the payer's token account: the transaction whose message is the payment's. It can land
 * once, and no more once its blockhash is dead, or once it has failed in a block.
 */
export function createSolanaLookUp(rpc: Pick<SolanaRpc, 'pool'>): Payments['lookUp'] {
  return async (payment, sinceMs) => {
    try {
      return await lookUp(rpc, payment, sinceMs)
    } catch (cause) {
      throw new AppError('payment_unavailable', {}, { cause })
    }
  }
}

async function lookUp(
  { pool }: Pick<SolanaRpc, 'pool'>,
  { payer, nonce, validBeforeMs }: Parameters<Payments['lookUp']>[0],
  sinceMs: UnixMs,
): Promise<AuthorizationState> {
  const [blockhash = ''] = nonce.split('/')
  // Before the history, which is then of this slot or later: what is not in it by then cannot land where the blockhash is dead.
  const { alive, slot } = await pool.ask('isBlockhashValid', [blockhash, COMMITMENT], (result, recordHeight) => ({
    alive: contextual(result, recordHeight) !== false,
    slot: integer(object(object(result).context).slot),
  }))
  // A node that is behind knows no new blockhash, and calls it dead: its own time then is one before the payment's end.
  const isOver = !alive && (await pool.ask('getBlockTime', [slot], integer)) * 1_000 >= validBeforeMs

  const landed = await findLanded({ pool }, { payer, nonce, fromMs: sinceMs - MARGIN_MS, slot })
  if (landed === null) return { state: isOver ? 'lapsed' : 'open' }
  if (landed.failed) return { state: 'lapsed' }
  // It was the payment of an earlier call. But that time is this machine's, and a wrong clock must not make a charged payment an
  // uncharged one.
  if (landed.atMs < sinceMs) throw new Error('it was paid before the payment came, if the clock was right then')
  return { state: 'used', transaction: landed.signature, atMs: unixMs(landed.atMs) }
}

interface LandedPayment {
  readonly signature: string
  readonly failed: boolean
  readonly atMs: number
}

/** The transaction with this message, of those that touched the payer's token account in that time; null where there is none. */
async function findLanded(
  { pool }: Pick<SolanaRpc, 'pool'>,
  wanted: { payer: string; nonce: string; fromMs: number; slot: number },
): Promise<LandedPayment | null> {
  const account = associatedTokenAccount(wanted.payer, SOLANA_PAYMENT_NETWORK.asset)
  const options = { ...COMMITMENT, limit: LISTED_AT_ONCE, minContextSlot: wanted.slot }
  const listed = await pool.ask('getSignaturesForAddress', [account, options], (result) =>
    array(result).map((entry): LandedPayment => {
      const { signature, err, blockTime } = object(entry)
      return { signature: text(signature), failed: err !== null, atMs: integer(blockTime) * 1_000 }
    }),
  )
  const recent = listed.filter(({ atMs }) => atMs >= wanted.fromMs)
  for (const landed of recent.slice(0, READ_MAX)) {
    const bytes = await pool.ask(
      'getTransaction',
      [landed.signature, { ...COMMITMENT, encoding: 'base64', maxSupportedTransactionVersion: 1 }],
      (result) => fromBase64(text(array(object(result).transaction)[0])),
    )
    const transaction = bytes && readPlainTransaction(bytes)
    if (transaction && solanaNonce(transaction) === wanted.nonce) return landed
  }
  if (recent.length > READ_MAX || recent.length === LISTED_AT_ONCE) throw new Error('the payer has too many transactions to tell')
  return null
}
