import type { Deps } from '../ports/deps.ts'

const LOOK_MS = 500

/** The request, without its body, aborted when its client is gone or the service stops: a stream that only waits must not delay that. */
export function endedWithService(
  { stopNotice, timers }: Pick<Deps, 'stopNotice' | 'timers'>,
  { url, method, headers, signal }: Request,
): Request {
  const end = new AbortController()
  const endLooking = timers.every(LOOK_MS, () => stopNotice.answerByMs !== null && end.abort(), { idle: true })
  const either = AbortSignal.any([signal, end.signal])
  either.addEventListener('abort', endLooking, { once: true })
  return new Request(url, { method, headers, signal: either })
}
