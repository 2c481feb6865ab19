import type { Caller } from '../../domain/api-key.ts'
import type { OperationId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import type { Deps } from '../../ports/deps.ts'
import type { IdempotencyKey } from '../../ports/storage/idempotency.ts'

/** The text of the request's idempotency key, or null without one. */
export function idempotencyKeyText(request: Request): string | null {
  const key = request.headers.get('x-idempotency-key')
  if (key === null) return null
  const { idempotencyKeyMin, idempotencyKeyMax } = LIMITS
  if (key.length < idempotencyKeyMin || key.length > idempotencyKeyMax || !/^[\x21-\x7e]+$/.test(key)) {
    throw new AppError(
      'idempotency_key_invalid',
      {},
      {
        fields: [
          { path: '/headers/x-idempotency-key', message: `must be ${idempotencyKeyMin} to ${idempotencyKeyMax} visible ASCII characters` },
        ],
      },
    )
  }
  return key
}

/** True when the caller has used this idempotency key before, for whatever request. Known before the body is read. */
export async function isKnownKey(
  { storage, clock }: Pick<Deps, 'storage' | 'clock'>,
  { keyId: scope }: Caller,
  key: string,
): Promise<boolean> {
  return (await storage.idempotency.peek({ scope, key, fingerprint: '', nowMs: clock.nowMs() })) !== null
}

/** The idempotency key of this request, scoped to its caller. */
export function idempotencyKeyOf(request: Request, caller: Caller, key: string, body: unknown): IdempotencyKey {
  const fingerprint = sha256Hex(`${request.method} ${new URL(request.url).pathname} ${canonicalJson(body)}`)
  return { scope: caller.keyId, key, fingerprint }
}

/** The operation that already answered this key, or null when the request must be executed. */
export async function findReplay({ storage, clock }: Pick<Deps, 'storage' | 'clock'>, key: IdempotencyKey): Promise<OperationId | null> {
  const found = await storage.idempotency.peek({ ...key, nowMs: clock.nowMs() })
  if (found?.outcome === 'reused') throw new AppError('idempotency_key_reused')
  if (found?.outcome === 'running') throw new AppError('idempotency_in_progress')
  return found?.operationId ?? null
}
