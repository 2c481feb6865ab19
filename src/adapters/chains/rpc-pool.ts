import { AppError } from '../../domain/errors.ts'
import type { Secret } from '../../lib/secret.ts'
import type { NodeReport, RecordNode } from '../../ports/node-watch.ts'
import { type ChainIdentity, createNodeProof, WrongChain } from './node-proof.ts'
import { callEndpoint, EndpointFault, RpcRefusal } from './rpc-endpoint.ts'

/** Which nodes are asked, and who hears of what they do. */
export interface RpcPoolOptions {
  /** In order of preference. An address may carry a provider's key. */
  readonly urls: readonly Secret<string>[]
  /** What a caller reads when none answers; no address. */
  readonly name: string
  readonly timeoutMs: number
  /** What every node has to prove before anything it says counts. */
  readonly identity: ChainIdentity
  readonly upstream: NodeReport['upstream']
  readonly recordCall?: RecordCall
  readonly recordNode?: RecordNode
}

/** Called for each call of a node, with its position in the setting, from 1, and never its address, which may carry a key. */
export type RecordCall = (call: { readonly node: number; readonly method: string; readonly outcome: 'ok' | 'refused' | 'fault' }) => void

/** Turns a `result` into what it stands for. @throws Error on any other shape */
export type ResultReader<T> = (result: unknown, recordHeight: (height: number) => void) => T

/**
 * Several endpoints of one chain, asked in order. Each proves its chain before the first thing it is asked or sent, again
 * after each of its faults, and every minute; until then, and when it is of another chain, it is no witness of anything.
 */
export interface RpcPool {
  /**
   * The first usable answer, in order of preference; endpoints that failed lately are asked last.
   *
   * @throws AppError upstream_unavailable when none gives one
   * @throws RpcRefusal when a node refuses to simulate
   */
  ask<T>(method: string, params: readonly unknown[], read: ResultReader<T>): Promise<T>
  /**
   * The work done on every endpoint at once, null where it failed; settles with the slowest. For verdicts that free what is
   * held, `witness` has each prove its chain right before the work and right after it.
   */
  onEach<T>(work: (ask: RpcPool['ask']) => Promise<T>, options?: { readonly witness?: boolean }): Promise<(T | null)[]>
  /** The same, settled with the first that succeeds; null when all fail. The others are not called off. */
  onAny<T>(work: (ask: RpcPool['ask']) => Promise<T>): Promise<T | null>
  /** Every endpoint asked now of which chain it is; one that does not say is `unproved`. */
  prove(): Promise<readonly NodeReport[]>
}

const SENDS = new Set(['sendTransaction', 'eth_sendRawTransaction'])
const SIMULATIONS = new Set(['simulateTransaction', 'eth_call', 'eth_estimateGas'])
const REST_MS = 30_000
/** About a minute: an endpoint that far behind the others tells of the past. */
const BEHIND_BLOCKS_MAX = 150

/** Failover over endpoints. Remembers which failed lately and the newest height seen, nothing else. */
export function createRpcPool({ urls, name, timeoutMs, identity, upstream, recordCall, recordNode }: RpcPoolOptions): RpcPool {
  const restsUntil = new Map<Secret<string>, number>()
  let newestHeight = 0
  const proof = createNodeProof({
    urls,
    upstream,
    identity,
    call: (url, method, params) => recorded(url, method, () => callEndpoint(url, method, params, timeoutMs)),
    ...(recordNode ? { recordNode } : {}),
    // Heights of another chain compare with nothing.
    onWrong: () => void (newestHeight = 0),
  })

  const inOrder = () => urls.toSorted((a, b) => Number(rests(a)) - Number(rests(b)))
  const rests = (url: Secret<string>) => (restsUntil.get(url) ?? 0) > performance.now()

  async function recorded<T>(url: Secret<string>, method: string, work: () => Promise<T>): Promise<T> {
    const node = urls.indexOf(url) + 1
    try {
      const answer = await work()
      recordCall?.({ node, method, outcome: 'ok' })
      return answer
    } catch (error) {
      recordCall?.({ node, method, outcome: error instanceof RpcRefusal ? 'refused' : 'fault' })
      throw error
    }
  }

  async function askOne<T>(url: Secret<string>, method: string, params: readonly unknown[], read: ResultReader<T>): Promise<T> {
    // A proof that only grew old is renewed beside a read, whose answer waits for it; nothing is sent on an old one.
    const beside = proof.held(url) && !proof.holds(url) && !SENDS.has(method)
    if (!beside) await proof.prove(url)
    try {
      return await recorded(url, method, () => readOne(url, method, params, read, beside ? proof.prove(url) : null))
    } catch (error) {
      // Whoever answers at this address after a fault may be another.
      if (error instanceof EndpointFault && !error.refuses) proof.doubt(url)
      throw error
    }
  }

  async function readOne<T>(
    url: Secret<string>,
    method: string,
    params: readonly unknown[],
    read: ResultReader<T>,
    proving: Promise<void> | null,
  ): Promise<T> {
    const called = callEndpoint(url, method, params, timeoutMs).catch((error: unknown) => {
      // A read that a node refuses is this node's policy or a plan that ran out; a simulation that it refuses is an answer.
      if (error instanceof RpcRefusal && !SIMULATIONS.has(method)) {
        throw new EndpointFault(`refuses ${method} (${error.code})`, { retryAfterMs: null, refuses: true })
      }
      throw error
    })
    // The proof first: what a node of another chain answers, a refusal too, is not even read.
    called.catch(() => {})
    await proving
    const result = await called
    try {
      return read(result, (height) => {
        if (height + BEHIND_BLOCKS_MAX < newestHeight) throw new EndpointFault(`is ${newestHeight - height} blocks behind`)
        newestHeight = Math.max(newestHeight, height)
      })
    } catch (cause) {
      throw cause instanceof EndpointFault ? cause : new EndpointFault(`answers ${method} with another shape`, { cause })
    }
  }

  async function ask<T>(method: string, params: readonly unknown[], read: ResultReader<T>): Promise<T> {
    const order = inOrder()
    const faults = new Map<Secret<string>, EndpointFault>()
    const attempt = async (url: Secret<string>): Promise<{ answer: T } | null> => {
      try {
        const answer = await askOne(url, method, params, read)
        restsUntil.delete(url)
        return { answer }
      } catch (error) {
        if (!(error instanceof EndpointFault)) throw error
        restsUntil.set(url, performance.now() + REST_MS)
        faults.set(url, error)
        return null
      }
    }
    for (const url of order) {
      const done = await attempt(url)
      if (done) return done.answer
    }
    // Once more, and only those whose trouble may pass: a slow one has had its time.
    for (const url of order) {
      const { retryAfterMs } = faults.get(url)!
      if (retryAfterMs === null) continue
      await pause(retryAfterMs)
      const done = await attempt(url)
      if (done) return done.answer
    }
    // Should one of them have told a height that never was, the others must not be called behind for ever.
    newestHeight = 0
    const last = faults.get(order.at(-1)!)
    const allWrong = [...faults.values()].every((fault) => fault instanceof WrongChain)
    throw new AppError('upstream_unavailable', { upstream: allWrong ? `${name} (it ${last?.message})` : name }, { cause: last })
  }

  const askerOf =
    (url: Secret<string>): RpcPool['ask'] =>
    (method, params, read) =>
      askOne(url, method, params, read)

  async function bearWitness<T>(url: Secret<string>, work: (ask: RpcPool['ask']) => Promise<T>): Promise<T> {
    await proof.prove(url, true)
    const answer = await work(askerOf(url))
    await proof.prove(url, true)
    return answer
  }

  return {
    ask,
    onEach: (work, { witness = false } = {}) =>
      Promise.all(urls.map((url) => (witness ? bearWitness(url, work) : work(askerOf(url))).catch(() => null))),
    onAny: (work) => Promise.any(urls.map((url) => work(askerOf(url)))).catch(() => null),
    async prove() {
      await Promise.all(urls.map((url) => proof.prove(url, true).catch(() => proof.doubt(url))))
      return proof.report()
    },
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
