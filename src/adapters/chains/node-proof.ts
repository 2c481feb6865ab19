import type { Secret } from '../../lib/secret.ts'
import type { Clock } from '../../ports/clock.ts'
import type { NodeReport, RecordNode } from '../../ports/node-watch.ts'
import { EndpointFault, RpcRefusal } from './rpc-endpoint.ts'

/** How a node proves its chain. */
export interface ChainIdentity {
  readonly method: 'getGenesisHash' | 'eth_chainId'
  /** The expected value, as `read` returns it. */
  readonly expected: string
  /** @throws Error on any other shape */
  readonly read: (result: unknown) => string
}

/** A node of another chain, whose answers are ignored. */
export class WrongChain extends EndpointFault {
  readonly chain: string
  constructor(chain: string) {
    super(`is of chain ${chain}`, { retryAfterMs: null })
    this.chain = chain
  }
}

/** Which nodes have proved their chain. A proof holds until a call of the node fails, and for a minute at most. */
export interface NodeProof {
  /** True while the node's proof holds. */
  holds(url: Secret<string>): boolean
  /** True when the node proved its chain before and has not failed since, so that the proof may be renewed concurrently with a read. */
  held(url: Secret<string>): boolean
  /** Asks the node for its chain, unless its proof holds; with `renew` in any case. @throws EndpointFault | WrongChain */
  prove(url: Secret<string>, renew?: boolean): Promise<void>
  /** Revokes the proof: another node may answer at this URL from now on. */
  doubt(url: Secret<string>): void
  report(): readonly NodeReport[]
}

const PROOF_MS = 60_000
/** How long a node of another chain is left out before it is asked again. */
const WRONG_CHAIN_RETRY_MS = 30_000

interface NodeState {
  status: NodeReport['status']
  chain: string | null
  /** Of the monotonic clock. */
  atElapsedMs: number
  asking: Promise<void> | null
}

/** Proofs for the nodes of one chain. Asks nothing before the first `prove`. */
export function createNodeProof(options: {
  readonly urls: readonly Secret<string>[]
  readonly upstream: NodeReport['upstream']
  readonly identity: ChainIdentity
  readonly clock: Pick<Clock, 'elapsedMs'>
  /** One call of one node, returning the raw answer. */
  readonly call: (url: Secret<string>, method: string, params: readonly unknown[]) => Promise<unknown>
  readonly recordNode?: RecordNode
  /** Called when a node that had proved its chain turns out to serve another. */
  readonly onWrong: () => void
}): NodeProof {
  const { urls, upstream, identity, clock, call, recordNode, onWrong } = options
  const fresh = (): NodeState => ({ status: 'unproved', chain: null, atElapsedMs: 0, asking: null })
  const states = new Map(urls.map((url) => [url, fresh()]))
  const of = (url: Secret<string>): NodeState => states.get(url)!
  const ageMs = ({ atElapsedMs }: NodeState) => clock.elapsedMs() - atElapsedMs
  const reportOf = (url: Secret<string>, index: number): NodeReport => {
    const { status, chain } = of(url)
    return { upstream, node: index + 1, host: hostOf(url), status, chain }
  }

  function become(url: Secret<string>, status: NodeState['status'], chain: string | null): void {
    const state = of(url)
    const changed = state.status !== status || state.chain !== chain
    Object.assign(state, { status, chain, atElapsedMs: clock.elapsedMs() })
    if (changed) recordNode?.(reportOf(url, urls.indexOf(url)))
  }

  async function ask(url: Secret<string>): Promise<void> {
    const result = await call(url, identity.method, []).catch((error: unknown) => {
      throw error instanceof RpcRefusal ? new EndpointFault('does not say of which chain it is', { retryAfterMs: null }) : error
    })
    let chain: string
    try {
      chain = identity.read(result)
    } catch (cause) {
      throw new EndpointFault(`answers ${identity.method} with another shape`, { cause })
    }
    if (chain === identity.expected) return become(url, 'proved', chain)
    become(url, 'wrong', chain)
    onWrong()
    throw new WrongChain(chain)
  }

  const holds = (url: Secret<string>) => of(url).status === 'proved' && ageMs(of(url)) < PROOF_MS
  return {
    holds,
    held: (url) => of(url).status === 'proved',
    async prove(url, renew = false) {
      const state = of(url)
      if (!renew && holds(url)) return
      if (!renew && state.status === 'wrong' && ageMs(state) < WRONG_CHAIN_RETRY_MS) throw new WrongChain(state.chain!)
      // An answer to a question asked before the failure proves nothing now.
      if (renew) return ask(url)
      await (state.asking ??= ask(url).finally(() => (state.asking = null)))
    },
    doubt(url) {
      if (of(url).status === 'proved') become(url, 'unproved', of(url).chain)
    },
    report: () => urls.map(reportOf),
  }
}

/** The host of a URL, without any part of it that looks like a key. */
export function hostOf(url: Secret<string>): string {
  const { host } = new URL(url.reveal())
  return host
    .split('.')
    .map((label) => (label.length >= 20 && /\d/.test(label) && /[a-z]/i.test(label) ? '…' : label))
    .join('.')
}
