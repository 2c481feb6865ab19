import { AppError } from '../../domain/errors.ts'
import { MAINNET_GENESIS_HASH } from '../chains/genesis-hashes.ts'
import type { RpcPool } from '../chains/rpc-pool.ts'

/**
 * Returns once the node has proved by its genesis hash that it serves devnet. The pool ignores nodes of another cluster; this gives the
 * error its sentence.
 */
export async function checkDevnetGenesis(pool: Pick<RpcPool, 'prove'>): Promise<void> {
  const [node] = await pool.prove()
  // As CAIP-2 writes it: the first 32 characters.
  const chainId = `solana:${node?.chain?.slice(0, 32)}`
  if (node?.status === 'wrong')
    throw new AppError(node.chain === MAINNET_GENESIS_HASH ? 'mainnet_rail_not_allowed' : 'escrow_rail_not_available', { chainId })
  if (node?.status !== 'proved') throw new AppError('upstream_unavailable', { upstream: 'the Solana RPC' })
}
