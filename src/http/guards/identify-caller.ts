import type { Caller } from '../../domain/api-key.ts'
import type { KeyId, OperationId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { checkScope, NO_BOUNDS } from '../../domain/keys/key-bounds.ts'
import { yieldToEventLoop } from '../../lib/yield-to-event-loop.ts'
import type { IdempotencyKey } from '../../ports/storage/idempotency.ts'
import { bodyFor } from '../elysia/unread-body.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { BodyKind } from '../request/body/read-body.ts'
import { refuseWhenFull } from '../request/refuse-when-full.ts'
import { apiKeyOf } from '../request/secret-header.ts'
import { requestContext } from '../request/request-context.ts'
import { authenticate, authenticateOps } from './authenticate.ts'
import { findReplay, idempotencyKeyOf, idempotencyKeyText, isKnownKey } from './idempotency.ts'
import { launcherSecretOf, requiredLauncherSecret } from './launcher-secret.ts'
import type { PaymentGate, PresentedPayment } from './payment-gate.ts'
import { type KeyGroup, routeScopeOf } from './route-scopes.ts'

/** What a route requires of its caller beside a key. */
export interface KeyGuardOptions {
  readonly idempotent?: boolean
  /** A key that may record featured posts, or the operator's only. */
  readonly who?: 'ops' | 'operator'
  /** Only a payment is taken, and no key. */
  readonly payerOnly?: boolean
  /** The launcher secret must be sent. */
  readonly launcher?: boolean
  /** What its body contains; `plain` by default. */
  readonly body?: BodyKind
}

/** The caller until a payer is admitted: owns nothing, and may do nothing. */
const NOBODY: Caller = { keyId: 'nobody' as KeyId, operator: false, ops: false, requireApproval: true, launchesPerHour: 0, referral: null }

/** What a caller is identified with. */
export type IdentifyDeps = Pick<HttpDeps, 'policy' | 'storage' | 'disk' | 'clock' | 'limiter' | 'bodies' | 'bodySchemaOf'>

/** A call whose caller is known, before its body is validated. */
export type IdentifiedCall = {
  readonly caller: Caller
  readonly body: unknown
  readonly idempotency: IdempotencyKey | null
  /** The operation that already answered the idempotency key. */
  readonly replayOf: OperationId | null
  /** The payment header of a call without a key, whose signature is not verified yet. */
  readonly presented: PresentedPayment | null
}

/** A call with a payment in the place of a key. */
export async function identifyByPayment(
  deps: Pick<IdentifyDeps, 'storage' | 'disk' | 'bodies' | 'bodySchemaOf'>,
  group: KeyGroup,
  options: KeyGuardOptions,
  gate: PaymentGate,
  request: Request,
): Promise<IdentifiedCall> {
  let reading: Promise<unknown> | null = null
  const readBody = () => (reading ??= bodyFor(deps, request, options.body ?? 'plain'))
  const presented = await gate.read(request, readBody)
  refuseWhenFull(deps, request, group)
  if (options.launcher) await checkLauncherSecret(readBody, request)
  return { caller: NOBODY, body: await readBody(), idempotency: null, replayOf: null, presented }
}

/**
 * A call with a key. Counts it in the rate limit of its group, or of replays while its idempotency key is known, and writes the
 * rate-limit headers into `headers`.
 */
export async function identifyByKey(
  deps: IdentifyDeps,
  group: KeyGroup,
  options: KeyGuardOptions,
  request: Request,
  headers: Record<string, string | number>,
): Promise<IdentifiedCall> {
  const { limiter } = deps
  const context = requestContext(request)
  const caller = await authenticated(deps, group, options, request)
  const count = () => Object.assign(headers, limiter.count(group, caller.keyId, context))
  const named = options.idempotent ? request.headers.get('x-idempotency-key') : null
  const known = named !== null && (await isKnownKey(deps, caller, named))
  if (known) limiter.count('replays', caller.keyId, context)
  else count()
  const key = options.idempotent ? idempotencyKeyText(request) : null
  if (options.who === 'operator' && !caller.operator) throw new AppError('operator_key_required')
  checkScope(caller.bounds ?? NO_BOUNDS, routeScopeOf(group, caller, request.method))
  if (!known) await checkStart(deps, group, options, request)
  const body = await bodyFor(deps, request, options.body ?? 'plain', caller.operator || caller.ops)
  if (key === null) return { caller, body, idempotency: null, replayOf: null, presented: null }

  const idempotency = idempotencyKeyOf(request, caller, key, body)
  // A picture was hashed.
  await yieldToEventLoop()
  const giveBack = () => known || limiter.giveBack(group, caller.keyId, context)
  const replayOf = await findReplay(deps, idempotency).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'idempotency_in_progress') giveBack()
    throw error
  })
  if (replayOf) giveBack()
  else if (known) {
    // The idempotency key was in use when the request arrived, and has expired since.
    count()
    await checkStart(deps, group, options, request, false)
  }
  return { caller, body, idempotency, replayOf, presented: null }
}

/** The caller of the key; an unknown key counts in the rate limit of the client's address. */
async function authenticated(deps: IdentifyDeps, group: KeyGroup, { who }: KeyGuardOptions, request: Request): Promise<Caller> {
  const context = requestContext(request)
  const authenticateKey = who === 'ops' ? authenticateOps : authenticate
  const caller = await authenticateKey(deps, apiKeyOf(request), context.address).catch((error: unknown) => {
    deps.limiter.countUnidentified(group, context)
    throw error
  })
  context.keyId = caller.keyId
  return caller
}

/** Throws unless the call may begin. */
async function checkStart(
  deps: Pick<IdentifyDeps, 'storage' | 'disk' | 'bodies' | 'bodySchemaOf'>,
  group: KeyGroup,
  options: KeyGuardOptions,
  request: Request,
  unread = true,
): Promise<void> {
  if (options.launcher && unread) await checkLauncherSecret(() => bodyFor(deps, request, options.body ?? 'plain'), request)
  else if (options.launcher) requiredLauncherSecret(request)
  refuseWhenFull(deps, request, group)
}

/** Returns for a call with the header; one that has the secret in its body instead is told to take it as exposed. */
async function checkLauncherSecret(readBody: () => Promise<unknown>, request: Request): Promise<void> {
  if (launcherSecretOf(request)) return
  await readBody().catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'secret_in_body') throw error
  })
  throw new AppError('launcher_secret_required')
}
