import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'
import { keccak_256 } from '@noble/hashes/sha3'

/**
 * Addresses up to this are nobody's: the zero address and the chain's own contracts, from which payments cannot be recovered.
 * @see https://docs.optimism.io/chain/differences, and the precompiles of Ethereum
 */
const RESERVED_MAX = 0xfffn

const FORM = /^0x[0-9a-fA-F]{40}$/

/** True for 0x and 40 hex digits; the checksum is not checked. */
export const looksLikeEvmAddress = (text: string): boolean => FORM.test(text)

/** The address in its checksummed spelling. Call it only for text that `looksLikeEvmAddress` accepts. @see EIP-55 */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return `0x${[...digits].map((digit, index) => (parseInt(hash[index]!, 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}

/** True for 0x and 40 hex digits; where small and capital letters are mixed, they must be the address's checksum. */
export function isEvmAddress(text: string): boolean {
  if (!looksLikeEvmAddress(text)) return false
  const letters = text.slice(2)
  return letters === letters.toLowerCase() || letters === letters.toUpperCase() || checksummed(text) === text
}

/** True for an EVM address that somebody can hold. */
export const isHeldEvmAddress = (text: string): boolean => isEvmAddress(text) && BigInt(text) > RESERVED_MAX
