import {
  bytesToHex,
  formatTransaction,
  type Hex,
  hexToBytes,
  isAddressEqual,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type RpcTransaction,
  serializeTransaction,
} from 'viem'
import type { Signature } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { SignedTransaction, UnsignedTransaction } from '../../../domain/operation.ts'
import { fromBase64, toBase64 } from '../../../lib/bytes.ts'
import { EVM_UPSTREAM } from './evm-client.ts'
import type { EvmRpc } from './evm-rpc.ts'

const HASH = /^0x[0-9a-f]{64}$/

/**
 * The transactions that the client's wallet sent by itself, once each does what ours does: sender, chain, callee, data and value; number,
 * gas and fee are the wallet's. What a node says of them is believed only where it makes up the hash.
 *
 * @throws AppError signed_transaction_mismatch that names the first one that does not, or that no node has
 */
export async function acceptSentEvm(
  rpc: EvmRpc,
  unsigned: readonly UnsignedTransaction[],
  hashes: readonly string[],
): Promise<SignedTransaction[]> {
  if (hashes.length !== unsigned.length) {
    const index = Math.min(hashes.length, unsigned.length)
    throw refused(index, `${unsigned.length} transactions were expected, ${hashes.length} came`)
  }
  return Promise.all(
    unsigned.map(async (ours, index) => {
      const hash = hashes[index]!.toLowerCase()
      if (!HASH.test(hash)) throw refused(index, 'that is no hash of a transaction')
      const bytes = await findSent(rpc, hash as Hex)
      const problem = bytes ? await differenceOf(ours, bytes) : 'no node has it yet'
      if (!bytes || problem) throw refused(index, problem!)
      return {
        steps: ours.steps,
        signature: keccak256(bytes) as string as Signature,
        bytesBase64: toBase64(hexToBytes(bytes)),
        lastValidBlockHeight: ours.lastValidBlockHeight,
        ...(ours.builtAtHeight === undefined ? {} : { builtAtHeight: ours.builtAtHeight }),
      }
    }),
  )
}

/** The signed bytes of a transaction that any node has; null where none has it. */
async function findSent({ pool }: EvmRpc, hash: Hex): Promise<Hex | null> {
  const read = (result: unknown) => ({ bytes: result === null ? null : bytesOf(result as RpcTransaction, hash) })
  const reports = await pool.onEach((ask) => ask('eth_getTransactionByHash', [hash], read), { verified: true })
  const answered = reports.filter((report) => report !== null)
  if (answered.length === 0) throw new AppError('upstream_unavailable', { upstream: EVM_UPSTREAM })
  return answered.find(({ bytes }) => bytes !== null)?.bytes ?? null
}

/** @throws Error for anything but the EIP-1559 transaction of this hash: such an answer counts as none */
function bytesOf(answer: RpcTransaction, hash: Hex): Hex {
  const { type, chainId, nonce, to, value, input, gas, maxFeePerGas, maxPriorityFeePerGas, accessList, r, s, yParity } =
    formatTransaction(answer)
  if (type !== 'eip1559') throw new Error('not an EIP-1559 transaction')
  const content = { type, chainId, nonce, to, value, data: input, gas, maxFeePerGas, maxPriorityFeePerGas, accessList }
  const bytes = serializeTransaction(content, { r, s, yParity })
  if (keccak256(bytes) !== hash) throw new Error('another transaction')
  return bytes
}

/** What the transaction does otherwise than ours, as a public reason; null where it does the same. */
async function differenceOf(ours: UnsignedTransaction, bytes: Hex): Promise<string | null> {
  const [wanted, sent] = [parseTransaction(bytesToHex(fromBase64(ours.bytesBase64)!)), parseTransaction(bytes)]
  const sender = await recoverTransactionAddress({ serializedTransaction: bytes as `0x02${string}` })
  if (sender !== ours.signers[0]) return `its sender is not ${ours.signers[0]}`
  if (sent.chainId !== wanted.chainId) return 'it is for another chain'
  if (!sent.to || !isAddressEqual(sent.to, wanted.to!)) return 'it calls another address'
  if ((sent.data ?? '0x') !== (wanted.data ?? '0x')) return 'its data differs'
  return (sent.value ?? 0n) === (wanted.value ?? 0n) ? null : 'its value differs'
}

const refused = (index: number, reason: string): AppError =>
  new AppError('signed_transaction_mismatch', { position: index + 1, reason }, { fields: [{ path: `/hashes/${index}`, message: reason }] })
