import { deliverTurn, type EndedTurn, exchangeTurns } from '../features/webhooks/deliver-turn.ts'
import type { Deps } from '../ports/deps.ts'

/** A running delivery loop. */
export interface WebhookLoop {
  /** Begins no further attempt; resolves when those under way have ended and are recorded. */
  stop(): Promise<void>
}

const ENDPOINTS_MAX = 200
/** How soon an idle loop finds a new event. */
const IDLE_POLL_MS = 250

/**
 * Delivers webhooks until it is stopped: each endpoint by a worker of its own that asks for more work when its turn ends, so that a slow
 * endpoint delays no other. One loop per process; several processes share the work by leases.
 */
export function startWebhookLoop(
  deps: Pick<Deps, 'storage' | 'tracer' | 'clock' | 'ids' | 'log' | 'web' | 'mail' | 'webhookSecrets' | 'redact'>,
  endpointsMax = ENDPOINTS_MAX,
): WebhookLoop {
  const { storage, clock, log } = deps
  const stopped = new AbortController()
  const working = new Set<Promise<void>>()
  let ended: EndedTurn[] = []
  let wake = () => {}
  let pause: Promise<void> | null = null
  const paused = () => (pause ??= clock.sleep(IDLE_POLL_MS).then(() => void (pause = null)))

  /** Records what ended, and starts workers on what is due. Results that could not be recorded are kept for the next time. */
  const exchange = async (capacity: number): Promise<void> => {
    const recording = ended
    ended = []
    try {
      for (const turn of await exchangeTurns(deps, recording, capacity)) {
        const worker = deliverTurn(deps, turn, stopped.signal)
          .then((result) => void ended.push(result))
          // Its lease expires, and the endpoint is taken again.
          .catch((error: unknown) => log.error('webhook turn failed', { webhookId: turn.endpoint.id, error }))
          .finally(() => {
            working.delete(worker)
            wake()
          })
        working.add(worker)
      }
    } catch (error) {
      ended.unshift(...recording)
      log.error('webhook results not recorded', { turns: recording.length, error })
    }
  }

  const run = async (): Promise<void> => {
    // Leases of a process that was killed: nobody else works on this storage.
    if (storage.exclusive) await storage.webhooks.releaseLeases().catch((error: unknown) => log.error('leases not released', { error }))
    while (!stopped.signal.aborted) {
      // Leases of a process that was killed: no other process uses this storage.
      const woken = new Promise<void>((resolve) => (wake = resolve))
      await exchange(endpointsMax - working.size)
      if (!stopped.signal.aborted) await Promise.race([woken, paused()])
    }
    await Promise.all(working)
    await exchange(0)
  }

  const running = run()
  return {
    async stop() {
      stopped.abort()
      wake()
      await running
    },
  }
}
