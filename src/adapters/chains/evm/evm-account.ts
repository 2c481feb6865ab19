import {
  type Account,
  bytesToHex,
  concatBytes,
  type Hex,
  hexToBytes,
  keccak256,
  type NonceManager,
  serializeTransaction,
  type TransactionSerializable,
} from 'viem'
import { toAccount } from 'viem/accounts'
import type { Signer } from '../../../ports/signer.ts'

/** A signature's parts as a signer returns them: r, s and the parity, in 65 bytes. */
export const signatureBytes = ({
  r,
  s,
  yParity,
}: {
  readonly r: Hex
  readonly s: Hex
  readonly yParity?: number | undefined
}): Uint8Array => concatBytes([hexToBytes(r, { size: 32 }), hexToBytes(s, { size: 32 }), Uint8Array.of(yParity ?? 0)])

/** The transaction, serialized with the signer's signature. @throws AppError upstream_unavailable when it does not answer */
export async function signTransaction(signer: Signer, transaction: TransactionSerializable): Promise<Hex> {
  const signature = await signer.sign(hexToBytes(keccak256(serializeTransaction(transaction))))
  const [r, s] = [signature.slice(0, 32), signature.slice(32, 64)].map((part) => bytesToHex(part)) as [Hex, Hex]
  return serializeTransaction(transaction, { r, s, yParity: signature[64]! })
}

/** The signer as an account of the library, which signs transactions and nothing else. */
export const evmAccount = (signer: Signer, nonceManager?: NonceManager): Account =>
  toAccount({
    address: signer.wallet as string as Hex,
    ...(nonceManager ? { nonceManager } : {}),
    signTransaction: (transaction) => signTransaction(signer, transaction as TransactionSerializable) as never,
    signMessage: () => Promise.reject(new Error('this wallet signs transactions only')),
    signTypedData: () => Promise.reject(new Error('this wallet signs transactions only')),
  })
