import type { Secret } from '../../lib/secret.ts'
import type { NodeReport, RecordNode } from '../../ports/node-watch.ts'
import { EndpointFault, RpcRefusal } from './rpc-endpoint.ts'

/** How a node tells of which chain it is. */
export interface ChainIdentity {
  readonly method: 'getGenesisHash' | 'eth_chainId'
  /** In the form that `read` gives. */
  readonly expected: string
  /** @throws Error on any other shape */
  readonly read: (result: unknown) => string
}

/** A node of another chain: nothing that it says counts. */
export class WrongChain extends EndpointFault {
  readonly chain: string
  constructor(chain: string) {
    super(`is of chain ${chain}`, { retryAfterMs: null })
    this.chain = chain
  }
}

/** Whether nodes have proved of which chain they are. A proof holds until a call of the node fails, and for a minute at most. */
export interface NodeProof {
  /** True while what the node proved still holds. */
  holds(url: Secret<string>): boolean
  /** True when it proved itself once and has not faltered since: asking again may go beside a read. */
  held(url: Secret<string>): boolean
  /** Asks the node of which chain it is, unless that holds; `renew` asks in any case. @throws EndpointFault | WrongChain */
  prove(url: Secret<string>, renew?: boolean): Promise<void>
  /** Takes the proof back: another node may answer at this address from now on. */
  doubt(url: Secret<string>): void
  report(): readonly NodeReport[]
}

const PROOF_MS = 60_000
/** How long a node of another chain is left out before it is asked again. */
const WRONG_REST_MS = 30_000

interface Standing {
  standing: NodeReport['standing']
  chain: string | null
  atMs: number
  asking: Promise<void> | null
}

/** Proofs for the nodes of one chain. Nothing is asked before the first `prove`. */
export function createNodeProof(options: {
  readonly urls: readonly Secret<string>[]
  readonly upstream: NodeReport['upstream']
  readonly identity: ChainIdentity
  /** One call of one node, unread. */
  readonly call: (url: Secret<string>, method: string, params: readonly unknown[]) => Promise<unknown>
  readonly recordNode?: RecordNode
  /** Called when a node that had proved its chain turns out to be of another. */
  readonly onWrong: () => void
}): NodeProof {
  const { urls, upstream, identity, call, recordNode, onWrong } = options
  const fresh = (): Standing => ({ standing: 'unproved', chain: null, atMs: 0, asking: null })
  const standings = new Map(urls.map((url) => [url, fresh()]))
  const of = (url: Secret<string>): Standing => standings.get(url)!
  const ageMs = ({ atMs }: Standing) => performance.now() - atMs
  const reportOf = (url: Secret<string>, index: number): NodeReport => {
    const { standing, chain } = of(url)
    return { upstream, node: index + 1, host: hostOf(url), standing, chain }
  }

  function become(url: Secret<string>, standing: Standing['standing'], chain: string | null): void {
    const state = of(url)
    const changed = state.standing !== standing || state.chain !== chain
    Object.assign(state, { standing, chain, atMs: performance.now() })
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

  const holds = (url: Secret<string>) => of(url).standing === 'proved' && ageMs(of(url)) < PROOF_MS
  return {
    holds,
    held: (url) => of(url).standing === 'proved',
    async prove(url, renew = false) {
      const state = of(url)
      if (!renew && holds(url)) return
      if (!renew && state.standing === 'wrong' && ageMs(state) < WRONG_REST_MS) throw new WrongChain(state.chain!)
      // An answer that was asked for before counts for nothing of now.
      if (renew) return ask(url)
      await (state.asking ??= ask(url).finally(() => (state.asking = null)))
    },
    doubt(url) {
      if (of(url).standing === 'proved') become(url, 'unproved', of(url).chain)
    },
    report: () => urls.map(reportOf),
  }
}

/** The host of an address; a part of it that looks like a key is left out too. */
export function hostOf(url: Secret<string>): string {
  const { host } = new URL(url.reveal())
  return host
    .split('.')
    .map((label) => (label.length >= 20 && /\d/.test(label) && /[a-z]/i.test(label) ? '…' : label))
    .join('.')
}
