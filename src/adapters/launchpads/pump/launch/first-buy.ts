import { PUMP_PROGRAM_ID } from '@pump-fun/pump-sdk'
import { createAssociatedTokenAccountIdempotentInstruction, getAssociatedTokenAddressSync, TOKEN_2022_PROGRAM_ID } from '@solana/spl-token'
import { type PublicKey, TransactionInstruction } from '@solana/web3.js'
import { curveBuyKeys } from './curve-buy-keys.ts'
import type { LaunchTerms } from '../state/launch-terms.ts'

/** `buy_exact_sol_in` in pump's IDL. */
const BUY_EXACT_SOL_IN = Buffer.from([56, 252, 116, 8, 158, 223, 205, 95])
const TRACK_VOLUME = 1
/** The price cannot move between create and buy in one transaction; the margin covers a change of pump's fee rates. */
const SLIPPAGE_BPS = 100n

/** The first buy of a launch: the buyer and the lamports. */
export interface FirstBuy {
  readonly mint: PublicKey
  readonly user: PublicKey
  /** The owner of the vault for the creator fee: the split's config, or the launcher where nothing is locked. */
  readonly creator: PublicKey
  /** Spent in total, pump's fees included. */
  readonly lamports: bigint
  readonly terms: LaunchTerms
}

/**
 * Creates the launcher's token account and buys for exactly `lamports` on a new curve. This instruction pays the creator fee to the vault
 * immediately, where newer ones leave it on the curve; the SDK has no builder for it.
 *
 * @see idl/pump.json buy_exact_sol_in
 */
export function firstBuy({ mint, user, creator, lamports, terms }: FirstBuy): TransactionInstruction[] {
  const tokens = getAssociatedTokenAddressSync(mint, user, true, TOKEN_2022_PROGRAM_ID)
  const data = Buffer.alloc(25)
  BUY_EXACT_SOL_IN.copy(data)
  data.writeBigUInt64LE(lamports, 8)
  data.writeBigUInt64LE((tokensFor(lamports, terms) * (10_000n - SLIPPAGE_BPS)) / 10_000n, 16)
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

/** Token base units that a new curve gives for the lamports, fees included. @see idl/pump.json buy_exact_sol_in, "Quote formulas" */
export function tokensFor(spendable: bigint, terms: LaunchTerms): bigint {
  const { protocolFeeBps, creatorFeeBps, virtualTokens, virtualLamports } = terms
  const net = (spendable * 10_000n) / (10_000n + protocolFeeBps + creatorFeeBps)
  const fees = ceilBps(net, protocolFeeBps) + ceilBps(net, creatorFeeBps)
  const spent = net + fees > spendable ? spendable - fees : net
  if (spent <= 1n) return 0n
  return ((spent - 1n) * virtualTokens) / (virtualLamports + spent - 1n)
}

const ceilBps = (value: bigint, bps: bigint): bigint => (value * bps + 9_999n) / 10_000n
