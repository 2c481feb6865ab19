import type { ExpressionBuilder } from 'kysely'
import { OPERATOR_KEY_ID } from '../../../domain/api-key.ts'
import type { CoinEvent } from '../../../domain/events.ts'
import { includesType, type Subscription } from '../../../domain/webhooks/webhook.ts'
import type { Executor } from '../engine/executor.ts'
import { fromJson } from '../rows/json-column.ts'
import type { Database } from '../schema.ts'

/**
 * The endpoints that are enabled, subscribed to the event's type, and owned by the event's key or the operator, each with the last
 * position of its queue.
 */
export async function listeningEndpoints(db: Executor, { type, keyId }: Pick<CoinEvent, 'type' | 'keyId'>) {
  const endpoints = await db
    .selectFrom('webhook_endpoint as endpoint')
    .select(['endpoint.id', 'endpoint.events_json'])
    .select(({ selectFrom }) =>
      selectFrom('webhook_delivery')
        .select(({ fn }) => fn.max('position').as('last'))
        .whereRef('endpoint_id', '=', 'endpoint.id')
        .as('lastPosition'),
    )
    .where(isServed)
    .where('endpoint.key_id', 'in', [keyId, OPERATOR_KEY_ID])
    .execute()
  return endpoints.filter(({ events_json }) => includesType(fromJson<Subscription[]>(events_json), type))
}

/** A condition for endpoints that are enabled and whose key is not revoked. */
export const isServed = (eb: ExpressionBuilder<Database & { endpoint: Database['webhook_endpoint'] }, 'endpoint'>) =>
  eb.and([
    eb('endpoint.disabled', 'is', null),
    eb.not(eb.exists(eb.selectFrom('api_key').select('api_key.id').whereRef('api_key.id', '=', 'endpoint.key_id').where('active', '=', 0))),
  ])
