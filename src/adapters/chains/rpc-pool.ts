import type { Secret } from '../../lib/secret.ts'
import type { MachineTime } from '../../ports/clock.ts'
import type { NodeReport, RecordNode } from '../../ports/node-watch.ts'
import { noTracer, type Tracer } from '../../ports/tracer.ts'
import { createFailover } from './fail-over.ts'
import { type ChainIdentity, createNodeProof } from './node-proof.ts'
import { callEndpoint, type EndpointCall, EndpointFault, type EndpointMeans, RpcRefusal } from './rpc-endpoint.ts'

/** The nodes of a pool, and observers of their calls. */
export interface RpcPoolOptions {
  /** In order of preference. A URL may contain a provider's key. */
  readonly urls: readonly Secret<string>[]
  /** The name of the upstream in errors; without a URL. */
  readonly name: string
  readonly timeoutMs: number
  /** What calls and proofs are timed by, however far the service's clock is sent. */
  readonly time: MachineTime
  /** How every node proves its chain before its answers count. */
  readonly identity: ChainIdentity
  readonly upstream: NodeReport['upstream']
  readonly recordCall?: RecordCall
  readonly recordNode?: RecordNode
  readonly tracer?: Tracer
}

/** Called for each call of a node, with its position in the setting, from 1, and never its URL, which may contain a key. */
export type RecordCall = (call: { readonly node: number; readonly method: string; readonly outcome: 'ok' | 'refused' | 'fault' }) => void

/** Validates a `result` and returns its value. @throws Error on any other shape */
export type ResultReader<T> = (result: unknown, recordHeight: (height: number) => void) => T

/**
 * Several endpoints of one chain, tried in order. Each proves its chain before it is asked or sent anything, again after each of its
 * failures, and every minute; without a valid proof its answers are ignored.
 */
export interface RpcPool {
  /**
   * The first usable answer, in order of preference; endpoints that failed recently are tried last.
   *
   * @throws AppError upstream_unavailable when none gives one
   * @throws RpcRefusal when a node refuses to simulate
   */
  ask<T>(method: string, params: readonly unknown[], read: ResultReader<T>): Promise<T>
  /**
   * The results of every endpoint, asked concurrently, null where one failed; settles with the slowest. For decisions that release a
   * reservation, `verified` makes each prove its chain right before and right after the work.
   */
  onEach<T>(work: (ask: RpcPool['ask']) => Promise<T>, options?: { readonly verified?: boolean }): Promise<(T | null)[]>
  /** The first success among all endpoints, asked concurrently; null when all fail. The others are not cancelled. */
  onAny<T>(work: (ask: RpcPool['ask']) => Promise<T>): Promise<T | null>
  /** Asks every endpoint for its chain now; one that does not answer is `unproved`. */
  prove(): Promise<readonly NodeReport[]>
}

const SENDS: ReadonlySet<string> = new Set(['sendTransaction', 'eth_sendRawTransaction'])
const SIMULATIONS: ReadonlySet<string> = new Set(['simulateTransaction', 'eth_call', 'eth_estimateGas'])

/** Failover over endpoints. Its only state is which failed recently, and the greatest height seen. */
export function createRpcPool({
  urls,
  name,
  timeoutMs,
  time,
  identity,
  upstream,
  recordCall,
  recordNode,
  tracer = noTracer,
}: RpcPoolOptions): RpcPool {
  const heights = createHeightCheck()
  const failOver = createFailover({ urls, name, time, onExhausted: heights.forget })
  const means = { timers: time.timers, headers: () => tracer.headers() }
  const recorded = <T>(url: Secret<string>, method: string, work: () => Promise<T>): Promise<T> =>
    recordOutcome({ recordCall, tracer, upstream }, { node: urls.indexOf(url) + 1, method }, work)
  const proof = createNodeProof({
    urls,
    upstream,
    identity,
    clock: time.clock,
    call: (url, method, params) => recorded(url, method, () => callEndpoint(means, url, { method, params, timeoutMs })),
    ...(recordNode ? { recordNode } : {}),
    // Heights of another chain cannot be compared.
    onWrong: heights.forget,
  })

  async function askOne<T>(url: Secret<string>, method: string, params: readonly unknown[], read: ResultReader<T>): Promise<T> {
    // An expired proof is renewed concurrently with a read, whose answer waits for it; nothing is sent on an expired proof.
    const beside = proof.held(url) && !proof.holds(url) && !SENDS.has(method)
    if (!beside) await proof.prove(url)
    try {
      return await recorded(url, method, async () => {
        const called = callOnce(means, url, { method, params, timeoutMs })
        // Proved first: nothing that a node of another chain answers is read, refusals included.
        called.catch(() => {})
        if (beside) await proof.prove(url)
        return readResult(method, await called, read, heights)
      })
    } catch (error) {
      // After a failure another node may answer at this URL.
      if (error instanceof EndpointFault && !error.refuses) proof.doubt(url)
      throw error
    }
  }

  const askerOf =
    (url: Secret<string>): RpcPool['ask'] =>
    (method, params, read) =>
      askOne(url, method, params, read)

  async function askVerified<T>(url: Secret<string>, work: (ask: RpcPool['ask']) => Promise<T>): Promise<T> {
    await proof.prove(url, true)
    const answer = await work(askerOf(url))
    await proof.prove(url, true)
    return answer
  }

  return {
    ask: (method, params, read) => failOver((url) => askOne(url, method, params, read)),
    onEach: (work, { verified = false } = {}) =>
      Promise.all(urls.map((url) => (verified ? askVerified(url, work) : work(askerOf(url))).catch(() => null))),
    onAny: (work) => Promise.any(urls.map((url) => work(askerOf(url)))).catch(() => null),
    async prove() {
      await Promise.all(urls.map((url) => proof.prove(url, true).catch(() => proof.doubt(url))))
      return proof.report()
    },
  }
}

/** The result of `work`, a span of its own, reported to `recordCall` with its outcome. */
async function recordOutcome<T>(
  {
    recordCall,
    tracer,
    upstream,
  }: Pick<RpcPoolOptions, 'upstream'> & { readonly recordCall: RecordCall | undefined; readonly tracer: Tracer },
  call: { readonly node: number; readonly method: string },
  work: () => Promise<T>,
): Promise<T> {
  const { node, method } = call
  try {
    const attributes = { upstream, node, 'rpc.method': method }
    const answer = await tracer.span({ name: `rpc ${method}`, kind: 'client', attributes }, work)
    recordCall?.({ ...call, outcome: 'ok' })
    return answer
  } catch (error) {
    recordCall?.({ ...call, outcome: error instanceof RpcRefusal ? 'refused' : 'fault' })
    throw error
  }
}

/** One call. A refused read is this node's policy or quota, so that the next is tried; a refused simulation is an answer. */
const callOnce = (means: EndpointMeans, url: Secret<string>, call: EndpointCall): Promise<unknown> =>
  callEndpoint(means, url, call).catch((error: unknown) => {
    if (!(error instanceof RpcRefusal) || SIMULATIONS.has(call.method)) throw error
    throw new EndpointFault(`refuses ${call.method} (${error.code})`, { retryAfterMs: null, refuses: true })
  })

/** The value of a result. @throws EndpointFault for another shape, and for a node that lags behind */
function readResult<T>(method: string, result: unknown, read: ResultReader<T>, heights: HeightCheck): T {
  try {
    return read(result, heights.record)
  } catch (cause) {
    throw cause instanceof EndpointFault ? cause : new EndpointFault(`answers ${method} with another shape`, { cause })
  }
}

/** About a minute of blocks: an endpoint that lags further behind is stale. */
const BEHIND_BLOCKS_MAX = 150

/** The greatest height that any endpoint of a chain reported. */
interface HeightCheck {
  /** Records a height. @throws EndpointFault when it is far behind the greatest one */
  readonly record: (height: number) => void
  /** Starts again from 0, so that a height that never existed does not count for ever. */
  readonly forget: () => void
}

/** A check that has seen no height yet. */
function createHeightCheck(): HeightCheck {
  let greatest = 0
  return {
    record(height) {
      if (height + BEHIND_BLOCKS_MAX < greatest) throw new EndpointFault(`is ${greatest - height} blocks behind`)
      greatest = Math.max(greatest, height)
    },
    forget: () => void (greatest = 0),
  }
}
