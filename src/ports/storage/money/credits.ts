import type { UsdMicros, Wallet } from '../../../domain/brands.ts'
import type { Credit } from '../../../domain/payments/credit.ts'

/** Prepaid balances, by session key. None is ever below zero. */
export interface CreditRepo {
  /** Null for a key without one. */
  find(sessionKey: Wallet): Promise<Credit | null>
  /**
   * Adds what a payment bought, once however often it is called for it. Null, with nothing changed, when the session is another payer's;
   * to be called in a transaction, which is rolled back then.
   */
  buy(
    paymentId: string,
    bought: Omit<Credit, 'balanceUsdMicros' | 'boughtUsdMicros'> & { readonly amountUsdMicros: UsdMicros },
  ): Promise<Credit | null>
  /** Whether the payment has bought credit. */
  isPurchase(paymentId: string): Promise<boolean>
  /** Takes the amount from the balance; null, with nothing changed, when less is left. */
  spend(sessionKey: Wallet, amountUsdMicros: UsdMicros): Promise<Credit | null>
  /** Adds what was spent for nothing. */
  giveBack(sessionKey: Wallet, amountUsdMicros: UsdMicros): Promise<void>
  /** Takes the whole balance, and returns how much that was; null when nothing is left. */
  takeRest(sessionKey: Wallet): Promise<UsdMicros | null>
  /** How many sessions have something left, and how much they have together. */
  outstanding(): Promise<{ readonly sessions: number; readonly balanceUsdMicros: UsdMicros }>
}
