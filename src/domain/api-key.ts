import { base62, sha256Hex } from '../lib/bytes.ts'
import type { KeyId, UnixMs } from './brands.ts'
import type { KeyBounds } from './keys/key-bounds.ts'
import type { Referral } from './crew/fee-map.ts'
import { Secret } from '../lib/secret.ts'

/** What every key begins with, so that people and scanners know one. */
export const API_KEY_PREFIX = 'svc_ak_'
const RANDOM_CHARACTERS = 43
const CHECK_CHARACTERS = 6
const FINGERPRINT_CHARACTERS = 8

/** The id of the operator, whose key is in the configuration and not in the storage. */
export const OPERATOR_KEY_ID = 'operator' as KeyId

/** The owner id of work that the service starts by its own schedule: cranks and buybacks. */
export const CLOCK_KEY_ID = 'cron' as KeyId

/** A key as it is stored: its hash, never its text. */
export interface ApiKey {
  readonly id: KeyId
  readonly label: string
  readonly agentName: string | null
  readonly model: string | null
  /** First 8 characters of the hash: identifies a key in listings and logs, and authenticates nothing. */
  readonly fingerprint: string
  readonly launchesPerHour: number
  readonly requireApproval: boolean
  readonly ops: boolean
  /** Set when the key is claimed; never changes. */
  readonly referral: Referral | null
  readonly active: boolean
  /** The text from before the last rotation, good until then; null where there is none. */
  readonly previous: { readonly fingerprint: string; readonly untilMs: UnixMs } | null
  readonly bounds: KeyBounds
  readonly createdAtMs: UnixMs
  readonly lastUsedAtMs: UnixMs | null
}

/** What may be changed of a key. */
export type KeyChanges = Partial<Pick<ApiKey, 'label' | 'launchesPerHour' | 'requireApproval' | 'ops' | 'bounds'>>

/** Who makes a request: a stored key, the operator, or a payer. */
export interface Caller {
  readonly keyId: KeyId
  readonly operator: boolean
  readonly ops: boolean
  readonly requireApproval: boolean
  /** Null: no hourly limit. */
  readonly launchesPerHour: number | null
  readonly referral: Referral | null
  /** None where it is absent. */
  readonly bounds?: KeyBounds
  /** Of several operators. */
  readonly name?: string
  /** As it was read to identify the request; only a stored key has one. */
  readonly key?: ApiKey
}

/** The text of a key from 32 random bytes: prefix, 43 characters, 6 of checksum. */
export function apiKeyText(random: Uint8Array): Secret<string> {
  const body = base62(random).padStart(RANDOM_CHARACTERS, '0').slice(-RANDOM_CHARACTERS)
  return new Secret(`${API_KEY_PREFIX}${body}${checkCharacters(body)}`)
}

/** False for a text that cannot be a key (mistyped, cut off), by its checksum and without a database lookup. */
export function looksLikeApiKey(key: Secret<string>): boolean {
  const text = key.reveal()
  if (!text.startsWith(API_KEY_PREFIX) || text.length !== API_KEY_PREFIX.length + RANDOM_CHARACTERS + CHECK_CHARACTERS) return false
  const body = text.slice(API_KEY_PREFIX.length, -CHECK_CHARACTERS)
  return checkCharacters(body) === text.slice(-CHECK_CHARACTERS)
}

/** The hash under which a key is stored and looked up. */
export const hashApiKey = (key: Secret<string>): string => sha256Hex(key.reveal())

/** What identifies a key of this hash in lists and logs, and authenticates nothing. */
export const fingerprintOf = (hash: string): string => hash.slice(0, FINGERPRINT_CHARACTERS)

const checkCharacters = (body: string): string =>
  base62(Buffer.from(sha256Hex(API_KEY_PREFIX + body).slice(0, 12), 'hex'))
    .padStart(CHECK_CHARACTERS, '0')
    .slice(-CHECK_CHARACTERS)
