import type { Timers } from '../../ports/clock.ts'
import { privateKeyToAccount } from 'viem/accounts'
import type { UnixMs } from '../../domain/brands.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Acp, AcpTerms } from '../../ports/acp.ts'
import { connectEvm, type EvmNodes } from '../chains/evm/evm-client.ts'
import { createAcpContract } from './acp-contract.ts'
import { createAcpMessages } from './acp-messages.ts'
import { readRequirement } from './read-requirement.ts'

const TIMEOUT_MS = 10_000

/** What the marketplace is reached by. */
export interface AcpOptions {
  readonly nodes: Omit<EvmNodes, 'timeoutMs' | 'upstream'>
  readonly timers: Timers
  /** The message service. */
  readonly url: string
  readonly key: Secret<string>
  readonly terms: AcpTerms
  readonly nowMs: () => UnixMs
}

/** The marketplace through its contract and its message service. Asks nothing yet. */
export function createAcp({ timers, nodes, url, key, terms, nowMs }: AcpOptions): Acp {
  const account = privateKeyToAccount(`0x${key.reveal().replace(/^0x/, '')}`)
  const { chainId } = nodes
  return {
    chainId,
    wallet: account.address,
    terms,
    ...createAcpContract(connectEvm({ ...nodes, timeoutMs: TIMEOUT_MS, upstream: 'base' }), account),
    ...createAcpMessages({ timers, url, chainId, account, nowMs }),
    readRequirement,
  }
}
