import { bytesToHex, numberToHex, recoverAddress } from 'viem'
import type { Wallet } from '../../../domain/brands.ts'
import { signatureBytes } from './evm-account.ts'

/** The order of secp256k1. @see SEC 2 */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/**
 * The signature of the hash as chains take it, from one in DER without a parity: with the lower s, and the parity with which it is the
 * wallet's. Null when it is not the wallet's with either, or no signature.
 */
export async function acceptEcdsa(wallet: Wallet, hash: Uint8Array, der: Uint8Array): Promise<Uint8Array | null> {
  const parts = derIntegers(Buffer.from(der))
  if (!parts) return null
  const [r, s] = [parts[0], parts[1] > ORDER / 2n ? ORDER - parts[1] : parts[1]].map((value) => numberToHex(value, { size: 32 }))
  for (const yParity of [0, 1]) {
    const signature = { r: r!, s: s!, yParity }
    const signer = await recoverAddress({ hash: bytesToHex(hash), signature }).catch(() => null)
    if (signer === wallet) return signatureBytes(signature)
  }
  return null
}

/** The two integers of a DER sequence, each within the curve's order; null for anything else. @see RFC 3279, section 2.2.3 */
function derIntegers(der: Buffer): [bigint, bigint] | null {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return null
  const r = derInteger(der, 2)
  const s = r && derInteger(der, r.end)
  return s?.end === der.length ? [r!.value, s.value] : null
}

function derInteger(der: Buffer, at: number): { readonly value: bigint; readonly end: number } | null {
  const end = at + 2 + (der[at + 1] ?? 0)
  if (der[at] !== 0x02 || end > der.length || end < at + 3) return null
  const value = BigInt(bytesToHex(der.subarray(at + 2, end)))
  return value > 0n && value < ORDER ? { value, end } : null
}
