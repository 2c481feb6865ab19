import {
  ammCreatorVaultPda,
  creatorVaultPda,
  GLOBAL_PDA,
  PUMP_AMM_EVENT_AUTHORITY_PDA,
  PUMP_AMM_PROGRAM_ID,
  PUMP_EVENT_AUTHORITY_PDA,
  PUMP_PROGRAM_ID,
} from '@pump-fun/pump-sdk'
import { ASSOCIATED_TOKEN_PROGRAM_ID, NATIVE_MINT, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { type AccountMeta, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { type CoinAddresses, wrappedSolAccount } from '../coin-addresses.ts'

/** sha256("global:sweep_creator_fee")[0..8], the same in both programs; without arguments. */
const SWEEP_CREATOR_FEE = Buffer.from([32, 246, 191, 52, 8, 201, 73, 186])

/** PumpSwap's `global_config`; the SDK's AMM_GLOBAL_PDA is another account. */
export const [POOL_PROGRAM_CONFIG] = PublicKey.findProgramAddressSync([Buffer.from('global_config')], PUMP_AMM_PROGRAM_ID)

/** Account metas: read-only, writable, and writable signer. */
export const readable = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: false, isWritable: false })
/** A writable account that does not sign. */
export const writable = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: false, isWritable: true })
/** A writable account that signs. */
export const signing = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: true, isWritable: true })

/**
 * Transfers the creator fee on the curve to the creator's vault. Succeeds when there is none. pump-sdk 2.0.0 lacks it.
 *
 * @see pump-public-docs docs/instructions/SWEEP_FEES.md, "Pump sweep_protocol_fee and sweep_creator_fee"
 */
export function sweepCurve({ mint, curve }: CoinAddresses, creator: PublicKey, payer: PublicKey): TransactionInstruction {
  const vault = creatorVaultPda(creator)
  const keys = [
    signing(payer),
    readable(GLOBAL_PDA),
    readable(mint),
    readable(NATIVE_MINT),
    readable(TOKEN_PROGRAM_ID),
    readable(ASSOCIATED_TOKEN_PROGRAM_ID),
    readable(SystemProgram.programId),
    writable(curve),
    writable(wrappedSolAccount(curve)),
    writable(vault),
    writable(wrappedSolAccount(vault)),
    readable(PUMP_EVENT_AUTHORITY_PDA),
    readable(PUMP_PROGRAM_ID),
  ]
  return new TransactionInstruction({ programId: PUMP_PROGRAM_ID, keys, data: SWEEP_CREATOR_FEE })
}

/**
 * Transfers the creator fee in the pool to the creator's wrapped SOL account, which it creates. Succeeds when there is none. pump-sdk
 * 2.0.0 lacks it.
 *
 * @see pump-public-docs docs/instructions/SWEEP_FEES.md, "PumpSwap sweep_protocol_fee and sweep_creator_fee"
 */
export function sweepPool({ pool }: CoinAddresses, creator: PublicKey, payer: PublicKey): TransactionInstruction {
  const vault = ammCreatorVaultPda(creator)
  const keys = [
    signing(payer),
    readable(POOL_PROGRAM_CONFIG),
    writable(pool),
    readable(NATIVE_MINT),
    readable(TOKEN_PROGRAM_ID),
    writable(wrappedSolAccount(pool)),
    readable(vault),
    writable(wrappedSolAccount(vault)),
    readable(SystemProgram.programId),
    readable(ASSOCIATED_TOKEN_PROGRAM_ID),
    readable(PUMP_AMM_EVENT_AUTHORITY_PDA),
    readable(PUMP_AMM_PROGRAM_ID),
  ]
  return new TransactionInstruction({ programId: PUMP_AMM_PROGRAM_ID, keys, data: SWEEP_CREATOR_FEE })
}
