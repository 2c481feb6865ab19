import type { Client, ClientConfig } from 'pg'
import { inTime } from './in-time.ts'
import type { PostgresServers } from './postgres-servers.ts'
import { asSettings, type SessionLimits } from '../engine/session-limits.ts'

const CONNECT_MS = 10_000

/** How sessions of a database are opened. */
export interface WayIn {
  readonly config: ClientConfig
  /** False where something in between keeps limits from sessions: a pooler, which has its own sessions. Transactions set them then. */
  readonly limited: boolean
  /** True where the session is the server's own, so that it keeps what is prepared in it. */
  readonly direct: boolean
  /** False at a standby. */
  readonly takesWrites: boolean
}

/**
 * How the database is entered whose URL names these servers: at the one that takes writes, which is the current one then.
 * @throws Error with code 25006 where none of them takes writes, else as `enterServer` does, of the last that failed
 */
export async function enterPostgres(
  servers: PostgresServers,
  limits: SessionLimits,
  client: (config: ClientConfig) => Client,
): Promise<WayIn> {
  const { urls } = servers
  let failure: unknown = Object.assign(new Error('no server of DATABASE_URL takes writes'), { code: '25006' })
  for (const [index, url] of urls.entries()) {
    try {
      const way = await enterServer(url, limits, client)
      if (urls.length > 1 && !way.takesWrites) continue
      servers.enter(index)
      return way
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/**
 * How the database of the URL is entered, once it has answered.
 * @throws Error with code CONNECT_TIMEOUT after 10 s, or the database's own connection error
 */
async function enterServer(url: string, limits: SessionLimits, client: (config: ClientConfig) => Client): Promise<WayIn> {
  const config = { connectionString: withLibpqModes(url) }
  const settings = asSettings(limits)
  try {
    const found = await look({ ...config, ...settings }, settings, client)
    return { config: found.limited ? { ...config, ...settings } : config, ...found }
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (/startup parameter/.test(message)) return { config, ...(await look(config, settings, client)) }
    // What `prefer` stands for: encrypted where the server can.
    const plain = url.replace(/\bsslmode=(prefer|allow)\b/, 'sslmode=disable')
    if (plain !== url && /does not support SSL/.test(message)) return enterServer(plain, limits, client)
    throw error
  }
}

/** The modes of TLS as PostgreSQL's own clients understand them: `require` encrypts, `verify-full` looks at the certificate too. */
export function withLibpqModes(url: string): string {
  const known = url.replace(/\bsslmode=allow\b/, 'sslmode=prefer')
  return /[?&]sslmode=/.test(known) && !/[?&]uselibpqcompat=/.test(known) ? `${known}&uselibpqcompat=true` : known
}

/** Whether a session that is opened so has these settings, and whether it is the server's own: a pooler gives out a number of its own. */
async function look(
  config: ClientConfig,
  settings: Readonly<Record<string, number>>,
  open: (config: ClientConfig) => Client,
): Promise<Omit<WayIn, 'config'>> {
  const client = open(config)
  client.on('error', () => {})
  const wanted = Object.entries(settings).map(([name, ms]) => `('${name}', '${ms}')`)
  const ask = async () => {
    await client.connect()
    const { rows } = await client.query(
      `select count(*)::int as held, pg_backend_pid() as pid, current_setting('transaction_read_only') as read_only from pg_settings where (name, setting) in (${wanted.join(', ')})`,
    )
    const [{ held, pid, read_only: readOnly } = {}] = rows
    const direct = pid === (client as { readonly processID?: unknown }).processID
    return { limited: held === wanted.length, direct, takesWrites: readOnly === 'off' }
  }
  try {
    return await inTime(ask(), CONNECT_MS)
  } finally {
    // Not awaited: a database that is silent answers a farewell neither.
    void client.end().catch(() => {})
  }
}
