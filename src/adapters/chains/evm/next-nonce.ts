import type { Hex } from 'viem'
import type { Wallet } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { EvmRpc } from './evm-rpc.ts'

/** @throws AppError launcher_busy when transactions of the wallet are pending, which ours would wait for or conflict with */
export async function nextNonce(rpc: EvmRpc, wallet: Wallet): Promise<number> {
  const address = wallet as string as Hex
  const [used, waiting] = await Promise.all([rpc.nonce(address, 'latest'), rpc.nonce(address, 'pending')])
  if (waiting > used) throw new AppError('launcher_busy', { wallet, count: waiting - used })
  return used
}
