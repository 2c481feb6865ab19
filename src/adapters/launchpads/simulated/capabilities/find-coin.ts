import type { Mint } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { SimulatedChain } from '../simulated-chain.ts'

/** The coin, and the state that it was read from. */
export function findCoin(chain: SimulatedChain, mint: Mint) {
  const view = chain.view()
  const coin = view.state.coins.find(mint)
  if (!coin) throw new AppError('mint_unknown')
  return { ...view, coin }
}
