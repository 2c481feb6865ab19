import type { DeliveryId } from '../../../domain/brands.ts'
import type { CoinEvent } from '../../../domain/events.ts'
import type { Executor } from '../engine/executor.ts'
import { listensTo, type servedEndpoints } from './listening-endpoints.ts'
import { toDeliveryRow } from './webhook-rows.ts'

/** Adds each event, in their order, to the end of the queue of those of these endpoints that listen to it. */
export async function enqueueEvents(
  db: Executor,
  events: readonly CoinEvent[],
  endpoints: Awaited<ReturnType<typeof servedEndpoints>>,
): Promise<void> {
  const rows = endpoints.flatMap((endpoint) => {
    let lastPosition = endpoint.lastPosition
    return events
      .filter((event) => listensTo(endpoint, event))
      .map((event) => {
        const id = deliveryId(event.id, endpoint.id)
        const row = toDeliveryRow({ id, endpointId: endpoint.id, eventId: event.id, lastPosition, nowMs: event.atMs })
        lastPosition = row.position
        return row
      })
  })
  if (rows.length > 0) await db.insertInto('webhook_delivery').values(rows).execute()
}

/** The id of an event in a queue, made of both ids, so that it joins once. */
const deliveryId = (eventId: string, endpointId: string): DeliveryId =>
  `dlv_${eventId.replace(/^evt_/, '')}_${endpointId.replace(/^wh_/, '')}` as DeliveryId
