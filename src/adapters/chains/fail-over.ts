import { AppError } from '../../domain/errors.ts'
import type { Secret } from '../../lib/secret.ts'
import type { MachineTime } from '../../ports/clock.ts'
import { WrongChain } from './node-proof.ts'
import { EndpointFault } from './rpc-endpoint.ts'

/** An endpoint that failed is tried last for this long. */
const RETRY_AFTER_MS = 30_000

/** The first success of `askOne` among the endpoints. @throws AppError upstream_unavailable, and what is no EndpointFault */
export type Failover = <T>(askOne: (url: Secret<string>) => Promise<T>) => Promise<T>

/**
 * Tries endpoints in order of preference, those that failed recently last; then each once more whose fault may pass. `onExhausted` is
 * called when all failed, and `name` is theirs in the error.
 */
export function createFailover({
  urls,
  name,
  time,
  onExhausted,
}: {
  readonly urls: readonly Secret<string>[]
  readonly name: string
  readonly time: MachineTime
  readonly onExhausted: () => void
}): Failover {
  const { elapsedMs } = time.clock
  const failedUntilMs = new Map<Secret<string>, number>()
  const failedRecently = (url: Secret<string>) => (failedUntilMs.get(url) ?? 0) > elapsedMs()
  return async <T>(askOne: (url: Secret<string>) => Promise<T>): Promise<T> => {
    const order = urls.toSorted((a, b) => Number(failedRecently(a)) - Number(failedRecently(b)))
    const faults = new Map<Secret<string>, EndpointFault>()
    const attempt = async (url: Secret<string>): Promise<{ readonly answer: T } | null> => {
      try {
        const answer = await askOne(url)
        failedUntilMs.delete(url)
        return { answer }
      } catch (error) {
        if (!(error instanceof EndpointFault)) throw error
        failedUntilMs.set(url, elapsedMs() + RETRY_AFTER_MS)
        faults.set(url, error)
        return null
      }
    }
    for (const url of order) {
      const done = await attempt(url)
      if (done) return done.answer
    }
    // One retry, only for transient failures: a slow endpoint has used its time.
    for (const url of order) {
      const { retryAfterMs } = faults.get(url)!
      if (retryAfterMs === null) continue
      await pause(time, retryAfterMs)
      const done = await attempt(url)
      if (done) return done.answer
    }
    onExhausted()
    throw unavailable(name, [...faults.values()], faults.get(order.at(-1)!))
  }
}

/** Names the chain that the nodes are of where all are of another one. */
function unavailable(name: string, faults: readonly EndpointFault[], last: EndpointFault | undefined): AppError {
  const allWrong = faults.every((fault) => fault instanceof WrongChain)
  return new AppError('upstream_unavailable', { upstream: allWrong ? `${name} (it ${last?.message})` : name }, { cause: last })
}

const pause = ({ timers }: MachineTime, ms: number): Promise<void> => new Promise((resolve) => void timers.after(ms, resolve))
