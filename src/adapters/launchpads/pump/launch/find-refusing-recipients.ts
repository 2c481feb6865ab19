import { PublicKey, SystemProgram } from '@solana/web3.js'
import { type Lamports, lamports, type Wallet } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import { toBase64 } from '../../../../lib/bytes.ts'
import { RpcRefusal } from '../../../chains/rpc-endpoint.ts'
import type { SolanaRpc } from '../../../chains/solana/solana-rpc.ts'
import { SIGNATURE_BYTES } from '../../../chains/solana/accept-signed.ts'
import { draftTransaction, toWire } from '../../../chains/solana/transaction-draft.ts'

/** Payments per transaction, with ample margin. */
const PAYMENTS_AT_ONCE = 15
/** A transfer takes 150 compute units. */
const COMPUTE_UNITS = 20_000
/** The simulation replaces it by a current one. */
const NO_BLOCKHASH = { blockhash: '11111111111111111111111111111111', lastValidBlockHeight: 0, slot: 0 }
/** The system program's error when the payer has too little. */
const RESULT_WITH_NEGATIVE_LAMPORTS = 1

/**
 * The recipients to which a payment of these lamports fails when one transaction pays them all, as a distribution does. Nothing is signed
 * or sent: the simulation uses the address of the first of `payers` with sufficient balance.
 *
 * @throws AppError upstream_unavailable where no payer has enough, or no node simulated it
 */
export async function findRefusingRecipients(
  rpc: SolanaRpc,
  order: { readonly payers: readonly PublicKey[]; readonly recipients: readonly Wallet[]; readonly amountLamports: Lamports },
): Promise<Set<Wallet>> {
  const refusing = new Set<Wallet>()
  for (let start = 0; start < order.recipients.length; start += PAYMENTS_AT_ONCE) {
    let left = order.recipients.slice(start, start + PAYMENTS_AT_ONCE)
    while (left.length > 0) {
      const refused = await firstRefusing(rpc, { ...order, recipients: left })
      if (refused === null) break
      refusing.add(refused)
      left = left.filter((wallet) => wallet !== refused)
    }
  }
  return refusing
}

async function firstRefusing(rpc: SolanaRpc, { payers, recipients, amountLamports }: Parameters<typeof findRefusingRecipients>[1]) {
  for (const payer of payers) {
    const { err } = await rpc.simulate(paymentBytes(payer, recipients, amountLamports), { replaceBlockhash: true }).catch(orNoAnswer)
    if (err === null) return null
    const refused = refusedIndex(err)
    if (refused === 'payer') continue
    if (refused === 'elsewhere' || !recipients[refused]) break
    return recipients[refused]
  }
  throw noAnswer()
}

const noAnswer = (cause?: unknown) =>
  new AppError('upstream_unavailable', { upstream: 'the Solana RPC (no payment could be simulated)' }, { cause })

/** A wallet that is not proved payable does not count as payable. */
function orNoAnswer(error: unknown): never {
  throw error instanceof RpcRefusal ? noAnswer(error) : error
}

function paymentBytes(payer: PublicKey, recipients: readonly Wallet[], amountLamports: Lamports): string {
  const instructions = recipients.map((wallet) =>
    SystemProgram.transfer({ fromPubkey: payer, toPubkey: new PublicKey(wallet), lamports: amountLamports }),
  )
  const draft = draftTransaction({
    version: 0,
    payer,
    blockhash: NO_BLOCKHASH,
    instructions,
    computeUnits: COMPUTE_UNITS,
    priorityFeeLamports: lamports(0),
    tables: [],
  })
  if (!draft) throw new Error('the payments of one simulation fit into a transaction')
  return toBase64(toWire(draft, [new Uint8Array(SIGNATURE_BYTES)]))
}

/** The index of the failed payment, from the runtime's JSON; `payer` when the payer lacked funds. */
function refusedIndex(err: unknown): number | 'payer' | 'elsewhere' {
  if (err === 'AccountNotFound' || err === 'InsufficientFundsForFee' || err === 'InvalidAccountForFee') return 'payer'
  if (err === null || typeof err !== 'object') return 'elsewhere'
  if ('InstructionError' in err && Array.isArray(err.InstructionError)) {
    const [instruction, reason] = err.InstructionError as [unknown, unknown]
    const custom = reason !== null && typeof reason === 'object' && 'Custom' in reason ? reason.Custom : null
    if (custom === RESULT_WITH_NEGATIVE_LAMPORTS) return 'payer'
    // The compute unit limit is the first instruction.
    return Number.isInteger(instruction) && (instruction as number) >= 1 ? (instruction as number) - 1 : 'elsewhere'
  }
  if ('InsufficientFundsForRent' in err) {
    const { account_index: index } = err.InsufficientFundsForRent as { account_index?: unknown }
    // The payer is the first account; the recipients follow in the order of their payments.
    return index === 0 ? 'payer' : Number.isInteger(index) ? (index as number) - 1 : 'elsewhere'
  }
  return 'elsewhere'
}
