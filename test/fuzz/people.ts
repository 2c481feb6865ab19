import { sha256Hex, toBase58, toBase64 } from '../../src/lib/bytes.ts'
import { keyPairFromSeed } from '../../src/lib/ed25519.ts'
import type { Person } from '../support/test-app.ts'
import { Secret } from '../../src/lib/secret.ts'

/** Every secret of a fuzzed wallet begins with these bytes, so that one short text finds any of them in any encoding. */
const SECRET_HEAD = new Uint8Array(12).fill(0x77)

/** The same wallet for the same name. */
export function personOf(name: string): Person {
  const seed = new Uint8Array(32)
  seed.set(SECRET_HEAD)
  seed.set(Buffer.from(sha256Hex(name), 'hex').subarray(0, 20), SECRET_HEAD.length)
  const pair = keyPairFromSeed(new Secret(seed))
  return { pair, wallet: toBase58(pair.publicKey) as Person['wallet'], secret: toBase58(pair.secretKey.reveal()) }
}

/** The operator's key of every run. */
export const FUZZ_OPERATOR_KEY = 'operator-key-of-the-fuzzer-0001'

/** A key that may note featured posts, and nothing else. */
export const FUZZ_OPS_KEY = 'ops-key-of-the-fuzzer-0001'

/** Texts of which one is part of every secret that a run sends or sets; none of them may ever be answered or logged. */
export const SECRET_TEXTS: readonly string[] = [
  personOf('anyone').secret.slice(0, 12),
  toBase64(SECRET_HEAD),
  Buffer.from(SECRET_HEAD).toString('hex'),
  [...SECRET_HEAD].join(','),
  [...SECRET_HEAD].join(', '),
  FUZZ_OPERATOR_KEY,
  FUZZ_OPS_KEY,
]
