import { ed25519, ED25519_TORSION_SUBGROUP } from '@noble/curves/ed25519'

const { Fp } = ed25519.Point
// Compared without the sign bit and modulo p: some points have a second encoding, y + p.
const yOf = (point: Uint8Array) => Fp.create(Fp.fromBytes(point.with(31, point[31]! & 0x7f), true))
const SMALL: ReadonlySet<bigint> = new Set(ED25519_TORSION_SUBGROUP.map((hex) => yOf(Buffer.from(hex, 'hex'))))

/**
 * True for the encoding of a point whose order divides 8. Anyone can make a signature for such a "key", and node:crypto accepts it; the
 * address of Solana's system program (all zeros) is one. @see RFC 8032 5.1.7, RFC 7748 7
 */
export const hasSmallOrder = (point: Uint8Array): boolean => SMALL.has(yOf(point))

/** True for the encoding of a point of the curve. */
export function isPoint(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes)
    return true
  } catch {
    return false
  }
}
