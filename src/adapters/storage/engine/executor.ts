import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** The database or a transaction of it, on which a repository executes statements. */
export type Executor = Kysely<Database>
