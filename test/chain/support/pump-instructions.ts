import {
  GLOBAL_PDA,
  PUMP_AMM_EVENT_AUTHORITY_PDA,
  PUMP_AMM_PROGRAM_ID,
  PUMP_EVENT_AUTHORITY_PDA,
  PUMP_FEE_CONFIG_PDA,
  PUMP_FEE_PROGRAM_ID,
  PUMP_PROGRAM_ID,
  ammCreatorVaultPda,
  bondingCurvePda,
  canonicalPumpPoolPda,
  creatorVaultPda,
  userVolumeAccumulatorPda,
} from '@pump-fun/pump-sdk'
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import { type AccountMeta, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'

/**
 * Instructions of SOL coins that pump-sdk 2.0.0 lacks, from the account tables in pump-public-docs
 * (`docs/instructions/TRADE_V3.md`, `SWEEP_FEES.md`). They are the tests' own, so that a mistake in the
 * service's builders cannot hide behind them.
 */
const BUY_V3 = Buffer.from([7, 5, 29, 196, 245, 23, 101, 80])
const AMM_BUY_V2 = Buffer.from([184, 23, 238, 97, 103, 197, 211, 61])
const AMM_SELL_V2 = Buffer.from([93, 246, 130, 60, 231, 233, 64, 178])
const SWEEP_CREATOR_FEE = Buffer.from([32, 246, 191, 52, 8, 201, 73, 186])

/** PumpSwap's configuration; the SDK's `AMM_GLOBAL_PDA` is another account. */
const [AMM_GLOBAL_CONFIG] = PublicKey.findProgramAddressSync([Buffer.from('global_config')], PUMP_AMM_PROGRAM_ID)

/** PumpSwap's fee schedule, which the fee program owns. */
const [AMM_FEE_CONFIG] = PublicKey.findProgramAddressSync([Buffer.from('fee_config'), PUMP_AMM_PROGRAM_ID.toBuffer()], PUMP_FEE_PROGRAM_ID)

const readonly = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: false, isWritable: false })
const writable = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: false, isWritable: true })
const signer = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: true, isWritable: true })
const wsolAccount = (owner: PublicKey): PublicKey => getAssociatedTokenAddressSync(NATIVE_MINT, owner, true)
const tokenAccount = (mint: PublicKey, owner: PublicKey): PublicKey =>
  getAssociatedTokenAddressSync(mint, owner, true, TOKEN_2022_PROGRAM_ID)

export interface BuyV3 {
  mint: PublicKey
  user: PublicKey
  buybackFeeRecipient: PublicKey
  amount: bigint
  maxLamports: bigint
}

/** `buy_v3`: its protocol and creator fees stay on the curve. The user's token account must exist. */
export function buyV3Instruction({ mint, user, buybackFeeRecipient, amount, maxLamports }: BuyV3): TransactionInstruction {
  const curve = bondingCurvePda(mint)
  const keys = [
    readonly(GLOBAL_PDA),
    readonly(mint),
    readonly(NATIVE_MINT),
    readonly(TOKEN_2022_PROGRAM_ID),
    readonly(TOKEN_PROGRAM_ID),
    writable(curve),
    writable(tokenAccount(mint, curve)),
    writable(wsolAccount(curve)),
    signer(user),
    writable(tokenAccount(mint, user)),
    writable(wsolAccount(user)),
    writable(userVolumeAccumulatorPda(user)),
    readonly(PUMP_FEE_CONFIG_PDA),
    writable(buybackFeeRecipient),
    readonly(SystemProgram.programId),
    readonly(PUMP_EVENT_AUTHORITY_PDA),
    readonly(PUMP_PROGRAM_ID),
  ]
  return new TransactionInstruction({ programId: PUMP_PROGRAM_ID, keys, data: buyData(BUY_V3, amount, maxLamports) })
}

/** Instruction data of every buy here: discriminator, tokens out, most to pay. */
function buyData(discriminator: Buffer, amount: bigint, maxLamports: bigint): Buffer {
  const data = Buffer.alloc(24)
  discriminator.copy(data)
  data.writeBigUInt64LE(amount, 8)
  data.writeBigUInt64LE(maxLamports, 16)
  return data
}

/**
 * PumpSwap's `buy_v2`: its protocol and creator fees stay in the pool. The user's two token accounts, wSOL in one
 * of them, and the buyback recipient's wSOL account must exist.
 */
export const buyPoolV2Instruction = (trade: BuyV3): TransactionInstruction =>
  poolTrade(trade, buyData(AMM_BUY_V2, trade.amount, trade.maxLamports))

/** PumpSwap's `sell_v2`, for whatever it brings; the accounts are those of `buy_v2`. */
export const sellPoolV2Instruction = (trade: Omit<BuyV3, 'maxLamports'>): TransactionInstruction =>
  poolTrade(trade, buyData(AMM_SELL_V2, trade.amount, 0n))

function poolTrade({ mint, user, buybackFeeRecipient }: Omit<BuyV3, 'amount' | 'maxLamports'>, data: Buffer): TransactionInstruction {
  const pool = canonicalPumpPoolPda(mint)
  const keys = [
    writable(pool),
    signer(user),
    readonly(AMM_GLOBAL_CONFIG),
    readonly(mint),
    readonly(NATIVE_MINT),
    writable(tokenAccount(mint, user)),
    writable(wsolAccount(user)),
    writable(tokenAccount(mint, pool)),
    writable(wsolAccount(pool)),
    readonly(TOKEN_2022_PROGRAM_ID),
    readonly(TOKEN_PROGRAM_ID),
    readonly(SystemProgram.programId),
    writable(userVolumeAccumulatorPda(user, PUMP_AMM_PROGRAM_ID)),
    readonly(AMM_FEE_CONFIG),
    writable(wsolAccount(buybackFeeRecipient)),
    readonly(PUMP_AMM_EVENT_AUTHORITY_PDA),
    readonly(PUMP_AMM_PROGRAM_ID),
  ]
  return new TransactionInstruction({ programId: PUMP_AMM_PROGRAM_ID, keys, data })
}

/** Pump's `sweep_creator_fee`: pays the curve's waiting creator fee to the creator's vault; nothing waiting is no error. */
export function sweepCurveInstruction(mint: PublicKey, creator: PublicKey, payer: PublicKey): TransactionInstruction {
  const curve = bondingCurvePda(mint)
  const vault = creatorVaultPda(creator)
  const keys = [
    signer(payer),
    readonly(GLOBAL_PDA),
    readonly(mint),
    readonly(NATIVE_MINT),
    readonly(TOKEN_PROGRAM_ID),
    readonly(ASSOCIATED_TOKEN_PROGRAM_ID),
    readonly(SystemProgram.programId),
    writable(curve),
    writable(wsolAccount(curve)),
    writable(vault),
    writable(wsolAccount(vault)),
    readonly(PUMP_EVENT_AUTHORITY_PDA),
    readonly(PUMP_PROGRAM_ID),
  ]
  return new TransactionInstruction({ programId: PUMP_PROGRAM_ID, keys, data: SWEEP_CREATOR_FEE })
}

/** PumpSwap's `sweep_creator_fee`: the same for a graduated coin's pool. */
export function sweepPoolInstruction(mint: PublicKey, coinCreator: PublicKey, payer: PublicKey): TransactionInstruction {
  const pool = canonicalPumpPoolPda(mint)
  const vault = ammCreatorVaultPda(coinCreator)
  const keys = [
    signer(payer),
    readonly(AMM_GLOBAL_CONFIG),
    writable(pool),
    readonly(NATIVE_MINT),
    readonly(TOKEN_PROGRAM_ID),
    writable(wsolAccount(pool)),
    readonly(vault),
    writable(wsolAccount(vault)),
    readonly(SystemProgram.programId),
    readonly(ASSOCIATED_TOKEN_PROGRAM_ID),
    readonly(PUMP_AMM_EVENT_AUTHORITY_PDA),
    readonly(PUMP_AMM_PROGRAM_ID),
  ]
  return new TransactionInstruction({ programId: PUMP_AMM_PROGRAM_ID, keys, data: SWEEP_CREATOR_FEE })
}
