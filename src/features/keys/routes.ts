import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { ApiKey } from '../../domain/api-key.ts'
import type { KeyId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import { Text } from '../../domain/text/text.ts'
import { keyGuard, openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { iso, isoOrNull, Nullable, Ok } from '../../domain/json.ts'
import { idParam, ListOf, pageOf, pageQuery } from '../../http/answers/wire.ts'
import { claimKey } from './claim-key.ts'
import { mintKey } from './mint-key.ts'

const Label = Text({ minLength: LIMITS.keyLabelMin, maxLength: LIMITS.keyLabelMax })
const LaunchesPerHour = Type.Integer({ minimum: 1, maximum: LIMITS.launchesPerHourMax })

const ClaimBody = Type.Optional(
  Type.Object(
    {
      label: Type.Optional(Label),
      agentName: Type.Optional(Text({ maxLength: LIMITS.agentNameMax })),
      model: Type.Optional(Text({ maxLength: LIMITS.modelMax })),
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
  },
  { additionalProperties: false },
)

const PatchBody = Type.Partial(MintBody, { additionalProperties: false, minProperties: 1 })

const KeyRow = Type.Object({
  id: Type.String(),
  label: Type.String(),
  agentName: Nullable(Type.String()),
  model: Nullable(Type.String()),
  fingerprint: Type.String(),
  launchesPerHour: Type.Integer(),
  requireApproval: Type.Boolean(),
  ops: Type.Boolean(),
  referralCode: Nullable(Type.String()),
  active: Type.Boolean(),
  createdAt: Type.String(),
  lastUsedAt: Nullable(Type.String()),
})
KeyRow.title = 'Key'

type KeyRow = Static<typeof KeyRow>

const NewKeyAnswer = Ok({
  key: Type.String({ description: 'Shown once; only its hash is stored.' }),
  id: Type.String(),
  keyRow: KeyRow,
  tip: Type.String(),
})

const keyRow = (key: ApiKey): KeyRow => ({
  id: key.id,
  label: key.label,
  agentName: key.agentName,
  model: key.model,
  fingerprint: key.fingerprint,
  launchesPerHour: key.launchesPerHour,
  requireApproval: key.requireApproval,
  ops: key.ops,
  referralCode: key.referral?.code ?? null,
  active: key.active,
  createdAt: iso(key.createdAtMs),
  lastUsedAt: isoOrNull(key.lastUsedAtMs),
})

/** Claim, mint, list, change and revoke keys. @see rules 4.2, 5.4 */
export const keyRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'keys', prefix: '/api/agent/keys', tags: ['keys'] })
    .use(claimRoutes(deps))
    .use(ownKeyRoutes(deps))
    .use(operatorRoutes(deps))

const claimRoutes = (deps: HttpDeps) =>
  new Elysia({ normalize: false }).use(openGuard(deps, 'claim')).post(
    '/claim',
    async ({ body, client, set }) => {
      const { key, text } = await claimKey(deps, {
        label: body?.label ?? 'agent',
        agentName: body?.agentName ?? null,
        model: body?.model ?? null,
        referralCode: body?.referralCode ?? null,
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
  new Elysia({ normalize: false })
    .use(keyGuard(deps, 'keys'))
    .get(
      '',
      async ({ caller, query }) => {
        if (caller.operator) return pageOf('keys', await deps.storage.keys.list(pageQuery(query)), keyRow)
        const existing = await deps.storage.keys.find(caller.keyId)
        return { ok: true as const, keys: existing ? [keyRow(existing)] : [], nextCursor: null }
      },
      {
        query: ListOf.query(),
        response: { 200: ListOf('keys', KeyRow) },
        detail: { operationId: 'listKeys', summary: 'Keys you may see: your own, or all for the operator' },
      },
    )
    .delete(
      '/:id',
      async ({ caller, params }) => {
        if (!caller.operator && params.id !== caller.keyId) throw new AppError('key_not_found')
        const key = await deps.storage.keys.revoke(params.id)
        if (!key) throw new AppError('key_not_found')
        return { ok: true as const, revoked: true as const, keyRow: keyRow(key) }
      },
      {
        params: idParam<KeyId>(),
        response: { 200: Ok({ revoked: Type.Literal(true), keyRow: KeyRow }) },
        detail: { operationId: 'revokeKey', summary: 'Revoke a key', ...routeDocs({ refuses: ['key_not_found'] }) },
      },
    )

const operatorRoutes = (deps: HttpDeps) =>
  new Elysia({ normalize: false })
    .use(keyGuard(deps, 'keys', { who: 'operator' }))
    .post(
      '',
      async ({ body, set }) => {
        const { key, text } = await mintKey(deps, {
          label: body.label,
          agentName: null,
          model: null,
          launchesPerHour: body.launchesPerHour ?? LIMITS.launchesPerHourDefault,
          requireApproval: body.requireApproval ?? false,
          ops: body.ops ?? false,
          referral: null,
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
      async ({ params, body }) => {
        const key = await deps.storage.keys.update(params.id, body)
        if (!key) throw new AppError('key_not_found')
        return { ok: true as const, keyRow: keyRow(key) }
      },
      {
        params: idParam<KeyId>(),
        body: PatchBody,
        response: { 200: Ok({ keyRow: KeyRow }) },
        detail: { operationId: 'changeKey', summary: 'Change a key (operator)', ...routeDocs({ refuses: ['key_not_found'] }) },
      },
    )
