import type { FeeConfig } from '@pump-fun/pump-sdk'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import type { BuybackQuote } from '../../../../domain/buyback.ts'
import type { ChainAccount } from '../../../chains/solana/solana-rpc.ts'

/** A venue that sells one coin for SOL, with its state as read. */
export interface Market {
  readonly venue: BuybackQuote['venue']
  /** Bytes of each account that a buy creates, whose rent the buyer pays permanently. */
  readonly opensBytes: readonly number[]
  /** Token reserve in the price's constant product. */
  readonly tokenReserve: bigint
  /** Tokens that these lamports buy, fees included. */
  tokensFor(lamports: bigint): bigint
  /** Buys exactly this many tokens for at most so many lamports. The buyer's token account exists. */
  buy(tokens: bigint, maxLamports: bigint): TransactionInstruction[]
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
  readonly solReserve: bigint
  readonly tokenReserve: bigint
  readonly feeBps: bigint
}

/** The most fees that a trade has, each of which rounding up can raise by one. */
const ROUNDING_LAMPORTS = 4n

/** The constant-product output for the lamports. */
export function constantProduct({ solReserve, tokenReserve, feeBps }: Terms, lamports: bigint): bigint {
  const net = ((lamports - ROUNDING_LAMPORTS) * 10_000n) / (10_000n + feeBps)
  return net > 0n && solReserve > 0n ? (net * tokenReserve) / (solReserve + net) : 0n
}

/** All fees of a coin with this market cap, in basis points. @see pump-fees calculate_fee_tier */
export function tierFeeBps({ feeTiers }: FeeConfig, marketCapLamports: bigint) {
  const reached = feeTiers.filter(({ marketCapLamportsThreshold }) => marketCapLamports >= big(marketCapLamportsThreshold))
  const { fees } = reached.at(-1) ?? feeTiers[0]!
  return { lp: big(fees.lpFeeBps), protocol: big(fees.protocolFeeBps), creator: big(fees.creatorFeeBps) }
}

/** A BN integer of the SDK as bigint. */
export const big = (value: { toString(): string }): bigint => BigInt(value.toString())

/** Instruction data: discriminator and two amounts. */
export function tradeData(discriminator: Buffer, first: bigint, second: bigint, tail: readonly number[] = []): Buffer {
  const data = Buffer.alloc(24)
  discriminator.copy(data)
  data.writeBigUInt64LE(first, 8)
  data.writeBigUInt64LE(second, 16)
  return Buffer.concat([data, Buffer.from(tail)])
}
