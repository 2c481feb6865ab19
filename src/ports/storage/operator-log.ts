import type { UnixMs } from '../../domain/brands.ts'
import type { OperatorAct } from '../../domain/operator/operator-act.ts'
import type { Page, PageRequest } from './page.ts'

/** What operators did. Only features/operator-log writes it, in the commit of the act. */
export interface OperatorLogRepo {
  /** Adds an entry; a duplicate id throws. */
  insert(act: OperatorAct): Promise<void>
  /** Newest first. */
  list(page: PageRequest): Promise<Page<OperatorAct>>
  /** Deletes at most `limit` entries that are older than `beforeMs`, or beyond the newest `most`; returns how many. */
  prune(bounds: { readonly beforeMs: UnixMs; readonly most: number }, limit: number): Promise<number>
}
