import { ammCreatorVaultPda, bondingCurvePda, canonicalPumpPoolPda, creatorVaultPda, feeSharingConfigPda } from '@pump-fun/pump-sdk'
import { getAssociatedTokenAddressSync, NATIVE_MINT } from '@solana/spl-token'
import type { PublicKey } from '@solana/web3.js'

/** Every account address of a SOL coin, derived from its mint. */
export interface CoinAddresses {
  readonly mint: PublicKey
  readonly curve: PublicKey
  readonly pool: PublicKey
  /** The sharing config with the split, which becomes the coin's creator once the split exists. */
  readonly feeShare: PublicKey
  /** The vault of fees to distribute. */
  readonly vault: PublicKey
  /** The split's wrapped SOL from pool trades, transferred to the vault before a distribution. */
  readonly poolVaultTokens: PublicKey
}

/** The associated wrapped SOL account of any owner, program addresses included. */
export const wrappedSolAccount = (owner: PublicKey): PublicKey => getAssociatedTokenAddressSync(NATIVE_MINT, owner, true)

/** Derives a coin's accounts; costs five program address searches. */
export function coinAddresses(mint: PublicKey): CoinAddresses {
  const feeShare = feeSharingConfigPda(mint)
  return {
    mint,
    feeShare,
    curve: bondingCurvePda(mint),
    pool: canonicalPumpPoolPda(mint),
    vault: creatorVaultPda(feeShare),
    poolVaultTokens: wrappedSolAccount(ammCreatorVaultPda(feeShare)),
  }
}
