import type { Wallet } from '../../domain/brands.ts'
import type { Deps } from '../../ports/deps.ts'

/** A wallet of the operator that runs dry when nobody looks. */
export interface OperatorWallet {
  /** What it pays. */
  readonly role: string
  readonly platform: string
  /** Its address, which the launchpad reads from the key. */
  wallet(): Promise<Wallet>
}

/** Every wallet whose balance metrics show: those that pay cranks on a launchpad, and the one that buys back. */
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
