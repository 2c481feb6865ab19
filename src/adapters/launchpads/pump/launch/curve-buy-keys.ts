import {
  bondingCurvePda,
  bondingCurveV2Pda,
  creatorVaultPda,
  GLOBAL_PDA,
  GLOBAL_VOLUME_ACCUMULATOR_PDA,
  PUMP_EVENT_AUTHORITY_PDA,
  PUMP_FEE_CONFIG_PDA,
  PUMP_FEE_PROGRAM_ID,
  PUMP_PROGRAM_ID,
  userVolumeAccumulatorPda,
} from '@pump-fun/pump-sdk'
import { getAssociatedTokenAddressSync } from '@solana/spl-token'
import { type AccountMeta, type PublicKey, SystemProgram } from '@solana/web3.js'
import { readable, signing, writable } from '../transactions/sweeps.ts'

/**
 * The accounts of `buy` and `buy_exact_sol_in`, in order. Both pay the creator fee to the vault immediately.
 *
 * @see idl/pump.json; the last two as in the SDK's getBuyInstructionRaw
 */
export function curveBuyKeys(input: {
  mint: PublicKey
  tokenProgram: PublicKey
  user: PublicKey
  /** The owner of the vault that receives the creator fee. */
  creator: PublicKey
  feeRecipient: PublicKey
  buybackRecipient: PublicKey
}): AccountMeta[] {
  const { mint, tokenProgram, user, creator, feeRecipient, buybackRecipient } = input
  const curve = bondingCurvePda(mint)
  return [
    readable(GLOBAL_PDA),
    writable(feeRecipient),
    readable(mint),
    writable(curve),
    writable(getAssociatedTokenAddressSync(mint, curve, true, tokenProgram)),
    writable(getAssociatedTokenAddressSync(mint, user, true, tokenProgram)),
    signing(user),
    readable(SystemProgram.programId),
    readable(tokenProgram),
    writable(creatorVaultPda(creator)),
    readable(PUMP_EVENT_AUTHORITY_PDA),
    readable(PUMP_PROGRAM_ID),
    readable(GLOBAL_VOLUME_ACCUMULATOR_PDA),
    writable(userVolumeAccumulatorPda(user)),
    readable(PUMP_FEE_CONFIG_PDA),
    readable(PUMP_FEE_PROGRAM_ID),
    readable(bondingCurveV2Pda(mint)),
    writable(buybackRecipient),
  ]
}
