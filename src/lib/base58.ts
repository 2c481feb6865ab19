import bs58 from 'bs58'

/** The bytes a base58 text stands for, or null when a character is outside the alphabet. */
export function base58Decode(text: string): Uint8Array | null {
  return bs58.decodeUnsafe(text) ?? null
}
