import type { Client, ClientConfig } from 'pg'
import { inTime } from './in-time.ts'
import { asSettings, type SessionLimits } from '../engine/session-limits.ts'

const CONNECT_MS = 10_000

/** How sessions of a database are opened. */
export interface WayIn {
  readonly config: ClientConfig
  /** False where something in between keeps limits from sessions: a pooler, which has its own sessions. Transactions set them then. */
  readonly limited: boolean
  /** True where the session is the server's own, so that it keeps what is prepared in it. */
  readonly direct: boolean
}

/**
 * How the database of the URL is entered, once it has answered.
 * @throws Error with code CONNECT_TIMEOUT after 10 s, or the database's own connection error
 */
export async function enterPostgres(url: string, limits: SessionLimits, client: (config: ClientConfig) => Client): Promise<WayIn> {
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
    if (plain !== url && /does not support SSL/.test(message)) return enterPostgres(plain, limits, client)
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
): Promise<Pick<WayIn, 'limited' | 'direct'>> {
  const client = open(config)
  client.on('error', () => {})
  const wanted = Object.entries(settings).map(([name, ms]) => `('${name}', '${ms}')`)
  const ask = async () => {
    await client.connect()
    const { rows } = await client.query(
      `select count(*)::int as held, pg_backend_pid() as pid from pg_settings where (name, setting) in (${wanted.join(', ')})`,
    )
    return { limited: rows[0]?.held === wanted.length, direct: rows[0]?.pid === (client as { readonly processID?: unknown }).processID }
  }
  try {
    return await inTime(ask(), CONNECT_MS)
  } finally {
    // Not awaited: a database that is silent answers a farewell neither.
    void client.end().catch(() => {})
  }
}
