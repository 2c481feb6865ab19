import type { Wallet } from '../../domain/brands.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Launcher } from '../../ports/launchpad/signing.ts'

/** A wallet of the operator that runs dry when nobody looks. */
export interface OperatorWallet {
  /** What it pays. */
  readonly role: string
  readonly platform: string
  readonly wallet: Wallet
}

/** Every wallet whose balance metrics show: one line for each that the configuration names. */
export function operatorWallets({
  crankPayer,
  buybackPayer,
  launchpads: { defaultId: platform },
}: Pick<Deps, 'crankPayer' | 'buybackPayer' | 'launchpads'>): readonly OperatorWallet[] {
  const paying = (role: string, payer: Launcher | null) => (payer ? [{ role, platform, wallet: payer.wallet }] : [])
  return [...paying('crank', crankPayer), ...paying('buyback', buybackPayer)]
}
