import type { ExpressionBuilder } from 'kysely'
import { OPERATOR_KEY_ID } from '../../../domain/api-key.ts'
import type { UnixMs } from '../../../domain/brands.ts'
import type { CoinEvent } from '../../../domain/events.ts'
import { isExpired, type KeyBounds } from '../../../domain/keys/key-bounds.ts'
import { includesType, type Subscription } from '../../../domain/webhooks/webhook.ts'
import { builtOnce } from '../engine/built-once.ts'
import type { Executor } from '../engine/executor.ts'
import { fromJson } from '../rows/json-column.ts'
import type { Database } from '../schema.ts'

type Owned = Pick<CoinEvent, 'type' | 'keyId' | 'atMs'>

/**
 * The endpoints that are enabled and owned by the key of one of the events or by the operator, each with the bounds of its key and the
 * last position of its queue.
 */
export const servedEndpoints = async (db: Executor, events: readonly Owned[]) =>
  (await selectServed(db, [...new Set<string>([...events.map(({ keyId }) => keyId), OPERATOR_KEY_ID])])).rows

const selectServed = builtOnce((db, keyIds: readonly string[]) =>
  db
    .selectFrom('webhook_endpoint as endpoint')
    .select(['endpoint.id', 'endpoint.key_id', 'endpoint.events_json'])
    .select(({ selectFrom }) =>
      selectFrom('api_key').select('api_key.bounds_json').whereRef('api_key.id', '=', 'endpoint.key_id').as('bounds_json'),
    )
    .select(({ selectFrom }) =>
      selectFrom('webhook_delivery')
        .select(({ fn }) => fn.max('position').as('last'))
        .whereRef('endpoint_id', '=', 'endpoint.id')
        .as('lastPosition'),
    )
    .where(isServed)
    .where('endpoint.key_id', 'in', keyIds),
)

type ServedEndpoint = Awaited<ReturnType<typeof servedEndpoints>>[number]

/** Whether an endpoint is subscribed to the event's type, and owned by its key, which has not expired then, or by the operator. */
export const listensTo = ({ key_id, bounds_json, events_json }: Omit<ServedEndpoint, 'id'>, { type, keyId, atMs }: Owned): boolean =>
  (key_id === keyId || key_id === OPERATOR_KEY_ID) &&
  !(bounds_json !== null && isExpired(fromJson<KeyBounds>(bounds_json), atMs)) &&
  includesType(fromJson<Subscription[]>(events_json), type)

/** A condition for endpoints that are enabled and whose key is neither revoked nor expired then. */
export async function servedAt(db: Executor, nowMs: UnixMs) {
  const ending = await db
    .selectFrom('webhook_endpoint')
    .innerJoin('api_key', 'api_key.id', 'webhook_endpoint.key_id')
    .select(['api_key.id', 'api_key.bounds_json'])
    .where('api_key.bounds_json', 'is not', null)
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
