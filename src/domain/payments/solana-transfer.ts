import { fromBase58, fromBase64, sha256Hex } from '../../lib/bytes.ts'
import { verifyDetached } from '../../lib/ed25519.ts'
import { associatedTokenAccount } from '../../lib/solana/associated-token-account.ts'
import { type MessageInstruction, type PlainTransaction, readPlainTransaction } from '../../lib/solana/plain-transaction.ts'
import { usdMicros } from '../brands.ts'
import { AppError } from '../errors.ts'
import { type Authorization, SOLANA_PAYMENT_NETWORK } from './payment.ts'

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/** What may follow the transfer: a memo, and assertions by which wallets protect their holder. Neither moves anything. */
const HARMLESS: ReadonlySet<string> = new Set([
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
])
const INSTRUCTIONS_MAX = 7
/** Most bytes that the network takes. */
const TRANSACTION_BYTES_MAX = 1_232
const [SET_LIMIT, SET_PRICE, TRANSFER_CHECKED] = [2, 3, 12]
const DECIMALS = 6

/**
 * The payment that a Solana transaction makes: one transfer of USDC out of the payer's own token account, which only its fee payer has yet
 * to sign. The payer's signature is verified. Nothing else may be in it, so that it is dead once its blockhash is: a durable nonce would
 * keep it alive.
 *
 * @throws AppError payment_header_invalid for what is no such transaction, payment_mismatch for one that does anything else
 * @see x402 specification, scheme exact on SVM
 */
export function readSolanaTransfer(text: unknown, validBeforeSec: number): Authorization {
  const bytes = typeof text === 'string' ? fromBase64(text) : null
  const transaction = bytes && bytes.length <= TRANSACTION_BYTES_MAX ? readPlainTransaction(bytes) : null
  if (transaction === null || typeof text !== 'string') {
    const reason = 'payload.transaction must be a Solana transaction of version 0 in base64, without lookup tables'
    throw new AppError('payment_header_invalid', { reason })
  }
  const problem = problemOf(transaction)
  if (problem !== null) throw new AppError('payment_mismatch', { reason: problem })
  const { accounts, signatures, message, blockhash, instructions } = transaction
  const { accountIndexes, data } = instructions[2]!
  return {
    version: 2,
    payer: accounts[1]!,
    payTo: accounts[accountIndexes[2]!]!,
    amountUsdMicros: usdMicros(Buffer.from(data).readBigUInt64LE(1)),
    validAfterSec: 0,
    validBeforeSec,
    nonce: solanaNonce({ blockhash, message }),
    signature: `0x${Buffer.from(signatures[1]!).toString('hex')}`,
    solana: { transaction: text, feePayer: accounts[0]! },
  }
}

/** What a Solana payment is known by: its blockhash, and the hash of its message, which the chain takes once. */
export const solanaNonce = ({ blockhash, message }: Pick<PlainTransaction, 'blockhash' | 'message'>): string =>
  `${blockhash}/${sha256Hex(message)}`

/** Why the transaction is no plain payment; null when it is. */
function problemOf({ accounts, signatures, instructions, message }: PlainTransaction): string | null {
  const [limit, price, transfer, ...others] = instructions
  if (!limit || !price || !transfer || instructions.length > INSTRUCTIONS_MAX)
    return `the transaction must have 3 to ${INSTRUCTIONS_MAX} instructions`
  if (signatures.length !== 2) return 'the fee payer and the payer alone must sign the transaction'
  if (!isCall(limit, COMPUTE_BUDGET, SET_LIMIT, 5)) return 'instruction 1 must set the compute unit limit'
  if (!isCall(price, COMPUTE_BUDGET, SET_PRICE, 9)) return 'instruction 2 must set the compute unit price'
  if (!isCall(transfer, TOKEN_PROGRAM, TRANSFER_CHECKED, 10) || transfer.accountIndexes.length !== 4) {
    return 'instruction 3 must be a TransferChecked of the token program'
  }
  if (!others.every(({ program }) => HARMLESS.has(program))) return 'after the transfer only a memo may follow'
  if (instructions.some((instruction) => instruction.accountIndexes.includes(0))) return 'no instruction may name the fee payer'
  const [source, mint, , authority] = transfer.accountIndexes.map((index) => accounts[index]!)
  const payer = accounts[1]!
  if (mint !== SOLANA_PAYMENT_NETWORK.asset) return `the asset must be ${SOLANA_PAYMENT_NETWORK.asset}`
  if (authority !== payer) return 'the payer must be the authority of the transfer'
  if (source !== associatedTokenAccount(payer, mint)) return 'the payer must pay from its associated token account'
  if (transfer.data[9] !== DECIMALS) return `the transfer must say ${DECIMALS} decimals`
  return verifyDetached(message, signatures[1]!, fromBase58(payer)!) ? null : 'the payer’s signature is missing or invalid'
}

const isCall = ({ program, data }: MessageInstruction, wanted: string, tag: number, bytes: number): boolean =>
  program === wanted && data.length === bytes && data[0] === tag
