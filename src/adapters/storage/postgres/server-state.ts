import { sql } from 'kysely'
import { StorageFault } from '../../../ports/storage/storage-fault.ts'
import type { Executor } from '../engine/executor.ts'

/** What a server of PostgreSQL says of itself and of the database that is used. */
export interface ServerState {
  /** How many more this user may open to this database; null behind a pooler, which has its own. */
  readonly connectionsLeft: number | null
  /** The name of the encoding, as `UTF8`. */
  readonly encoding: string
  /** The collation, where the server sorts by another version of it than the indexes were made with; else null. */
  readonly outdatedCollation: string | null
  /** Why it takes no writes: it follows another server, or a setting says so; null where it takes them. */
  readonly readOnly: 'standby' | 'setting' | null
}

/** Since then a database knows the version of its collation. */
const COLLATION_VERSIONS_SINCE = 150_000

/** Reads it, without a write. */
export async function readServerState(db: Executor, { pooled }: { readonly pooled: boolean }): Promise<ServerState> {
  const { rows } = await sql<{
    version: number
    encoding: string
    left: number
    standby: boolean
    read_only: boolean
  }>`select current_setting('server_version_num')::int as version, pg_encoding_to_char(d.encoding) as encoding,
      pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as read_only,
      least(
        current_setting('max_connections')::int - case when r.rolsuper then 0 else current_setting('superuser_reserved_connections')::int end
          - (select count(*) from pg_stat_activity where datid is not null),
        nullif(d.datconnlimit, -1) - (select count(*) from pg_stat_activity where datid = d.oid),
        nullif(r.rolconnlimit, -1) - (select count(*) from pg_stat_activity where usesysid = r.oid)
      )::int as left
    from pg_database d, pg_roles r where d.datname = current_database() and r.rolname = current_user`.execute(db)
  const { version, encoding, left, standby, read_only: readOnly } = rows[0]!
  return {
    connectionsLeft: pooled ? null : left,
    encoding,
    outdatedCollation: version < COLLATION_VERSIONS_SINCE ? null : await outdatedCollation(db),
    readOnly: standby ? 'standby' : readOnly ? 'setting' : null,
  }
}

async function outdatedCollation(db: Executor): Promise<string | null> {
  const { rows } = await sql<{
    name: string
  }>`select coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale', datcollate) as name from pg_database d
    where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)`.execute(db)
  return rows[0]?.name ?? null
}

/** More than a page takes, of what cannot be made smaller. */
const PAGES_OF_TEXT = 2_048

/** True where a write finds no room; it is undone. @throws StorageFault of another kind */
export async function isServerFull(db: Executor): Promise<boolean> {
  const undone = new Error('undone')
  try {
    await db.transaction().execute(async (tx) => {
      await sql`insert into lease (name, holder, expires_at_ms)
        select 'room', string_agg(md5(random()::text), ''), 0 from generate_series(1, ${PAGES_OF_TEXT}) on conflict (name) do nothing`.execute(
        tx,
      )
      throw undone
    })
  } catch (error) {
    if (error instanceof StorageFault && error.code === 'storage_full') return true
    if (error !== undone) throw error
  }
  return false
}
