import type { Wallet, Wei } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import { amountText } from '../../../domain/money/currency.ts'

/** Throws unless the wallet has as much. */
export function checkFunds(wallet: Wallet, balanceWei: Wei, neededWei: Wei): void {
  if (balanceWei >= neededWei) return
  throw new AppError('balance_too_low', { wallet, balance: amountText(balanceWei, 'ETH'), needed: amountText(neededWei, 'ETH') })
}
