import { type Static, Type } from '@sinclair/typebox'
import type { AtomicUnits } from '../brands.ts'
import { Enum } from '../json.ts'
import { amountNumber, CURRENCIES, type Currency, CURRENCY_DECIMALS } from './currency.ts'

/** Wire form of every amount of a coin, on every chain. */
export const AmountView = Type.Object({
  amount: Type.String({ pattern: '^[0-9]+$', description: 'A whole number of the smallest unit.' }),
  decimals: Type.Integer({ description: 'How many decimals the smallest unit has: 9 of SOL, 18 of ETH.' }),
  currency: Enum(CURRENCIES),
})
AmountView.title = 'Amount'

export type AmountView = Static<typeof AmountView>

/** The amount as JSON. */
export const amountView = (amountAtomic: AtomicUnits, currency: Currency): AmountView => ({
  amount: amountAtomic.toString(),
  decimals: CURRENCY_DECIMALS[currency],
  currency,
})

/** The amount under the contract's names for SOL, present for SOL only. */
export const inSol = (amountAtomic: AtomicUnits, currency: Currency) =>
  forSol(currency, { lamports: amountAtomic.toString(), sol: amountNumber(amountAtomic, currency) })

/** Members under the contract's names for SOL, present for SOL only. */
export const forSol = <Members extends object>(currency: Currency, members: Members): Partial<Members> =>
  currency === 'SOL' ? members : {}
