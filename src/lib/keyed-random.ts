import { hmacSha256 } from './bytes.ts'
import type { Secret } from './secret.ts'

const NUMBER_BYTES = 6

/** Pseudo-random numbers from 0 up to 1, derived from a name and the secret: nobody without the secret can predict them. */
export const createKeyedRandom =
  (secret: Secret<string>) =>
  (name: string): number =>
    Buffer.from(hmacSha256(secret.reveal(), `keyedRandom ${name}`)).readUIntBE(0, NUMBER_BYTES) / 2 ** (8 * NUMBER_BYTES)
