import { SQL } from 'bun'

/** Where a run keeps its rows. */
export interface FuzzDatabase {
  /** Null for the file of the service's own choice. */
  readonly url: string | null
  readonly name: 'SQLite' | 'PostgreSQL'
  remove(): Promise<void>
}

const SCRIPT = new URL('../../.ci/postgres', import.meta.url).pathname

/** An empty database: a file of the service's, one of a PostgreSQL that runs (TEST_DATABASE_URL), or of one that is started for it. */
export async function openFuzzDatabase(which: string): Promise<FuzzDatabase> {
  if (which === 'sqlite') return { url: null, name: 'SQLite', remove: async () => {} }
  if (which !== 'postgres') return { url: which, name: which.startsWith('postgres') ? 'PostgreSQL' : 'SQLite', remove: async () => {} }
  const own = process.env.TEST_DATABASE_URL === undefined ? await startPostgres() : null
  const server = own?.url ?? process.env.TEST_DATABASE_URL!
  const sql = new SQL(server, { max: 1 })
  const database = `fuzz_${process.pid}_${Date.now()}`
  await sql.unsafe(`CREATE DATABASE ${database}`)
  const url = new URL(server)
  url.pathname = `/${database}`
  return {
    url: url.href,
    name: 'PostgreSQL',
    async remove() {
      await sql.unsafe(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
      await sql.end()
      await own?.stop()
    },
  }
}

async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const text = await Bun.$`${SCRIPT}`.text()
  const url = /TEST_DATABASE_URL=(\S+)/.exec(text)?.[1]
  const stop = /STOP_POSTGRES='([^']+)'/.exec(text)?.[1]
  if (url === undefined || stop === undefined) throw new Error(`.ci/postgres said: ${text}`)
  return { url, stop: async () => void (await Bun.$`sh -c ${stop}`.quiet().nothrow()) }
}
