import type { NewEvent } from '../../domain/events.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Repos } from '../../ports/storage/storage.ts'

type EventDeps = Pick<Deps, 'ids' | 'clock'>

/** Records an event of now, in the commit of the state change that it reports, and enqueues its webhook deliveries. */
export const recordEvent = (deps: EventDeps, tx: Pick<Repos, 'events'>, event: NewEvent): Promise<void> => recordEvents(deps, tx, [event])

/** Records events of one key, in their order, as recordEvent() does. */
export const recordEvents = ({ ids, clock }: EventDeps, tx: Pick<Repos, 'events'>, events: readonly NewEvent[]): Promise<void> =>
  tx.events.insert(...events.map((event) => ({ ...event, id: ids.id('evt'), atMs: clock.nowMs() })))
