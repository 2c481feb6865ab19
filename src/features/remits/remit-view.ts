import { Type } from '@sinclair/typebox'
import type { Remit } from '../../domain/coin.ts'
import { amountNumber } from '../../domain/money/currency.ts'
import { iso } from '../../domain/json.ts'

/** Wire form of one payment to one wallet. @see rules 10.27 */
export const RemitView = Type.Object({
  id: Type.String(),
  mint: Type.String(),
  ticker: Type.String(),
  wallet: Type.String(),
  handle: Type.String(),
  role: Type.String(),
  lamports: Type.String(),
  sol: Type.Number(),
  currency: Type.String({ description: 'SOL or ETH: lamports are the smallest unit of it.' }),
  signature: Type.String(),
  slot: Type.Integer(),
  at: Type.String(),
})
RemitView.title = 'Remit'

/** The payment as JSON. */
export const remitView = (remit: Remit) => ({
  id: remit.id,
  mint: remit.mint as string,
  ticker: remit.ticker,
  wallet: remit.wallet as string,
  handle: remit.handle,
  role: remit.role,
  lamports: remit.lamports.toString(),
  sol: amountNumber(remit.lamports, remit.currency),
  currency: remit.currency as string,
  signature: remit.signature as string,
  slot: remit.slot,
  at: iso(remit.atMs),
})
