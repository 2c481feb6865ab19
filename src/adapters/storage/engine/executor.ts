import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** What a repository runs its statements on: the database, or one transaction of it. */
export type Executor = Kysely<Database>
