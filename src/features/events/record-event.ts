import type { NewEvent } from '../../domain/events.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/** Tells of something that happened now, in the commit that makes it true: webhooks hear of it once that is written. */
export const recordEvent = ({ ids, clock }: Pick<Deps, 'ids' | 'clock'>, tx: Pick<Repos, 'events'>, event: NewEvent): Promise<void> =>
  tx.events.insert({ ...event, id: ids.id('evt'), atMs: clock.nowMs() })
