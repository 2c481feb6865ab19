import type { Coin } from '../../domain/coin.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { readPictureShape } from '../../domain/picture-shape.ts'
import type { Image } from '../../domain/plan/image.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import type { CoinCard } from '../../ports/pages/coin-cards.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Policy } from '../../ports/policy.ts'
import type { DrawnCards } from './drawn-cards.ts'

/** A card of a coin as it stands: `tag` names what is on it, and `png` draws it unless it is kept. */
export interface PresentCard {
  readonly tag: string
  /** The card, drawn. */
  png(): Promise<Uint8Array<ArrayBuffer>>
}

/** The card of a coin in its present state. Nothing is drawn before it is asked for. */
export function coinCard(
  { storage, coinCards, policy }: Pick<Deps, 'storage' | 'coinCards' | 'policy'>,
  drawn: DrawnCards,
  coin: Coin,
): PresentCard {
  const shown = textsOf(policy, coin)
  const tag = sha256Hex(new TextEncoder().encode(JSON.stringify([policy.buildCommit, coin.imageSha256, shown]))).slice(0, 32)
  return {
    tag,
    png: () =>
      drawn.find(tag, async () => {
        const image = coin.imageSha256 === null ? null : await storage.images.find(coin.imageSha256)
        return coinCards.draw({ ...shown, picture: image && isDrawable(image) ? image : null })
      }),
  }
}

const textsOf = ({ serviceTitle }: Policy, { name, ticker, feeShareLocked, shareholders }: Coin): Omit<CoinCard, 'picture'> => ({
  name,
  ticker,
  serviceTitle,
  feeShareLocked,
  shareholders: shareholders.map(({ handle, role, bps }) => ({ handle, role, bps })),
})

/** A picture whose headers promise more pixels than a card may take memory for is not decoded. */
function isDrawable({ contentType, bytes }: Image): boolean {
  const shape = readPictureShape(contentType, bytes)
  return shape !== null && shape.widthPx * shape.heightPx <= OWN_LIMITS.cardPicturePixelsMax
}
