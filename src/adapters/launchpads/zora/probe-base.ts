import type { Address } from 'viem'
import type { UnixMs, Wallet, Wei } from '../../../domain/brands.ts'
import { BASE_CHAIN_ID } from '../../../domain/chain.ts'
import type { Secret } from '../../../lib/secret.ts'
import type { NodeReport } from '../../../ports/node-watch.ts'
import { createEvmRpc } from '../../chains/evm/evm-rpc.ts'
import { parseEvmLauncher } from '../../chains/evm/evm-launcher.ts'
import { signerLocationOf } from '../../signers/signer-location.ts'
import { ZORA_FACTORY } from './contracts.ts'
import type { MachineTime } from '../../../ports/clock.ts'

/** The state of the Base nodes, and of Zora. */
export interface BaseProbe {
  readonly nodes: readonly NodeReport[]
  /** The time of the newest block, and whether Zora's factory exists; null where no node answers. */
  readonly chain: { readonly hasZora: boolean; readonly blockAtMs: UnixMs } | null
  /** The wallet that pays distributions, and what it holds; null where none is set, or no node answers. */
  readonly payer: { readonly wallet: Wallet; readonly balanceWei: Wei } | null
}

/** Asks every node for its chain, and one of them for Zora's factory and the payer's balance. Reads only. */
export async function probeBase(
  time: MachineTime,
  rpcUrls: readonly Secret<string>[],
  payerKey: Secret<string> | null,
): Promise<BaseProbe> {
  const rpc = createEvmRpc({ urls: rpcUrls, chainId: BASE_CHAIN_ID, time })
  const nodes = await rpc.pool.prove()
  if (nodes.every(({ status }) => status !== 'proved')) return { nodes, chain: null, payer: null }
  try {
    const hasZora = (await rpc.code(ZORA_FACTORY)) !== '0x'
    const { atMs } = await rpc.block((await rpc.head()).number)
    const wallet = payerKey && (signerLocationOf(payerKey.reveal())?.wallet ?? parseEvmLauncher(payerKey).wallet)
    const payer = wallet && { wallet, balanceWei: await rpc.balanceWei(wallet as string as Address) }
    return { nodes, chain: { hasZora, blockAtMs: atMs }, payer }
  } catch {
    return { nodes, chain: null, payer: null }
  }
}
