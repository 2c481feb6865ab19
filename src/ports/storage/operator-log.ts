import type { UnixMs } from '../../domain/brands.ts'
import type { ChainedAct, ChainEnds } from '../../domain/operator/chained-act.ts'
import type { OperatorAct } from '../../domain/operator/operator-act.ts'
import type { Page, PageRequest } from './page.ts'

/**
 * Who did what: a chain of entries, each with a hash that covers all before it. Only features/operator-log writes it, in the commit of the
 * act.
 */
export interface OperatorLogRepo {
  /** Adds an entry at the chain's end, which writers take in turns until their commits; a duplicate id throws. */
  insert(act: OperatorAct): Promise<void>
  /** Newest first. */
  list(page: PageRequest): Promise<Page<ChainedAct>>
  /** At most `limit` entries after the one with this number, oldest first. */
  readChain(afterNumber: number, limit: number): Promise<readonly ChainedAct[]>
  /** Where the entries that are kept begin and end. */
  chainEnds(): Promise<ChainEnds>
  /**
   * Deletes at most `limit` entries from the chain's beginning that are older than `beforeMs`, or beyond the newest `most`; returns how
   * many. The chain begins after them from then on.
   */
  prune(bounds: { readonly beforeMs: UnixMs; readonly most: number }, limit: number): Promise<number>
}
