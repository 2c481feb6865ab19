import { lamports, tokenMicros } from '../../../../domain/brands.ts'
import type { ChainAccount } from '../../../chains/solana/solana-rpc.ts'
import { TOKEN_AMOUNT_OFFSET, u64At } from './coin-state.ts'

/** `Pool.virtual_quote_reserves`, an i128 that may be negative. */
const VIRTUAL_QUOTE_OFFSET = 245

/** The reserves by which a pool on PumpSwap prices a trade, from the pool and its two token accounts. */
export function poolReserves(pool: ChainAccount, base: ChainAccount, quote: ChainAccount) {
  // Waiting creator fees are already subtracted from the virtual reserves.
  const reserveLamports = u64At(quote.data, TOKEN_AMOUNT_OFFSET) + i128At(pool.data, VIRTUAL_QUOTE_OFFSET)
  const solReserveLamports = lamports(reserveLamports > 0n ? reserveLamports : 0n)
  return { solReserveLamports, reserveTokenMicros: tokenMicros(u64At(base.data, TOKEN_AMOUNT_OFFSET)) }
}

/** Older pools are shorter: missing fields count as 0. */
const i128At = (data: Buffer, offset: number): bigint =>
  data.length >= offset + 16 ? (data.readBigInt64LE(offset + 8) << 64n) | data.readBigUInt64LE(offset) : 0n
