import {
  type Address,
  bytesToHex,
  type Hex,
  hexToBytes,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializableEIP1559,
} from 'viem'
import { type Signature, type Wallet, type Wei, wei } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import { NEVER_EXPIRES, type SignedTransaction, type TransactionStep, type UnsignedTransaction } from '../../../domain/operation.ts'
import { fromBase64, toBase64 } from '../../../lib/bytes.ts'
import type { Signer } from '../../../ports/signer.ts'
import { signTransaction } from './evm-account.ts'
import type { EvmBid } from './evm-rpc.ts'

/** The gas price of a transaction: the base fee of its block plus the tip, and at most `gasPriceWeiMax`; and that of its re-bid. */
export interface EvmFees extends EvmBid {
  readonly rebid: EvmBid
}

/** One unsigned transaction of a sender, complete except for its nonce. */
export interface EvmDraft {
  readonly steps: readonly TransactionStep[]
  readonly purpose: string
  readonly to: Address
  readonly data: Hex
  readonly gas: bigint
}

/** The sender and the first nonce of consecutive drafts. */
export interface EvmTransactionBase {
  readonly chainId: number
  readonly from: Address
  readonly nonce: number
  readonly fees: EvmFees
  /** The newest block when they were built. */
  readonly height: number
}

/** The drafts as EIP-1559 transactions with consecutive nonces, at the first bid unless another is said. */
export const numbered = (
  drafts: readonly EvmDraft[],
  { chainId, nonce, fees }: EvmTransactionBase,
  bid: EvmBid = fees,
): TransactionSerializableEIP1559[] =>
  drafts.map(({ to, data, gas }, index) => ({
    type: 'eip1559',
    chainId,
    nonce: nonce + index,
    to,
    data,
    gas,
    value: 0n,
    maxFeePerGas: bid.gasPriceWeiMax,
    maxPriorityFeePerGas: bid.tipWei,
  }))

/** The drafts, each signed at both bids. @throws AppError upstream_unavailable when the signer does not answer */
export async function signDrafts(drafts: readonly EvmDraft[], base: EvmTransactionBase, signer: Signer): Promise<SignedTransaction[]> {
  const signAt = async (bid: EvmBid) => {
    const signed = await Promise.all(numbered(drafts, base, bid).map((transaction) => signTransaction(signer, transaction)))
    return signed.map((bytes) => ({ signature: keccak256(bytes) as string as Signature, bytesBase64: toBase64(hexToBytes(bytes)) }))
  }
  const [first, second] = await Promise.all([signAt(base.fees), signAt(base.fees.rebid)])
  return first.map((signed, index) => ({
    steps: drafts[index]!.steps,
    ...signed,
    lastValidBlockHeight: NEVER_EXPIRES,
    builtAtHeight: base.height,
    rebid: second[index]!,
  }))
}

/** The drafts, unsigned, for the client to sign. */
export const unsignedDrafts = (drafts: readonly EvmDraft[], base: EvmTransactionBase): UnsignedTransaction[] =>
  numbered(drafts, base).map((transaction, index) => ({
    steps: drafts[index]!.steps,
    bytesBase64: toBase64(hexToBytes(serializeTransaction(transaction))),
    signers: [base.from as string as Wallet],
    purpose: drafts[index]!.purpose,
    lastValidBlockHeight: NEVER_EXPIRES,
    builtAtHeight: base.height,
  }))

/** The content of a signed transaction, parsed from its bytes. */
export interface EvmIntent {
  readonly from: Address
  readonly to: Address
  readonly nonce: number
  readonly data: Hex
  readonly bytes: Hex
  /** The highest base fee at which it pays its whole tip. */
  readonly baseFeeWeiMax: Wei
}

/** @throws Error for bytes that are no signed EIP-1559 transaction */
export async function readIntent({ bytesBase64 }: Pick<SignedTransaction, 'bytesBase64'>): Promise<EvmIntent> {
  const bytes = bytesToHex(fromBase64(bytesBase64)!)
  const { to, nonce = 0, data = '0x', maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(bytes)
  const from = await recoverTransactionAddress({ serializedTransaction: bytes as `0x02${string}` })
  return { from, to: to!, nonce, data, bytes, baseFeeWeiMax: wei(maxFeePerGas - maxPriorityFeePerGas) }
}

/** Half of the order of secp256k1: chains reject signatures with a larger s. @see EIP-2 */
const S_MAX = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * The signed transactions, once each equals ours except for its signature, which is its signer's.
 *
 * @throws AppError signed_transaction_mismatch that names the first one that does not
 */
export async function acceptSignedEvm(
  unsigned: readonly UnsignedTransaction[],
  signedBase64: readonly string[],
): Promise<SignedTransaction[]> {
  if (signedBase64.length !== unsigned.length) {
    const index = Math.min(signedBase64.length, unsigned.length)
    throw refused(index, `${unsigned.length} transactions were expected, ${signedBase64.length} came`)
  }
  return Promise.all(
    unsigned.map(async (ours, index) => {
      const bytes = fromBase64(signedBase64[index]!)
      const theirs = bytes && takeApart(bytesToHex(bytes))
      if (!bytes || !theirs || theirs.message !== bytesToHex(fromBase64(ours.bytesBase64)!)) throw refused(index, 'its message differs')
      const signer = theirs.signed ? await signerOf(theirs.whole) : null
      if (signer !== ours.signers[0]) throw refused(index, `the signature of ${ours.signers[0]} is missing or invalid`)
      return {
        steps: ours.steps,
        signature: keccak256(theirs.whole) as string as Signature,
        bytesBase64: toBase64(bytes),
        lastValidBlockHeight: ours.lastValidBlockHeight,
        ...(ours.builtAtHeight === undefined ? {} : { builtAtHeight: ours.builtAtHeight }),
      }
    }),
  )
}

/** The unsigned message, serialized again: bytes that differ from the canonical form are refused. */
function takeApart(whole: Hex): { whole: Hex; message: Hex; signed: boolean } | null {
  try {
    const { r, s, v, yParity, ...rest } = parseTransaction(whole)
    const transaction = { ...rest, type: 'eip1559' } as TransactionSerializableEIP1559
    const signature = r && s && yParity !== undefined ? { r, s, yParity } : undefined
    if (serializeTransaction(transaction, signature) !== whole) return null
    return { whole, message: serializeTransaction(transaction), signed: signature !== undefined && BigInt(s!) <= S_MAX }
  } catch {
    return null
  }
}

const signerOf = (bytes: Hex): Promise<string | null> =>
  recoverTransactionAddress({ serializedTransaction: bytes as `0x02${string}` }).catch(() => null)

const refused = (index: number, reason: string): AppError =>
  new AppError(
    'signed_transaction_mismatch',
    { position: index + 1, reason },
    { fields: [{ path: `/transactions/${index}`, message: reason }] },
  )
