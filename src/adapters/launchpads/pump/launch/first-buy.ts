import { PUMP_PROGRAM_ID } from '@pump-fun/pump-sdk'
import { createAssociatedTokenAccountIdempotentInstruction, getAssociatedTokenAddressSync, TOKEN_2022_PROGRAM_ID } from '@solana/spl-token'
import { type PublicKey, TransactionInstruction } from '@solana/web3.js'
import { type Bps, bps, type Lamports, lamports, type TokenMicros, tokenMicros } from '../../../../domain/brands.ts'
import { lessSlippage } from '../../../../domain/buyback.ts'
import { divideUp } from '../../../../domain/money/divide-up.ts'
import { curveBuyKeys } from './curve-buy-keys.ts'
import type { LaunchTerms } from '../state/launch-terms.ts'

/** `buy_exact_sol_in` in pump's IDL. */
const BUY_EXACT_SOL_IN = Buffer.from([56, 252, 116, 8, 158, 223, 205, 95])
const TRACK_VOLUME = 1
/** The price cannot move between create and buy in one transaction; the margin covers a change of pump's fee rates. */
const SLIPPAGE_BPS = bps(100)

/** The first buy of a launch: the buyer and the amount. */
export interface FirstBuy {
  readonly mint: PublicKey
  readonly user: PublicKey
  /** The owner of the vault for the creator fee: the split's config, or the launcher where nothing is locked. */
  readonly creator: PublicKey
  /** Spent in total, pump's fees included. */
  readonly spentLamports: Lamports
  readonly terms: LaunchTerms
}

/**
 * Creates the launcher's token account and buys for exactly `spentLamports` on a new curve. This instruction pays the creator fee to the
 * vault immediately, where newer ones leave it on the curve; the SDK has no builder for it.
 *
 * @see idl/pump.json buy_exact_sol_in
 */
export function firstBuy({ mint, user, creator, spentLamports, terms }: FirstBuy): TransactionInstruction[] {
  const tokens = getAssociatedTokenAddressSync(mint, user, true, TOKEN_2022_PROGRAM_ID)
  const data = Buffer.alloc(25)
  BUY_EXACT_SOL_IN.copy(data)
  data.writeBigUInt64LE(spentLamports, 8)
  data.writeBigUInt64LE(lessSlippage(tokensFor(spentLamports, terms), SLIPPAGE_BPS), 16)
  data.writeUInt8(TRACK_VOLUME, 24)
  const keys = curveBuyKeys({
    mint,
    user,
    creator,
    tokenProgram: TOKEN_2022_PROGRAM_ID,
    feeRecipient: terms.feeRecipients[0]!,
    buybackRecipient: terms.buybackRecipients[0]!,
  })
  return [
    createAssociatedTokenAccountIdempotentInstruction(user, tokens, user, mint, TOKEN_2022_PROGRAM_ID),
    new TransactionInstruction({ programId: PUMP_PROGRAM_ID, keys, data }),
  ]
}

/** Rates of a trade, and the reserves before it. */
export type BuyTerms = Pick<LaunchTerms, 'virtualTokenMicros' | 'virtualLamports' | 'protocolFeeBps' | 'creatorFeeBps'>

/** What a new curve gives for the lamports, fees included. */
export const tokensFor = (spentLamports: Lamports, terms: BuyTerms): TokenMicros => quoteBuy(spentLamports, terms).tokenMicros

/** What becomes of the lamports, fees included. @see idl/pump.json buy_exact_sol_in, "Quote formulas" */
export function quoteBuy(spentLamports: Lamports, terms: BuyTerms) {
  const { protocolFeeBps, creatorFeeBps, virtualTokenMicros, virtualLamports } = terms
  const netLamports = lamports((spentLamports * 10_000n) / BigInt(10_000 + protocolFeeBps + creatorFeeBps))
  const creatorFeeLamports = feeLamports(netLamports, creatorFeeBps)
  const feesLamports = lamports(feeLamports(netLamports, protocolFeeBps) + creatorFeeLamports)
  const paidLamports = lamports(netLamports + feesLamports > spentLamports ? spentLamports - feesLamports : netLamports)
  const boughtTokenMicros = paidLamports <= 1n ? 0n : ((paidLamports - 1n) * virtualTokenMicros) / (virtualLamports + paidLamports - 1n)
  return { paidLamports, feesLamports, creatorFeeLamports, tokenMicros: tokenMicros(boughtTokenMicros) }
}

/** A fee of a trade, which is rounded up by itself. */
export const feeLamports = (netLamports: Lamports, feeBps: Bps): Lamports => lamports(divideUp(netLamports * BigInt(feeBps), 10_000n))
