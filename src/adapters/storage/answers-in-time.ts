import type { Sql } from 'postgres'

const CONNECT_MS = 10_000

/**
 * Returns when the database has answered. A host that drops packets would otherwise keep whoever asks waiting for ever.
 * @throws Error with code CONNECT_TIMEOUT after 10 s, or whatever the database refuses the connection with
 */
export async function answersInTime(client: Sql): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(Object.assign(new Error('no answer in time'), { code: 'CONNECT_TIMEOUT' })), CONNECT_MS)
  try {
    await Promise.race([client`select 1`, late.promise])
  } catch (error) {
    // Not awaited: it waits for a connection that never comes.
    void client.end({ timeout: 0 }).catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
  }
}
