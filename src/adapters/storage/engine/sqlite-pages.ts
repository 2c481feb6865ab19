import type { Database } from 'bun:sqlite'

/** Free pages that are kept for the next writes. */
const PAGES_KEPT = 512n
/** Pages that are returned in one step: a few milliseconds. */
const PAGES_AT_ONCE = 256
const GOES_MAX = 100

/** The size of the database in bytes, free pages and its log included. */
export function sqliteBytes(db: Database): number {
  return Number(pragma(db, 'page_count') * pragma(db, 'page_size'))
}

/** Returns most free pages to the disk, some at a time; `yieldToOthers` is awaited in between. */
export async function giveBackPages(db: Database, yieldToOthers: () => Promise<void>): Promise<void> {
  if (pragma(db, 'auto_vacuum') !== 2n) return
  for (let goes = 0; goes < GOES_MAX && !db.inTransaction && pragma(db, 'freelist_count') > PAGES_KEPT; goes += 1) {
    db.run(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`)
    await yieldToOthers()
  }
}

const pragma = (db: Database, name: string): bigint => BigInt((db.query(`PRAGMA ${name}`).get() as Record<string, bigint | number>)[name]!)
