import type { ExpressionBuilder } from 'kysely'
import { OPERATOR_KEY_ID } from '../../../domain/api-key.ts'
import type { CoinEvent } from '../../../domain/events.ts'
import { includesType, type Subscription } from '../../../domain/webhooks/webhook.ts'
import type { Executor } from '../engine/executor.ts'
import { fromJson } from '../rows/json-column.ts'
import type { Database } from '../schema.ts'

type Owned = Pick<CoinEvent, 'type' | 'keyId'>

/**
 * The endpoints that are enabled and owned by the key of one of the events or by the operator, each with the last position of its queue.
 */
export const servedEndpoints = (db: Executor, events: readonly Owned[]) =>
  db
    .selectFrom('webhook_endpoint as endpoint')
    .select(['endpoint.id', 'endpoint.key_id', 'endpoint.events_json'])
    .select(({ selectFrom }) =>
      selectFrom('webhook_delivery')
        .select(({ fn }) => fn.max('position').as('last'))
        .whereRef('endpoint_id', '=', 'endpoint.id')
        .as('lastPosition'),
    )
    .where(isServed)
    .where('endpoint.key_id', 'in', [...new Set<string>([...events.map(({ keyId }) => keyId), OPERATOR_KEY_ID])])
    .execute()

/** Whether an endpoint is owned by the event's key or the operator, and subscribed to its type. */
export const listensTo = ({ key_id, events_json }: Pick<Database['webhook_endpoint'], 'key_id' | 'events_json'>, { type, keyId }: Owned) =>
  (key_id === keyId || key_id === OPERATOR_KEY_ID) && includesType(fromJson<Subscription[]>(events_json), type)

/** A condition for endpoints that are enabled and whose key is not revoked. */
export const isServed = (eb: ExpressionBuilder<Database & { endpoint: Database['webhook_endpoint'] }, 'endpoint'>) =>
  eb.and([
    eb('endpoint.disabled', 'is', null),
    eb.not(eb.exists(eb.selectFrom('api_key').select('api_key.id').whereRef('api_key.id', '=', 'endpoint.key_id').where('active', '=', 0))),
  ])
