import { lamports, type Mint, type Wallet } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { CoinPlan } from '../../../../ports/launchpad/coin.ts'
import { FEE_SHARE_LAMPORTS, SIGNATURE_LAMPORTS } from '../launch-cost.ts'
import type { SimulatedChain } from '../simulated-chain.ts'
import type { Instruction } from '../message.ts'
import { checkBalance } from './check-balance.ts'
import { findCoin } from './find-coin.ts'

type Shareholders = CoinPlan['shareholders']

/** The instruction that locks an existing coin's fees, once this launcher may and can pay for it. */
export function draftLock(chain: SimulatedChain, mint: Mint, launcher: Wallet, shareholders: Shareholders): Instruction {
  const { coin } = findCoin(chain, mint)
  if (coin.creator !== launcher) throw new AppError('launcher_not_creator')
  if (coin.lockSlot !== null) throw new AppError('fee_share_already_locked', { mint })
  checkBalance(chain, launcher, lamports(FEE_SHARE_LAMPORTS + SIGNATURE_LAMPORTS))
  return lockInstruction(launcher, shareholders)
}

/** The instruction that gives a coin's fee share these shareholders, for good. */
export const lockInstruction = (authority: Wallet, shareholders: Shareholders): Instruction => ({
  kind: 'lock',
  authority,
  shareholders: shareholders.map(({ wallet, bps }) => ({ wallet, bps })),
})
