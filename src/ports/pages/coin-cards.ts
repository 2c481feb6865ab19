import type { Image } from '../../domain/plan/image.ts'
import type { Shareholder } from '../../domain/crew/fee-map.ts'
import type { Refusals } from '../refusals.ts'

/** What the card of a coin shows. */
export interface CoinCard {
  readonly name: string
  readonly ticker: string
  readonly serviceTitle: string
  readonly feeShareLocked: boolean
  readonly shareholders: readonly Pick<Shareholder, 'handle' | 'role' | 'bps'>[]
  /** Null leaves its place to the ticker's first letter, as does a picture that does not decode. */
  readonly picture: Pick<Image, 'bytes'> | null
}

/** Draws cards of coins: the pictures in previews of links. */
export interface CoinCards {
  /**
   * A PNG of 1200 × 630 pixels and at most `OWN_LIMITS.cardBytesMax`. One is drawn at a time, outside of the event loop.
   *
   * @throws AppError service_not_ready when too many wait, or it took too long
   */
  draw(card: CoinCard): Promise<Uint8Array<ArrayBuffer>>
}

/** What each method may refuse with. */
export const COIN_CARDS_REFUSALS = { draw: ['service_not_ready'] } as const satisfies Refusals<CoinCards>
