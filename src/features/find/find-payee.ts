import type { Deps } from '../../ports/deps.ts'
import { spelledWallet, walletProblem } from '../../domain/text/wallet-address.ts'

/** The page of the wallet, or of the KOL, that this text names; null when it names neither. Whoever opted out is not named. */
export async function findPayee({ storage }: Pick<Deps, 'storage'>, text: string): Promise<`/${string}` | null> {
  if (walletProblem(text) === null) return `/wallet/${spelledWallet(text)}`
  const kol = await storage.kols.findByHandle(text.replace(/^@/, ''))
  return kol && `/kol/${encodeURIComponent(kol.handle)}`
}
