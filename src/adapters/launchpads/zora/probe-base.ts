import type { UnixMs } from '../../../domain/brands.ts'
import { BASE_CHAIN_ID } from '../../../domain/chain.ts'
import type { Secret } from '../../../lib/secret.ts'
import type { NodeReport } from '../../../ports/node-watch.ts'
import { createEvmRpc } from '../../chains/evm/evm-rpc.ts'
import { ZORA_FACTORY } from './contracts.ts'

/** The state of the Base nodes, and of Zora. */
export interface BaseProbe {
  readonly nodes: readonly NodeReport[]
  /** The time of the newest block, and whether Zora's factory exists; null where no node answers. */
  readonly chain: { readonly hasZora: boolean; readonly blockAtMs: UnixMs } | null
}

/** Asks every node for its chain, and one of them for Zora's factory. Reads only. */
export async function probeBase(rpcUrls: readonly Secret<string>[]): Promise<BaseProbe> {
  const rpc = createEvmRpc({ urls: rpcUrls, chainId: BASE_CHAIN_ID })
  const nodes = await rpc.pool.prove()
  if (nodes.every(({ status }) => status !== 'proved')) return { nodes, chain: null }
  try {
    const hasZora = (await rpc.code(ZORA_FACTORY)) !== '0x'
    const { atMs } = await rpc.block((await rpc.head()).number)
    return { nodes, chain: { hasZora, blockAtMs: atMs } }
  } catch {
    return { nodes, chain: null }
  }
}
