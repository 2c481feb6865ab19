import type { Wallet } from '../../domain/brands.ts'
import type { Deps } from '../../ports/deps.ts'

/** A wallet of the operator that runs dry when nobody looks. */
export interface OperatorWallet {
  /** What it pays. */
  readonly role: string
  readonly platform: string
  readonly wallet: Wallet
}

/** Every wallet whose balance metrics show: one line for each that the configuration names. */
export const operatorWallets = ({ crankPayer, launchpads }: Pick<Deps, 'crankPayer' | 'launchpads'>): readonly OperatorWallet[] => [
  ...(crankPayer ? [{ role: 'crank', platform: launchpads.defaultId, wallet: crankPayer.wallet }] : []),
]
