import type { Wallet } from '../../domain/brands.ts'
import type { Deps } from '../../ports/deps.ts'

/** A wallet of the operator whose balance should be monitored. */
export interface OperatorWallet {
  /** What it pays. */
  readonly role: string
  readonly platform: string
  /** Its address, derived from the key by the launchpad. */
  wallet(): Promise<Wallet>
}

/** Every wallet whose balance is a metric: those that pay cranks on a launchpad, and the one that buys back. */
export function operatorWallets({
  crankKeys,
  buybackPayer,
  launchpads,
}: Pick<Deps, 'crankKeys' | 'buybackPayer' | 'launchpads'>): readonly OperatorWallet[] {
  const cranks = launchpads.ids.flatMap((platform): OperatorWallet[] => {
    const key = crankKeys[launchpads.facts(platform).chainId]
    return key ? [{ role: 'crank', platform, wallet: async () => (await launchpads.get(platform)).parseLauncher(key).wallet }] : []
  })
  const buyback = buybackPayer ? [{ role: 'buyback', platform: launchpads.defaultId, wallet: async () => buybackPayer.wallet }] : []
  return [...cranks, ...buyback]
}
