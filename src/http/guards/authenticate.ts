import { type Caller, hashApiKey, looksLikeApiKey } from '../../domain/api-key.ts'
import type { KeyId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { checkTimeAndPlace, NO_BOUNDS } from '../../domain/keys/key-bounds.ts'
import { LIMITS, MINUTE_MS } from '../../domain/limits.ts'
import { equalInConstantTime } from '../../lib/bytes.ts'
import { StorageFault } from '../../ports/storage/storage-fault.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Secret } from '../../lib/secret.ts'

const OPERATOR: Caller = {
  keyId: 'operator' as KeyId,
  operator: true,
  ops: true,
  requireApproval: false,
  launchesPerHour: null,
  referral: null,
}

/** The caller of a key that only the configuration lists: it may record featured posts, and nothing else. */
const LISTED_OPS: Caller = { ...OPERATOR, keyId: 'ops' as KeyId, operator: false }

const BROWSER: Caller = {
  keyId: 'browser' as KeyId,
  operator: false,
  ops: false,
  requireApproval: false,
  launchesPerHour: LIMITS.launchesPerHourDefault,
  referral: null,
}

/** A failure to record the use, for lack of disk space, does not stop a read. */
function passing(error: unknown): void {
  if (!(error instanceof StorageFault)) throw error
}

/**
 * The owner of the key that was sent; with an address, where the key is good now and from there. The browser key is valid only while no
 * operator has a key.
 *
 * @see rules 5, 5.4
 */
export async function authenticate(
  { policy, storage, clock }: Pick<Deps, 'policy' | 'storage' | 'clock'>,
  sent: Secret<string> | null,
  address: string | null,
): Promise<Caller> {
  if (!sent) throw new AppError('api_key_invalid')
  const hash = hashApiKey(sent)
  const { operatorKeyHash, operatorKeys, browserKeyHash } = policy
  if (operatorKeyHash !== null && equalInConstantTime(hash, operatorKeyHash)) return OPERATOR
  const named = operatorKeys.find((key) => equalInConstantTime(hash, key.hash))
  if (named) return { ...OPERATOR, name: named.name, bounds: { ...NO_BOUNDS, scopes: named.scopes } }
  const hasOperator = operatorKeyHash !== null || operatorKeys.length > 0
  if (!hasOperator && browserKeyHash !== null && equalInConstantTime(hash, browserKeyHash)) return BROWSER
  const nowMs = clock.nowMs()
  const key = looksLikeApiKey(sent) ? await storage.keys.findByHash(hash, nowMs) : null
  if (!key) throw new AppError('api_key_invalid')
  if (address !== null) checkTimeAndPlace(key.bounds, address, nowMs)
  const used = (key.lastUsedAtMs ?? 0) < nowMs - MINUTE_MS
  if (used) await storage.keys.touch(key.id, nowMs).catch(passing)
  return {
    keyId: key.id,
    operator: false,
    ops: key.ops,
    requireApproval: key.requireApproval,
    launchesPerHour: key.launchesPerHour,
    referral: key.referral,
    bounds: key.bounds,
    key: used ? { ...key, lastUsedAtMs: nowMs } : key,
  }
}

/**
 * The caller, if it may record featured posts: the operator, a key that the operator listed by its hash, or one flagged as ops.
 *
 * @see rules 5.8
 */
export async function authenticateOps(
  deps: Pick<Deps, 'policy' | 'storage' | 'clock'>,
  sent: Secret<string> | null,
  address: string,
): Promise<Caller> {
  if (sent && deps.policy.opsKeyHashes.has(hashApiKey(sent))) return LISTED_OPS
  const caller = await authenticate(deps, sent, address)
  if (!caller.ops) throw new AppError('ops_key_required')
  return caller
}
