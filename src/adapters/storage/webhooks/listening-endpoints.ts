import type { ExpressionBuilder } from 'kysely'
import { OPERATOR_KEY_ID } from '../../../domain/api-key.ts'
import type { UnixMs } from '../../../domain/brands.ts'
import type { CoinEvent } from '../../../domain/events.ts'
import { isExpired, type KeyBounds } from '../../../domain/keys/key-bounds.ts'
import { includesType, type Subscription } from '../../../domain/webhooks/webhook.ts'
import type { Executor } from '../engine/executor.ts'
import { fromJson } from '../rows/json-column.ts'
import type { Database } from '../schema.ts'

/**
 * The endpoints that are served at the event's time, subscribed to its type, and owned by its key or the operator, each with the
 * last position of its queue.
 */
export async function listeningEndpoints(db: Executor, { type, keyId, atMs }: Pick<CoinEvent, 'type' | 'keyId' | 'atMs'>) {
  const endpoints = await db
    .selectFrom('webhook_endpoint as endpoint')
    .select(['endpoint.id', 'endpoint.events_json'])
    .select(({ selectFrom }) =>
      selectFrom('webhook_delivery')
        .select(({ fn }) => fn.max('position').as('last'))
        .whereRef('endpoint_id', '=', 'endpoint.id')
        .as('lastPosition'),
    )
    .where(await servedAt(db, atMs, keyId))
    .where('endpoint.key_id', 'in', [keyId, OPERATOR_KEY_ID])
    .execute()
  return endpoints.filter(({ events_json }) => includesType(fromJson<Subscription[]>(events_json), type))
}

/** A condition for endpoints that are enabled and whose key is neither revoked nor expired then; of one key, where it is named. */
export async function servedAt(db: Executor, nowMs: UnixMs, keyId?: string) {
  const ending = await db
    .selectFrom('webhook_endpoint')
    .innerJoin('api_key', 'api_key.id', 'webhook_endpoint.key_id')
    .select(['api_key.id', 'api_key.bounds_json'])
    .where('api_key.bounds_json', 'is not', null)
    .$if(keyId !== undefined, (keys) => keys.where('webhook_endpoint.key_id', '=', keyId!))
    .execute()
  const expired = ending.filter(({ bounds_json }) => isExpired(fromJson<KeyBounds>(bounds_json!), nowMs)).map(({ id }) => id)
  return (eb: EndpointExpression) =>
    expired.length === 0 ? isServed(eb) : eb.and([isServed(eb), eb('endpoint.key_id', 'not in', [...new Set(expired)])])
}

type EndpointExpression = ExpressionBuilder<Database & { endpoint: Database['webhook_endpoint'] }, 'endpoint'>

const isServed = (eb: EndpointExpression) =>
  eb.and([
    eb('endpoint.disabled', 'is', null),
    eb.not(eb.exists(eb.selectFrom('api_key').select('api_key.id').whereRef('api_key.id', '=', 'endpoint.key_id').where('active', '=', 0))),
  ])
