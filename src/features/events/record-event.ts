import type { NewEvent } from '../../domain/events.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/** Records an event of now, in the commit of the state change that it reports, and enqueues its webhook deliveries. */
export const recordEvent = ({ ids, clock }: Pick<Deps, 'ids' | 'clock'>, tx: Pick<Repos, 'events'>, event: NewEvent): Promise<void> =>
  tx.events.insert({ ...event, id: ids.id('evt'), atMs: clock.nowMs() })
