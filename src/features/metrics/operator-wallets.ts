import type { Wallet } from '../../domain/brands.ts'
import type { Deps } from '../../ports/deps.ts'

/** A wallet of the operator whose balance should be monitored. */
export interface OperatorWallet {
  /** What it pays. */
  readonly role: string
  readonly platform: string
  readonly wallet: Wallet
}

/** Every wallet whose balance is a metric: those that pay cranks on a launchpad, and the one that buys back. */
export function operatorWallets({
  crankPayers,
  buybackPayer,
  launchpads,
}: Pick<Deps, 'crankPayers' | 'buybackPayer' | 'launchpads'>): readonly OperatorWallet[] {
  const cranks = launchpads.ids.flatMap((platform): OperatorWallet[] => {
    const payer = crankPayers[launchpads.facts(platform).chainId]
    return payer ? [{ role: 'crank', platform, wallet: payer.wallet }] : []
  })
  const buyback = buybackPayer ? [{ role: 'buyback', platform: launchpads.defaultId, wallet: buybackPayer.wallet }] : []
  return [...cranks, ...buyback]
}
