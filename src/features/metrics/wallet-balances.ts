import type { AtomicUnits, Wallet } from '../../domain/brands.ts'
import type { Currency } from '../../domain/money/currency.ts'
import type { Deps } from '../../ports/deps.ts'
import { createCachedProbe } from '../readyz/cached-probe.ts'
import { operatorWallets } from './operator-wallets.ts'

/** A slow chain is waited for at most this long; a balance is asked for at most every ten seconds. */
const PROBE = { keepMs: 10_000, waitMs: 1_000 } as const

/** What a wallet of the operator holds. */
export interface WalletBalance {
  /** What it pays. */
  readonly role: string
  readonly platform: string
  readonly wallet: Wallet
  readonly currency: Currency
  /** Null while its chain does not answer. */
  readonly balanceAtomic: AtomicUnits | null
}

/** Reads the balances of the operator's wallets. */
export function createWalletBalances(
  deps: Pick<Deps, 'clock' | 'launchpads' | 'crankPayers' | 'buybackPayer' | 'payments'>,
): () => Promise<readonly WalletBalance[]> {
  const { launchpads } = deps
  const wallets = operatorWallets(deps).map((of) => ({
    of,
    balance: createCachedProbe(deps, async () => (await launchpads.get(of.platform)).balanceOf(of.wallet), PROBE),
  }))
  const gasWallet = deps.payments?.gasWallet
  const gas = gasWallet && {
    of: { role: 'payments', platform: 'base', wallet: gasWallet.wallet, currency: 'ETH' as const },
    balance: createCachedProbe(deps, () => gasWallet.balanceWei(), PROBE),
  }
  return () =>
    Promise.all([
      ...wallets.map(async ({ of, balance }) => ({
        ...of,
        currency: launchpads.facts(of.platform).currency,
        balanceAtomic: await balance(),
      })),
      ...(gas ? [gas.balance().then((balanceAtomic) => ({ ...gas.of, balanceAtomic }))] : []),
    ])
}
