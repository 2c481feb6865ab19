import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'

/** The Keccak-256 of the text's UTF-8 bytes, as 0x and 64 hex digits. */
export const keccakHex = (text: string): string => `0x${bytesToHex(keccak_256(utf8ToBytes(text)))}`
