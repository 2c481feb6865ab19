import type { Deps } from '../ports/deps.ts'

const LOOK_MS = 500

/** The request, without its body, aborted when its client is gone or the service stops: a stream that only waits must not delay that. */
export function endedWithService({ stopNotice }: Pick<Deps, 'stopNotice'>, { url, method, headers, signal }: Request): Request {
  const end = new AbortController()
  const timer = setInterval(() => {
    if (stopNotice.answerByMs !== null) end.abort()
  }, LOOK_MS)
  timer.unref()
  const either = AbortSignal.any([signal, end.signal])
  either.addEventListener('abort', () => clearInterval(timer), { once: true })
  return new Request(url, { method, headers, signal: either })
}
