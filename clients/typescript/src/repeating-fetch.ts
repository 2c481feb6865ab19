import { pause } from './pause.ts'
import { PaymentNotMade } from './payment-not-made.ts'

/** Sends a request; rejects when no answer came. */
export type Send = (request: Request) => Promise<Response>

/** How long a call that may be repeated is repeated, where nobody says. */
export const REPEAT_FOR_MS = 60_000

/** First wait before a call is repeated, and the longest, where the answer does not say. */
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5_000

/** Statuses of a service or proxy that may answer otherwise in a while. */
const PASSING: ReadonlySet<number> = new Set([408, 429, 502, 503, 504])

/** A second call does nothing twice: a read, a call with an idempotency key, and sending what was signed. */
const mayRepeat = ({ method, headers, url }: Request): boolean =>
  method === 'GET' || headers.has('x-idempotency-key') || /\/api\/agent\/(launch|wire-fees)\/submit$/.test(new URL(url).pathname)

/** A conflict that ends by itself says when to come back. */
const passes = ({ status, headers }: Response): boolean => PASSING.has(status) || (status === 409 && headers.has('retry-after'))

/**
 * Sends a request and, where that does nothing twice, sends it again while no answer comes or one that says to come back. What it
 * answers, or rejects with, is the last.
 *
 * @throws PaymentNotMade at once, and what the last sending rejected with
 */
export function repeatingFetch(send: Send, repeatForMs: number): Send {
  return async (request) => {
    if (!mayRepeat(request)) return send(request)
    const endMs = performance.now() + repeatForMs
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await send(request.clone()).catch((error: unknown) => ({ error }))
      if (outcome instanceof Response && !passes(outcome)) return outcome
      // To ask again would not change what it costs, or who signs.
      if (!(outcome instanceof Response) && outcome.error instanceof PaymentNotMade) throw outcome.error
      const waitMs = outcome instanceof Response ? (askedWaitMs(outcome) ?? ownWaitMs(attempt)) : ownWaitMs(attempt)
      if (request.signal.aborted || performance.now() + waitMs > endMs) {
        if (outcome instanceof Response) return outcome
        throw outcome.error
      }
      await pause(waitMs, request.signal)
    }
  }
}

function askedWaitMs({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null
}

/** Twice as long each time, and less by chance, so that many clients do not come back at once. */
const ownWaitMs = (attempt: number): number => Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2)
