import { secp256k1 } from '@noble/curves/secp256k1'
import { bytesToHex, recoverAddress } from 'viem'
import type { Wallet } from '../../domain/brands.ts'
import { signatureBytes } from '../chains/evm/evm-account.ts'

/**
 * The signature of the hash as chains take it, from one in DER without a parity: with the lower s, and the parity with which it is the
 * wallet's. Null when it is not the wallet's with either, or no signature.
 */
export async function acceptEcdsa(wallet: Wallet, hash: Uint8Array, der: Uint8Array): Promise<Uint8Array | null> {
  const compact = compactOf(der)
  if (!compact) return null
  const [r, s] = [bytesToHex(compact.slice(0, 32)), bytesToHex(compact.slice(32))]
  for (const yParity of [0, 1]) {
    const signature = { r, s, yParity }
    const signer = await recoverAddress({ hash: bytesToHex(hash), signature }).catch(() => null)
    if (signer === wallet) return signatureBytes(signature)
  }
  return null
}

/** Both parts, 32 bytes each; null for bytes that are no signature in DER. */
function compactOf(der: Uint8Array): Uint8Array | null {
  try {
    return secp256k1.Signature.fromBytes(Uint8Array.from(der), 'der').normalizeS().toBytes('compact')
  } catch {
    return null
  }
}
