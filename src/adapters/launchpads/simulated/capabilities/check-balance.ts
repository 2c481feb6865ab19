import type { Lamports, Wallet } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import { amountText } from '../../../../domain/money/currency.ts'
import type { SimulatedChain } from '../simulated-chain.ts'

/** Throws unless the wallet has as many lamports. */
export function checkBalance(chain: SimulatedChain, wallet: Wallet, neededLamports: Lamports): void {
  const balanceLamports = chain.view().state.ledger.lamportsOf(wallet)
  if (balanceLamports >= neededLamports) return
  throw new AppError('balance_too_low', { wallet, balance: amountText(balanceLamports, 'SOL'), needed: amountText(neededLamports, 'SOL') })
}
