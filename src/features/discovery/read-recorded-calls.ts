import type { Policy } from '../../ports/policy.ts'

/** A call that was recorded in simulated mode. */
export interface RecordedCall {
  /** With parameters filled in, and the query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status: number
  /** Absent when it is not JSON. */
  readonly answer?: unknown
}

/** One call for each route under `METHOD /path/{with}/{names}`; for further statuses of it, under that and the status. */
export type RecordedCalls = Readonly<Record<string, RecordedCall>>

/** The address of the service that was recorded. */
const RECORDED_AT = 'http://launch.test'

/**
 * The recorded calls with this service's address. On a real chain no wallet is shown in requests: fees paid to an example's wallet would
 * be lost.
 */
export async function readRecordedCalls({ baseUrl, cluster }: Pick<Policy, 'baseUrl' | 'cluster'>): Promise<RecordedCalls> {
  const { default: recorded } = await import('./recorded-calls.json')
  const here = JSON.parse(JSON.stringify(recorded).replaceAll(RECORDED_AT, () => baseUrl)) as RecordedCalls
  if (cluster === 'simulated') return here
  return Object.fromEntries(Object.entries(here).map(([name, call]) => [name, { ...call, body: withoutWallets(call.body) }]))
}

/** One message of each event that was really sent, by its type; at this service's address. */
export type RecordedEvents = Readonly<Record<string, unknown>>

/** The recorded events, at this service's address. */
export async function readRecordedEvents({ baseUrl }: Pick<Policy, 'baseUrl'>): Promise<RecordedEvents> {
  const { default: recorded } = await import('./recorded-events.json')
  return JSON.parse(JSON.stringify(recorded).replaceAll(RECORDED_AT, () => baseUrl)) as RecordedEvents
}

const withoutWallets = (body: unknown): unknown =>
  body === undefined ? undefined : JSON.parse(JSON.stringify(body).replaceAll(/"[1-9A-HJ-NP-Za-km-z]{32,44}"/g, '"YOUR_ADDRESS"'))
