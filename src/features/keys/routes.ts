import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { KeyId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { Secret } from '../../lib/secret.ts'
import { LIMITS, MINUTE_MS } from '../../domain/limits.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { Text } from '../../domain/text/text.ts'
import { keyGuard, openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { actorOf, operatorOf } from '../../http/request/actor-of.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { Ok } from '../../domain/json.ts'
import { idParam, ListOf, pageOf, pageQuery } from '../../http/answers/wire.ts'
import { changeKey } from './change-key.ts'
import { claimKey } from './claim-key.ts'
import { BOUND_MEMBERS, boundsOf, NULLABLE_BOUNDS } from '../../domain/keys/key-bounds-json.ts'
import { KeyRow, keyRow, NewKeyAnswer } from './key-view.ts'
import { mintKey } from './mint-key.ts'
import { revokeKey } from './revoke-key.ts'
import { rotateKey } from './rotate-key.ts'

const Label = Text({ minLength: LIMITS.keyLabelMin, maxLength: LIMITS.keyLabelMax })
const LaunchesPerHour = Type.Integer({ minimum: 1, maximum: LIMITS.launchesPerHourMax })

const ClaimBody = Type.Optional(
  Type.Object(
    {
      label: Type.Optional(Label),
      agentName: Type.Optional(Text({ maxLength: FIELD_LIMITS.agentNameMax })),
      model: Type.Optional(Text({ maxLength: FIELD_LIMITS.modelMax })),
      ...Type.Partial(Type.Object(BOUND_MEMBERS)).properties,
      referralCode: Type.Optional(Text({ minLength: LIMITS.referralCodeMin, maxLength: LIMITS.referralCodeMax })),
    },
    { additionalProperties: false },
  ),
)

const MintBody = Type.Object(
  {
    label: Label,
    launchesPerHour: Type.Optional(LaunchesPerHour),
    requireApproval: Type.Optional(Type.Boolean()),
    ops: Type.Optional(Type.Boolean()),
    ...Type.Partial(Type.Object(BOUND_MEMBERS)).properties,
  },
  { additionalProperties: false },
)

const PatchBody = Type.Partial(Type.Object({ ...MintBody.properties, ...NULLABLE_BOUNDS }), {
  additionalProperties: false,
  minProperties: 1,
})

const RotateBody = Type.Optional(
  Type.Object(
    {
      overlapMinutes: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: LIMITS.secretOverlapMs / MINUTE_MS,
          description: 'How long the text that was sent stays good; a day unless less is asked for, and 0 ends it at once.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
)

/** Claim, mint, list, change, rotate and revoke keys. @see rules 4.2, 5.4 */
export const keyRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'keys', prefix: '/api/agent/keys', tags: ['keys'] })
    .use(claimRoutes(deps))
    .use(ownKeyRoutes(deps))
    .use(operatorRoutes(deps))

const claimRoutes = (deps: HttpDeps) =>
  new Elysia().use(openGuard(deps, 'claim')).post(
    '/claim',
    async ({ body, client, set }) => {
      const { key, text } = await claimKey(deps, {
        label: body?.label ?? 'agent',
        agentName: body?.agentName ?? null,
        model: body?.model ?? null,
        referralCode: body?.referralCode ?? null,
        bounds: boundsOf(body ?? {}, deps.clock.nowMs()),
        client,
      })
      set.status = 201
      set.headers['cache-control'] = 'no-store'
      return {
        ok: true as const,
        key: text.reveal(),
        id: key.id,
        keyRow: keyRow(key),
        tip: 'Send it as x-svc-api-key. It is shown this once.',
      }
    },
    {
      body: ClaimBody,
      response: { 201: NewKeyAnswer },
      detail: {
        operationId: 'claimKey',
        summary: 'Claim a key; 5 an hour for each address',
        ...routeDocs({ refuses: ['claims_exceeded', 'referral_code_invalid'] }),
      },
    },
  )

const ownKeyRoutes = (deps: HttpDeps) =>
  new Elysia()
    .use(keyGuard(deps, 'keys'))
    .get(
      '',
      async ({ caller, query }) => {
        if (caller.operator) return pageOf('keys', await deps.storage.keys.list(pageQuery(query)), keyRow)
        return { ok: true as const, keys: caller.key ? [keyRow(caller.key)] : [], nextCursor: null }
      },
      {
        query: ListOf.query(),
        response: { 200: ListOf('keys', KeyRow) },
        detail: { operationId: 'listKeys', summary: 'Keys you may see: your own, or all for the operator' },
      },
    )
    .delete(
      '/:id',
      async ({ caller, params, request }) => {
        if (!caller.operator && params.id !== caller.keyId) throw new AppError('key_not_found')
        const key = await revokeKey(deps, actorOf(caller, request), params.id)
        return { ok: true as const, revoked: true as const, keyRow: keyRow(key) }
      },
      {
        params: idParam<KeyId>(),
        response: { 200: Ok({ revoked: Type.Literal(true), keyRow: KeyRow }) },
        detail: { operationId: 'revokeKey', summary: 'Revoke a key', ...routeDocs({ refuses: ['key_not_found'] }) },
      },
    )
    .post(
      '/:id/rotate',
      async ({ caller, params, body, request, set }) => {
        if (!caller.operator && params.id !== caller.keyId) throw new AppError('key_not_found')
        const sent = new Secret(request.headers.get('x-svc-api-key') ?? '')
        const overlapMs = body?.overlapMinutes === undefined ? LIMITS.secretOverlapMs : body.overlapMinutes * MINUTE_MS
        const { key, text } = await rotateKey(deps, actorOf(caller, request), { id: params.id, sent, overlapMs })
        set.headers['cache-control'] = 'no-store'
        return {
          ok: true as const,
          key: text.reveal(),
          id: key.id,
          keyRow: keyRow(key),
          tip: 'Send it as x-svc-api-key from now on. It is shown this once; the one before is good until keyRow.previousUntil.',
        }
      },
      {
        params: idParam<KeyId>(),
        body: RotateBody,
        response: { 200: NewKeyAnswer },
        detail: {
          operationId: 'rotateKey',
          summary: 'New text of a key, all else stays; the old text is good for another 24 h, or less',
          ...routeDocs({ refuses: ['key_not_found', 'key_already_rotated'] }),
        },
      },
    )

const operatorRoutes = (deps: HttpDeps) =>
  new Elysia()
    .use(keyGuard(deps, 'keys', { who: 'operator' }))
    .post(
      '',
      async ({ caller, body, request, set }) => {
        const { key, text } = await mintKey(deps, operatorOf(caller, request), {
          label: body.label,
          agentName: null,
          model: null,
          launchesPerHour: body.launchesPerHour ?? LIMITS.launchesPerHourDefault,
          requireApproval: body.requireApproval ?? false,
          ops: body.ops ?? false,
          referral: null,
          bounds: boundsOf(body, deps.clock.nowMs()),
        })
        set.status = 201
        set.headers['cache-control'] = 'no-store'
        return { ok: true as const, key: text.reveal(), id: key.id, keyRow: keyRow(key), tip: 'Shown this once; hand it to the agent.' }
      },
      {
        body: MintBody,
        response: { 201: NewKeyAnswer },
        detail: { operationId: 'mintKey', summary: 'Mint a key (operator)' },
      },
    )
    .patch(
      '/:id',
      async ({ caller, params, body, request }) => {
        const key = await changeKey(deps, operatorOf(caller, request), params.id, body)
        return { ok: true as const, keyRow: keyRow(key) }
      },
      {
        params: idParam<KeyId>(),
        body: PatchBody,
        response: { 200: Ok({ keyRow: KeyRow }) },
        detail: { operationId: 'changeKey', summary: 'Change a key (operator)', ...routeDocs({ refuses: ['key_not_found'] }) },
      },
    )
