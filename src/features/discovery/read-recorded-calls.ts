import type { Policy } from '../../ports/deps.ts'

/** A call that was really made in simulated mode. */
export interface RecordedCall {
  /** With its values, and its query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status: number
  /** Left out where it is no JSON. */
  readonly answer?: unknown
}

/** One call for each route, by `METHOD /path/{with}/{names}`; of another status of it by that name and the status. */
export type RecordedCalls = Readonly<Record<string, RecordedCall>>

/** The address of the service that was recorded. */
const RECORDED_AT = 'http://launch.test'

/**
 * The recorded calls, at this service's address. With a real chain no wallet stands in what is sent: fees that an example's wallet
 * is paid would be lost.
 */
export async function readRecordedCalls({ baseUrl, cluster }: Pick<Policy, 'baseUrl' | 'cluster'>): Promise<RecordedCalls> {
  const { default: recorded } = await import('./recorded-calls.json')
  const here = JSON.parse(JSON.stringify(recorded).replaceAll(RECORDED_AT, () => baseUrl)) as RecordedCalls
  if (cluster === 'simulated') return here
  return Object.fromEntries(Object.entries(here).map(([name, call]) => [name, { ...call, body: withoutWallets(call.body) }]))
}

const withoutWallets = (body: unknown): unknown =>
  body === undefined ? undefined : JSON.parse(JSON.stringify(body).replaceAll(/"[1-9A-HJ-NP-Za-km-z]{32,44}"/g, '"YOUR_ADDRESS"'))
