import { type Static, Type } from '@sinclair/typebox'
import { type Lamports, type Mint, tokenMicros, type Wallet } from '../../domain/brands.ts'
import { invalidFields } from '../../domain/errors.ts'
import { amountNumber } from '../../domain/money/currency.ts'
import { DecimalNumber } from '../../domain/money/decimals.ts'
import { SOL_DECIMALS, solToLamports } from '../../domain/money/sol.ts'
import { Text } from '../../domain/text/text.ts'
import { Enum, Ok } from '../../domain/json.ts'
import { type SimulatedOrder, type SimulatedTrade, TRADE_SIDES, type TradeSide } from '../../ports/simulation.ts'

/** An amount of a simulated wallet. */
export const Sol = DecimalNumber(SOL_DECIMALS, { exclusiveMinimum: 0, maximum: 1_000_000 })
const Address = Text<Wallet>({ minLength: 32, maxLength: 44 })

/** A trade as it is asked for. */
export const TradeBody = Type.Object(
  {
    wallet: Address,
    side: Enum(TRADE_SIDES),
    sol: Type.Optional(Sol),
    tokens: Type.Optional(
      Type.String({ pattern: '^[1-9]\\d{0,17}$', description: 'Instead of sol, in millionths; a sale without both is of all.' }),
    ),
  },
  { additionalProperties: false },
)

/** A trade that was made, or would be. */
export const TradeAnswer = Ok({
  trade: Type.Object({
    slot: Type.Integer(),
    side: Enum(TRADE_SIDES),
    sol: Type.Number(),
    tokens: Type.String(),
    creatorFeeLamports: Type.String(),
  }),
})

/** What the chain is asked for. */
export const orderOf = (mint: Mint, { wallet, side, sol, tokens }: Static<typeof TradeBody>): SimulatedOrder => ({
  mint,
  wallet,
  side,
  ...(sol === undefined ? {} : { lamports: lamportsOf(sol) }),
  ...(tokens === undefined ? {} : { tokenMicros: tokenMicros(tokens) }),
})

/** Wire form of a trade. */
export const tradeView = (trade: SimulatedTrade, side: TradeSide) => ({
  slot: trade.slot,
  side,
  sol: amountNumber(trade.lamports, 'SOL'),
  tokens: trade.tokenMicros.toString(),
  creatorFeeLamports: trade.creatorFeeLamports.toString(),
})

/** An amount in lamports. @throws AppError validation_invalid when it has more decimals than they */
export const lamportsOf = (sol: number): Lamports => {
  const amountLamports = solToLamports(sol)
  if (amountLamports === null) throw invalidFields([{ path: '/sol', message: 'must have at most 9 decimals' }])
  return amountLamports
}
