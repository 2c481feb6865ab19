import type { Currency } from '../../domain/money/currency.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Leader } from '../../ports/storage/earnings.ts'
import type { Page, PageRequest } from '../../ports/storage/page.ts'

/** A wallet of the leaderboard, with the handle that the directory has for it. */
export interface RankedLeader extends Leader {
  readonly kol: string | null
}

/** Wallets by what they were paid for promoting coins, the best paid first. */
export async function readLeaders({ storage }: Pick<Deps, 'storage'>, page: PageRequest, currency: Currency): Promise<Page<RankedLeader>> {
  const { rows, nextCursor } = await storage.earnings.listLeaders(page, currency)
  const known = await storage.kols.findByWallets(rows.map(({ wallet }) => wallet))
  const handles = new Map(known.map(({ wallet, handle }) => [wallet, handle]))
  return { rows: rows.map((leader) => ({ ...leader, kol: handles.get(leader.wallet) ?? null })), nextCursor }
}
