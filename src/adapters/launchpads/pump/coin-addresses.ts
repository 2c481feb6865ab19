import { ammCreatorVaultPda, bondingCurvePda, canonicalPumpPoolPda, creatorVaultPda, feeSharingConfigPda } from '@pump-fun/pump-sdk'
import { getAssociatedTokenAddressSync, NATIVE_MINT } from '@solana/spl-token'
import type { PublicKey } from '@solana/web3.js'

/** Every account of a SOL coin that follows from its mint. */
export interface CoinAddresses {
  readonly mint: PublicKey
  readonly curve: PublicKey
  readonly pool: PublicKey
  /** Holds the split; the creator of the coin once the split is made. */
  readonly feeShare: PublicKey
  /** Where the split's fees wait to be distributed. */
  readonly vault: PublicKey
  /** Wrapped SOL of the split from pool trades, one step before the vault. */
  readonly poolVaultTokens: PublicKey
}

/** Associated wrapped SOL account of any owner, program addresses included. */
export const wrappedSolAccount = (owner: PublicKey): PublicKey => getAssociatedTokenAddressSync(NATIVE_MINT, owner, true)

/** Derives a coin's accounts; five searches for program addresses. */
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
