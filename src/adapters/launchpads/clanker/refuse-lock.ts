import type { Mint, Wallet } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { ClankerContext } from './context.ts'
import { isLocked, readCoinState } from './coin-state.ts'

/** Never locks: Clanker fixes how many rows a coin has when it is created, and a launch here locks them with it. */
export async function refuseLock(context: ClankerContext, mint: Mint, launcher: Wallet): Promise<never> {
  const state = await readCoinState(context, mint)
  if (!state) throw new AppError('mint_unknown')
  if (isLocked(state)) throw new AppError('fee_share_already_locked', { mint })
  if (!state.admins.includes(launcher as string as `0x${string}`)) throw new AppError('launcher_not_creator')
  throw new AppError('chain_refused', { reason: 'the split of a Clanker coin is fixed when it is created' })
}
