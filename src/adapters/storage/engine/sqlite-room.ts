import type { Database } from 'bun:sqlite'

/** A file without the room for it is brought to giving pages back when it is opened, if that takes no time to speak of. */
const REBUILT_BYTES_MAX = 67_108_864
/** Free pages that are kept for what comes next. */
const PAGES_KEPT = 512n
/** Pages that are given back in one go: a few milliseconds. */
const PAGES_AT_ONCE = 256
const GOES_MAX = 100

/** How many bytes the database has, pages that are free and its log included. */
export function sqliteBytes(db: Database): number {
  return Number(pragma(db, 'page_count') * pragma(db, 'page_size'))
}

/** Lets a small file of an earlier version give its free pages back from now on; a large one keeps them for itself, and uses them again. */
export function allowGivingBack(db: Database): void {
  if (db.filename === ':memory:' || pragma(db, 'auto_vacuum') !== 0n || sqliteBytes(db) > REBUILT_BYTES_MAX) return
  try {
    db.run('PRAGMA auto_vacuum = INCREMENTAL')
    db.run('VACUUM')
  } catch {
    // Another process works on it, or there is no room: the next start tries again.
  }
}

/** Gives most free pages back to the disk, some at a time; `breathe` lets others have their turn in between. */
export async function giveBackPages(db: Database, breathe: () => Promise<void>): Promise<void> {
  if (pragma(db, 'auto_vacuum') !== 2n) return
  for (let goes = 0; goes < GOES_MAX && !db.inTransaction && pragma(db, 'freelist_count') > PAGES_KEPT; goes += 1) {
    db.run(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`)
    await breathe()
  }
}

const pragma = (db: Database, name: string): bigint => BigInt((db.query(`PRAGMA ${name}`).get() as Record<string, bigint | number>)[name]!)
