import { deliverTurn, type EndedTurn, exchangeTurns } from '../features/webhooks/deliver-turn.ts'
import type { Deps } from '../ports/deps.ts'

/** A running delivery loop. */
export interface WebhookLoop {
  /** Begins no further attempt; resolves when those under way have ended and are recorded. */
  stop(): Promise<void>
}

const ENDPOINTS_MAX = 200
/** How soon a new event is found by an idle loop. */
const REST_MS = 250

/**
 * Delivers webhooks until it is stopped: each endpoint by a worker of its own, which comes back for more as soon as its turn
 * ends, so that a slow one delays no other. One loop a process; several processes share the work by leases.
 */
export function startWebhookLoop(
  deps: Pick<Deps, 'storage' | 'clock' | 'ids' | 'log' | 'web' | 'webhookSecrets' | 'strikeOut'>,
  endpointsMax = ENDPOINTS_MAX,
): WebhookLoop {
  const { storage, clock, log } = deps
  const stopped = new AbortController()
  const working = new Set<Promise<void>>()
  let ended: EndedTurn[] = []
  let wake = () => {}
  let rest: Promise<void> | null = null
  const resting = () => (rest ??= clock.sleep(REST_MS).then(() => void (rest = null)))

  /** Records what ended, and puts workers on what is due. What could not be recorded is kept for the next time. */
  const exchange = async (room: number): Promise<void> => {
    const recording = ended
    ended = []
    try {
      for (const turn of await exchangeTurns(deps, recording, room)) {
        const worker = deliverTurn(deps, turn, stopped.signal)
          .then((result) => void ended.push(result))
          // Its lease runs out, and the endpoint comes back.
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
      // Before the exchange: a turn that ends while it runs is not missed.
      const woken = new Promise<void>((resolve) => (wake = resolve))
      await exchange(endpointsMax - working.size)
      if (!stopped.signal.aborted) await Promise.race([woken, resting()])
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
