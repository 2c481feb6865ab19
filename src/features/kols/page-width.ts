import type { Wallet } from '../../domain/brands.ts'
import type { Deps } from '../../ports/deps.ts'

/**
 * The class of a page about these wallets: one column where they were paid nothing and no coin names them. It is known before the page
 * is drawn, so that nothing moves once the page has asked for the rest.
 */
export async function pageWidth({ storage }: Pick<Deps, 'storage'>, wallets: readonly Wallet[]): Promise<'one-column' | ''> {
  const full = await Promise.all(
    wallets.map(async (wallet) => {
      const [roles, coins] = await Promise.all([storage.earnings.byRole(wallet), storage.earnings.countCoins(wallet)])
      return roles.length > 0 || coins.length > 0
    }),
  )
  return full.includes(true) ? '' : 'one-column'
}

/** The same of the page of one wallet, which is one column too where a plan asks for an answer. */
export async function walletPageWidth(deps: Pick<Deps, 'storage' | 'clock'>, wallet: Wallet): Promise<'one-column' | ''> {
  const plans = await deps.storage.consents.listNaming(wallet, deps.clock.nowMs())
  return plans.length > 0 ? 'one-column' : pageWidth(deps, [wallet])
}
