import { randomBytes } from 'node:crypto'
import { type KeyPair, newKeyPair as keyPairOf } from '../../src/lib/ed25519.ts'

/** A key pair that no other test has. */
export const newKeyPair = (): KeyPair => keyPairOf(randomBytes)
