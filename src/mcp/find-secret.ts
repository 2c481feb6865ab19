import { fromBase58 } from '../lib/bytes.ts'
import { keyPairFromSecret } from '../lib/ed25519.ts'
import { jsonPointer } from '../http/request/json-pointer.ts'
import { Secret } from '../lib/secret.ts'
import { secretPathIn } from '../http/request/body/read-body.ts'
import { JSON_LIMITS } from '../domain/limits/json-limits.ts'
import { structureIn } from '../lib/json/json-text.ts'

/** 64 bytes as base58, as a client would copy them out of a wallet. */
const BASE58_KEY = /^[1-9A-HJ-NP-Za-km-z]{80,90}$/
/** 64 bytes as a JSON array, as key files contain them. */
const ARRAY_KEY = /^\s*\[[\d,\s]{127,400}\]\s*$/
const KEY_BYTES = 64
/** Each takes a tenth of a millisecond to check; whoever sends more hides a secret of his own. */
const CANDIDATES_MAX = 16

/**
 * JSON pointer to a secret in a message: a member whose name can only mean one, or a value that is a Solana secret key under any name;
 * null when there is none. A JSON text counts as what it spells, since it is read so where a list or an object is wanted.
 */
export const findSecret = (message: object): string | null => secretPathIn(message) ?? keyPathIn(message, '', { left: CANDIDATES_MAX })

function keyPathIn(value: unknown, path: string, candidates: { left: number }): string | null {
  if (candidates.left > 0 && isKey(value, candidates)) return path
  if (typeof value === 'string') {
    const spelled = structureIn(value, JSON_LIMITS)?.value
    return spelled === undefined || spelled === null ? null : keyPathIn(spelled, path, candidates)
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [name, member] of Object.entries(value)) {
    const found = keyPathIn(member, path + jsonPointer([name]), candidates)
    if (found !== null) return found
  }
  return null
}

/** True for a value whose second half is the public key of the first: nothing else is by chance. */
function isKey(value: unknown, candidates: { left: number }): boolean {
  const bytes = bytesOf(value)
  if (bytes?.length !== KEY_BYTES) return false
  candidates.left -= 1
  return keyPairFromSecret(new Secret(bytes)) !== null
}

function bytesOf(value: unknown): Uint8Array | null {
  if (Array.isArray(value)) return value.length === KEY_BYTES && value.every(Number.isInteger) ? Uint8Array.from(value as number[]) : null
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (BASE58_KEY.test(text)) return fromBase58(text)
  return ARRAY_KEY.test(value) ? bytesOf(parsed(value)) : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
