import { claimTurns, deliverTurn } from '../features/webhooks/deliver-due.ts'
import type { Deps } from '../ports/deps.ts'

/** A running delivery loop. */
export interface WebhookLoop {
  /** Begins no further attempt; resolves when those under way have ended and are recorded. */
  stop(): Promise<void>
}

const ENDPOINTS_MAX = 200
const REST_MS = 250

/**
 * Delivers webhooks until it is stopped: each endpoint by a worker of its own, which comes back for more as soon as its turn
 * ends, so that a slow one delays no other. One loop a process; several processes share the work by leases.
 */
export function startWebhookLoop(
  deps: Pick<Deps, 'storage' | 'clock' | 'ids' | 'log' | 'web' | 'webhookSecrets'>,
  { endpointsMax = ENDPOINTS_MAX, restMs = REST_MS } = {},
): WebhookLoop {
  const { clock, log } = deps
  const stopped = new AbortController()
  const turns = new Set<Promise<void>>()
  let wake = () => {}
  let rest: Promise<void> | null = null
  const resting = () => (rest ??= clock.sleep(restMs).then(() => void (rest = null)))

  const begin = async (): Promise<void> => {
    for (const turn of await claimTurns(deps, endpointsMax - turns.size)) {
      const running = deliverTurn(deps, turn, stopped.signal)
        .catch((error: unknown) => log.error('webhook turn failed', { webhookId: turn.endpoint.id, error }))
        .finally(() => {
          turns.delete(running)
          wake()
        })
      turns.add(running)
    }
  }

  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      // Before the claim: a turn that ends while it runs is not missed.
      const woken = new Promise<void>((resolve) => (wake = resolve))
      if (turns.size < endpointsMax) await begin().catch((error: unknown) => log.error('webhook claim failed', { error }))
      if (!stopped.signal.aborted) await Promise.race([woken, resting()])
    }
  }

  const running = run()
  return {
    async stop() {
      stopped.abort()
      wake()
      await running
      await Promise.all(turns)
    },
  }
}
