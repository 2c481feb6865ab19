import type { Call, History } from './history.ts'

/** Who calls, from where, and what is sent. */
export interface ServiceCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly headers?: Record<string, string>
  /** As from elsewhere, so that no rate of one address stands in the way. */
  readonly address: string
}

const PATIENCE_MS = 20_000

/** What any call may be told while processes die: to come again. */
const COME_AGAIN: ReadonlySet<number> = new Set([429, 503, 504])
const UNDER_WAY: ReadonlySet<string> = new Set(['idempotency_in_progress', 'launch_unresolved', 'payment_in_progress'])

/** True for an answer that ends no intent. */
export const isUndecided = ({ status, body }: Call): boolean =>
  status === null || COME_AGAIN.has(status) || UNDER_WAY.has(body.code as string)

/** Makes the call at this replica, waits a while at most, and keeps what came of it; a 5xx that says no reason is a finding. */
export async function callService(
  urls: readonly string[],
  replica: number,
  { method, path, body, headers, address }: ServiceCall,
  history: Pick<History, 'answers' | 'answeredBy' | 'found'>,
): Promise<Call> {
  const begunMs = performance.now()
  const what = `${method} ${path}`
  const ended = (status: number | null, answer: Record<string, any>): Call => {
    const call = { what, replica, begunMs, endedMs: performance.now(), status, body: answer }
    const name = status === null ? 'nobody answered' : String(answer.code ?? status)
    history.answers.set(name, (history.answers.get(name) ?? 0) + 1)
    if (status !== null) history.answeredBy.set(replica, (history.answeredBy.get(replica) ?? 0) + 1)
    if (status !== null && status >= 500 && !COME_AGAIN.has(status)) history.found('bare-5xx', `${what} answered ${status}`, [call])
    return call
  }
  try {
    const response = await fetch(`${urls[replica]}${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, 'x-forwarded-proto': 'https', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
      keepalive: false,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return ended(response.status, (await response.json()) as Record<string, any>)
  } catch {
    return ended(null, {})
  }
}
