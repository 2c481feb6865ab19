import { AmountView, amountView, inSol } from '../../domain/money/amount-json.ts'
import { type Static, Type } from '@sinclair/typebox'
import type { Remit } from '../../domain/coin.ts'
import { CURRENCIES } from '../../domain/money/currency.ts'
import { DateTime, Enum, iso } from '../../domain/json.ts'
import { PaidRoleJson } from '../../domain/crew/role-json.ts'

/** Wire form of one payment to one wallet. @see rules 10.27 */
export const RemitView = Type.Object({
  id: Type.String(),
  mint: Type.String(),
  ticker: Type.String(),
  wallet: Type.String(),
  handle: Type.String(),
  role: PaidRoleJson,
  amount: AmountView,
  lamports: Type.Optional(Type.String({ description: 'Of SOL alone.' })),
  sol: Type.Optional(Type.Number({ description: 'Of SOL alone.' })),
  currency: Enum(CURRENCIES),
  signature: Type.String(),
  slot: Type.Integer(),
  at: DateTime(),
})
RemitView.title = 'Remit'

export type RemitView = Static<typeof RemitView>

/** The payment as JSON. */
export const remitView = (remit: Remit): RemitView => ({
  id: remit.id,
  mint: remit.mint,
  ticker: remit.ticker,
  wallet: remit.wallet,
  handle: remit.handle,
  role: remit.role,
  amount: amountView(remit.amountAtomic, remit.currency),
  ...inSol(remit.amountAtomic, remit.currency),
  currency: remit.currency,
  signature: remit.signature,
  slot: remit.height,
  at: iso(remit.atMs),
})
