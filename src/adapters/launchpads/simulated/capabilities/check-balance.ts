import type { Lamports, Wallet } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import { amountText } from '../../../../domain/money/currency.ts'
import type { SimulatedChain } from '../simulated-chain.ts'

/** Returns when the wallet has as many lamports. @throws AppError balance_too_low */
export function checkBalance(chain: SimulatedChain, wallet: Wallet, neededLamports: Lamports): void {
  const balanceLamports = chain.view().state.ledger.lamportsOf(wallet)
  if (balanceLamports >= neededLamports) return
  throw new AppError('balance_too_low', { wallet, balance: amountText(balanceLamports, 'SOL'), needed: amountText(neededLamports, 'SOL') })
}
