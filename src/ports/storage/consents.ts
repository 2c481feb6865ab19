import type { UnixMs, Wallet } from '../../domain/brands.ts'
import type { SignedConsent } from '../../domain/consent/signed-consent.ts'
import type { DryRun } from '../../domain/plan/dry-run.ts'

/** What wallets signed of taking part: of each the last. */
export interface ConsentRepo {
  /** Replaces what the wallet signed before; false, with nothing changed, where that is not older. */
  put(consent: SignedConsent): Promise<boolean>
  /** What the wallet itself signed. */
  find(wallet: Wallet): Promise<SignedConsent | null>
  /**
   * What each of these said, by addressKey. For an EVM wallet that is what the Solana wallets of its profiles in the directory signed:
   * of several the strictest.
   */
  listOf(wallets: readonly string[]): Promise<ReadonlyMap<string, SignedConsent>>
  /** Whether so many wallets have signed anything. */
  reaches(count: number): Promise<boolean>
  /** Plans that name the wallet and can still be launched, newest first, 20 at most. */
  listNaming(wallet: Wallet, nowMs: UnixMs): Promise<readonly DryRun[]>
}
