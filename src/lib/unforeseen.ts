import { hmacSha256 } from './bytes.ts'
import type { Secret } from './secret.ts'

const BYTES = 6

/** Numbers from 0, below 1, that follow from a name and the secret: whoever lacks the secret can tell none of them. */
export const createUnforeseen =
  (secret: Secret<string>) =>
  (name: string): number =>
    Buffer.from(hmacSha256(secret.reveal(), `unforeseen ${name}`)).readUIntBE(0, BYTES) / 2 ** (8 * BYTES)
