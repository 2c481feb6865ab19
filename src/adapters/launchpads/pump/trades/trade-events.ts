import { PUMP_SDK } from '@pump-fun/pump-sdk'
import { PublicKey } from '@solana/web3.js'
import { lamports, type Mint, tokenMicros, unixMs, type Wallet } from '../../../../domain/brands.ts'
import { sha256Hex } from '../../../../lib/bytes.ts'
import type { CoinTrade } from '../../../../ports/launchpad/trades.ts'

/** What an event tells of a trade. */
export type TradeEvent = Omit<CoinTrade, 'id' | 'signature' | 'height'>

/** A program tells its events by a call of itself, whose data begin with this; the name of the event follows. */
const EVENT_TAG = Buffer.from(sha256Hex('anchor:event').slice(0, 16), 'hex').reverse()
const nameTag = (name: string) => Buffer.from(sha256Hex(`event:${name}`).slice(0, 16), 'hex')
const [TRADE, BUY, SELL] = [nameTag('TradeEvent'), nameTag('BuyEvent'), nameTag('SellEvent')]
const TAG_BYTES = 8

/** Whether an instruction's data are an event's. */
export const isOfEvent = (data: Uint8Array): boolean => EVENT_TAG.equals(data.subarray(0, TAG_BYTES))

const isNamed = (data: Uint8Array, tag: Buffer): boolean => tag.equals(data.subarray(TAG_BYTES, 2 * TAG_BYTES))

/** The trade on the curve that pump's event tells; null for another event, another coin, or a coin not for SOL. */
export function curveTrade(data: Uint8Array, mint: Mint): TradeEvent | null {
  if (!isNamed(data, TRADE)) return null
  const event = PUMP_SDK.decodeTradeEventBc(Buffer.from(data.subarray(2 * TAG_BYTES)))
  if (event.mint.toBase58() !== mint || !event.quoteMint.equals(PublicKey.default)) return null
  return {
    wallet: event.user.toBase58() as Wallet,
    side: event.isBuy ? 'buy' : 'sell',
    quoteAtomic: lamports(event.solAmount.toString()),
    tokenMicros: tokenMicros(event.tokenAmount.toString()),
    creatorFeeAtomic: lamports(event.creatorFee.toString()),
    price: {
      quoteAtomic: lamports(event.virtualSolReserves.toString()),
      tokenMicros: tokenMicros(event.virtualTokenReserves.toString()),
    },
    atMs: unixMs(event.timestamp.toNumber() * 1_000),
  }
}

/** The trade in this pool that pump's market tells; null for another event, or another pool. */
export function poolTrade(data: Uint8Array, pool: string): TradeEvent | null {
  const body = Buffer.from(data.subarray(2 * TAG_BYTES))
  if (isNamed(data, BUY)) {
    const event = PUMP_SDK.decodeBuyEventAmm(body)
    return inPool(event, pool, {
      side: 'buy',
      quote: event.quoteAmountIn,
      moved: event.quoteAmountInWithLpFee,
      tokens: event.baseAmountOut,
    })
  }
  if (!isNamed(data, SELL)) return null
  const event = PUMP_SDK.decodeSellEventAmm(body)
  return inPool(event, pool, {
    side: 'sell',
    quote: event.quoteAmountOut,
    moved: event.quoteAmountOutWithoutLpFee,
    tokens: event.baseAmountIn,
  })
}

type PoolEvent = Pick<
  ReturnType<typeof PUMP_SDK.decodeSellEventAmm>,
  'pool' | 'user' | 'timestamp' | 'poolBaseTokenReserves' | 'poolQuoteTokenReserves' | 'virtualQuoteReserves' | 'coinCreatorFee'
>

/** `moved` is the SOL that went into the pool or out of it, `tokens` what of the coin went the other way. */
function inPool(
  event: PoolEvent,
  pool: string,
  trade: { side: CoinTrade['side'] } & Record<'quote' | 'moved' | 'tokens', PoolEvent['coinCreatorFee']>,
): TradeEvent | null {
  if (event.pool.toBase58() !== pool) return null
  // The event has the pool as it was before the trade.
  const into = trade.side === 'buy' ? 1n : -1n
  const solReserveLamports = amountOf(event.poolQuoteTokenReserves) + amountOf(event.virtualQuoteReserves) + into * amountOf(trade.moved)
  return {
    wallet: event.user.toBase58() as Wallet,
    side: trade.side,
    quoteAtomic: lamports(amountOf(trade.quote)),
    tokenMicros: tokenMicros(amountOf(trade.tokens)),
    creatorFeeAtomic: lamports(amountOf(event.coinCreatorFee)),
    price: {
      quoteAtomic: lamports(solReserveLamports > 0n ? solReserveLamports : 0n),
      tokenMicros: tokenMicros(amountOf(event.poolBaseTokenReserves) - into * amountOf(trade.tokens)),
    },
    atMs: unixMs(event.timestamp.toNumber() * 1_000),
  }
}

/** A BN integer of the SDK. */
const amountOf = (value: { toString(): string }) => BigInt(value.toString())
