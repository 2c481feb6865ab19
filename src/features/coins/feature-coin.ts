import type { Mint } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import { AppError } from '../../domain/errors.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAct } from '../operator-log/record-act.ts'

/**
 * Records the post that features a graduated coin, once; naming the same post again changes nothing. The caller's permission was checked
 * before (http/guards/authenticate.ts).
 *
 * @see rules 3.3, 5.8
 */
export async function featureCoin(
  deps: Pick<Deps, 'storage' | 'clock' | 'ids'>,
  by: Actor,
  { mint, statusUrl }: { mint: Mint; statusUrl: string },
): Promise<Coin> {
  const { storage, clock } = deps
  const featured = await storage.transaction(async (tx) => {
    const coin = await tx.coins.feature(mint, { url: statusUrl, atMs: clock.nowMs() })
    if (coin) await recordAct(deps, tx, by, { kind: 'coin.featured', subject: mint, detail: { url: statusUrl } })
    return coin
  })
  if (featured) return featured
  const coin = await storage.coins.find(mint)
  if (!coin) throw new AppError('mint_unknown')
  if (coin.featuredUrl === statusUrl) return coin
  if (coin.featuredUrl !== null) throw new AppError('coin_already_featured', { featuredUrl: coin.featuredUrl })
  throw new AppError('coin_not_graduated')
}
