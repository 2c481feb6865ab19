import { AppError } from '../../domain/errors.ts'
import type { Secret } from '../../lib/secret.ts'
import { callEndpoint, EndpointFault, RpcRefusal } from './rpc-endpoint.ts'

export interface RpcPoolOptions {
  /** In order of preference. An address may carry a provider's key. */
  readonly urls: readonly Secret<string>[]
  /** What a caller reads when none answers; no address. */
  readonly name: string
  readonly timeoutMs: number
  readonly noteCall?: NoteCall
}

/** Told of every call of a node: by its place in the setting, from 1, and never by its address, which may carry a key. */
export type NoteCall = (call: { readonly node: number; readonly method: string; readonly outcome: 'ok' | 'refused' | 'fault' }) => void

/** Turns a `result` into what it stands for. @throws Error on any other shape */
export type ResultReader<T> = (result: unknown, noteSlot: (slot: number) => void) => T

/** Several endpoints of one chain, asked in order. */
export interface RpcPool {
  /**
   * The first usable answer, in order of preference; endpoints that failed lately are asked last.
   *
   * @throws AppError upstream_unavailable when none gives one
   * @throws RpcRefusal when a node refuses to simulate
   */
  ask<T>(method: string, params: readonly unknown[], read: ResultReader<T>): Promise<T>
  /** The work done on every endpoint at once, null where it failed; settles with the slowest. */
  onEach<T>(work: (ask: RpcPool['ask']) => Promise<T>): Promise<(T | null)[]>
  /** The same, settled with the first that succeeds; null when all fail. The others are not called off. */
  onAny<T>(work: (ask: RpcPool['ask']) => Promise<T>): Promise<T | null>
}

const SIMULATIONS = new Set(['simulateTransaction', 'eth_call', 'eth_estimateGas'])
const REST_MS = 30_000
/** About a minute: an endpoint that far behind the others tells of the past. */
const BEHIND_SLOTS_MAX = 150

/** Failover over endpoints. Remembers which failed lately and the newest slot seen, nothing else. */
export function createRpcPool({ urls, name, timeoutMs, noteCall }: RpcPoolOptions): RpcPool {
  const restsUntil = new Map<Secret<string>, number>()
  let newestSlot = 0

  const inOrder = () => urls.toSorted((a, b) => Number(rests(a)) - Number(rests(b)))
  const rests = (url: Secret<string>) => (restsUntil.get(url) ?? 0) > performance.now()

  async function askOne<T>(url: Secret<string>, method: string, params: readonly unknown[], read: ResultReader<T>): Promise<T> {
    const node = urls.indexOf(url) + 1
    try {
      const answer = await readOne(url, method, params, read)
      noteCall?.({ node, method, outcome: 'ok' })
      return answer
    } catch (error) {
      noteCall?.({ node, method, outcome: error instanceof RpcRefusal ? 'refused' : 'fault' })
      throw error
    }
  }

  async function readOne<T>(url: Secret<string>, method: string, params: readonly unknown[], read: ResultReader<T>): Promise<T> {
    const result = await callEndpoint(url.reveal(), method, params, timeoutMs).catch((error: unknown) => {
      // A read that a node refuses is this node's policy or a plan that ran out; a simulation that it refuses is an answer.
      if (error instanceof RpcRefusal && !SIMULATIONS.has(method)) {
        throw new EndpointFault(`refuses ${method} (${error.code})`, { retryAfterMs: null })
      }
      throw error
    })
    try {
      return read(result, (slot) => {
        if (slot + BEHIND_SLOTS_MAX < newestSlot) throw new EndpointFault(`is ${newestSlot - slot} slots behind`)
        newestSlot = Math.max(newestSlot, slot)
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
    // Should one of them have told a slot that never was, the others must not be called behind for ever.
    newestSlot = 0
    throw new AppError('upstream_unavailable', { upstream: name }, { cause: faults.get(order.at(-1)!) })
  }

  const askerOf =
    (url: Secret<string>): RpcPool['ask'] =>
    (method, params, read) =>
      askOne(url, method, params, read)

  return {
    ask,
    onEach: (work) => Promise.all(urls.map((url) => work(askerOf(url)).catch(() => null))),
    onAny: (work) => Promise.any(urls.map((url) => work(askerOf(url)))).catch(() => null),
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
