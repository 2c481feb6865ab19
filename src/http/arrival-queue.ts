import { LIMITS } from '../domain/limits.ts'
import { createTickLimiter, yieldToEventLoop } from '../lib/yield-to-event-loop.ts'

/**
 * What is begun in one turn of the event loop, so that nobody waits long behind requests that came together. A client may pipeline
 * thousands of requests: Bun closes a connection as soon as two of its requests are pending.
 */
const IN_TURN = { most: 64, workMs: 25, resumed: 8 }

/** Large bodies that wait for their turn, in all; of each peer one. */
const WAITING_MAX = 16

/** Lets requests begin in the order in which they came, each peer's share of them in each turn of the event loop. */
export interface ArrivalQueue {
  /** True where a request of this peer begins at once, as nearly all do; otherwise `begin` says when it may. */
  beginNow(peer: string): boolean
  /**
   * Resolves when the request may begin; `crowded` at once when it has a large body and may neither begin nor wait. Of a body that
   * waits the runtime reads half a megabyte in each turn, whatever becomes of it: many of them would take the time of everyone's.
   */
  begin(peer: string, request: Request): Promise<'begun' | 'crowded'>
}

/** A queue for one process, which has one event loop; `nowMs` is the clock that it reads. */
export function createArrivalQueue({ nowMs }: { readonly nowMs: () => number }): ArrivalQueue {
  const turns = createTickLimiter({ ...IN_TURN, nowMs })
  const uploading = new Set<string>()
  return {
    beginNow: (peer) => !turns.isBusy() && turns.take(peer) === undefined,
    async begin(peer, request) {
      if (!turns.isBusy() || !mayBeLarge(request)) {
        await turns.take(peer)
        return 'begun'
      }
      if (uploading.has(peer) || uploading.size >= WAITING_MAX) {
        if (turns.isLate()) await yieldToEventLoop()
        return 'crowded'
      }
      uploading.add(peer)
      await turns.take(peer)
      uploading.delete(peer)
      return 'begun'
    },
  }
}

/** True for a body that is larger than most routes take, or does not say. */
const mayBeLarge = ({ headers }: Request): boolean =>
  Number(headers.get('content-length') ?? 0) > LIMITS.bodyBytesPlainMax || headers.has('transfer-encoding')
