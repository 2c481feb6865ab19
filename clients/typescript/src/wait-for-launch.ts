import { dataOf } from './api-error.ts'
import type { AgentLaunchClient } from './create-client.ts'
import type { LaunchRow } from './openapi.ts'
import { pause } from './pause.ts'
import { POLL_MS, type WaitOptions } from './wait-for-approval.ts'

const UNFINISHED: readonly LaunchRow['state'][] = ['prepared', 'broadcast', 'live']

/**
 * The launch of this key, once it ended: `locked`, `unlocked` (the coin is there, its fees are not locked) or `failed`. Null when the
 * key has none of this id.
 *
 * @throws ApiError | the signal's reason when it is aborted
 */
export async function waitForLaunch(
  client: AgentLaunchClient,
  launchId: string,
  { pollMs = POLL_MS, signal }: WaitOptions = {},
): Promise<LaunchRow | null> {
  for (;;) {
    const row = await findLaunch(client, launchId, signal)
    if (row === null || !UNFINISHED.includes(row.state)) return row
    await pause(pollMs, signal)
  }
}

async function findLaunch(client: AgentLaunchClient, launchId: string, signal?: AbortSignal): Promise<LaunchRow | null> {
  let cursor: string | null = null
  do {
    const query: { limit: number; cursor?: string } = cursor === null ? { limit: 100 } : { limit: 100, cursor }
    const page = dataOf(await client.GET('/api/agent/launches', { params: { query }, ...(signal === undefined ? {} : { signal }) }))
    const row = page.launches.find((launch) => launch.launchId === launchId)
    if (row) return row
    cursor = page.nextCursor
  } while (cursor !== null)
  return null
}
