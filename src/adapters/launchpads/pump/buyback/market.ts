import type { FeeConfig } from '@pump-fun/pump-sdk'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { type AtomicUnits, type Bps, bps, type Lamports, type TokenMicros, tokenMicros } from '../../../../domain/brands.ts'
import type { BuybackQuote } from '../../../../domain/buyback.ts'
import type { ChainAccount } from '../../../chains/solana/solana-rpc.ts'

/** A venue that sells one coin for SOL, with its state as read. */
export interface Market {
  readonly venue: BuybackQuote['venue']
  /** Bytes of each account that a buy creates, whose rent the buyer pays permanently. */
  readonly opensBytes: readonly number[]
  /** Token reserve in the price's constant product. */
  readonly reserveTokenMicros: TokenMicros
  /** The most that one buy may cost, fees included. @see unfarmableAtomic */
  readonly buyLamportsMax: AtomicUnits
  /** Tokens that these lamports buy, fees included. */
  tokensFor(spentLamports: Lamports): TokenMicros
  /** Buys exactly this many tokens for at most so many lamports. The buyer's token account exists. */
  buy(tokenMicros: TokenMicros, lamportsMax: Lamports): TransactionInstruction[]
}

/** The inputs of every market. */
export interface MarketInput {
  readonly mint: PublicKey
  readonly tokenProgram: PublicKey
  readonly user: PublicKey
  /** The account that was read at this address; null where there is none. */
  readonly account: (address: PublicKey) => ChainAccount | null
}

/** Two reserves and all fees of a trade, each of which is rounded up by itself. */
export interface Terms {
  readonly solReserveLamports: Lamports
  readonly reserveTokenMicros: TokenMicros
  readonly feeBps: Bps
}

/** The most fees that a trade has, each of which rounding up can raise by one. */
const ROUNDING_LAMPORTS = 4n

/** The constant-product output for the lamports. */
export function constantProduct({ solReserveLamports, reserveTokenMicros, feeBps }: Terms, spentLamports: Lamports): TokenMicros {
  const netLamports = ((spentLamports - ROUNDING_LAMPORTS) * 10_000n) / BigInt(10_000 + feeBps)
  return tokenMicros(
    netLamports > 0n && solReserveLamports > 0n ? (netLamports * reserveTokenMicros) / (solReserveLamports + netLamports) : 0n,
  )
}

/** All fees of a coin with this market cap, in basis points. @see pump-fees calculate_fee_tier */
export function tierFeeBps({ feeTiers }: FeeConfig, marketCapLamports: Lamports) {
  const reached = feeTiers.filter(({ marketCapLamportsThreshold }) => marketCapLamports >= bigintOf(marketCapLamportsThreshold))
  const { fees } = reached.at(-1) ?? feeTiers[0]!
  return { lpBps: bpsOf(fees.lpFeeBps), protocolBps: bpsOf(fees.protocolFeeBps), creatorBps: bpsOf(fees.creatorFeeBps) }
}

/** A BN integer of the SDK as bigint. */
export const bigintOf = (value: { toString(): string }): bigint => BigInt(value.toString())

/** A BN integer of the SDK as basis points. @throws Error unless from 0 to 10,000 */
export const bpsOf = (value: { toString(): string }): Bps => bps(Number(value.toString()))

/** Instruction data: discriminator and the two amounts of a buy. */
export function tradeData(discriminator: Buffer, tokenMicros: TokenMicros, lamportsMax: Lamports, tail: readonly number[] = []): Buffer {
  const data = Buffer.alloc(24)
  discriminator.copy(data)
  data.writeBigUInt64LE(tokenMicros, 8)
  data.writeBigUInt64LE(lamportsMax, 16)
  return Buffer.concat([data, Buffer.from(tail)])
}
