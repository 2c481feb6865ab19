import { setPriority } from 'node:os'
import type { CoinCard } from '../../ports/pages/coin-cards.ts'
import { drawCoinCard } from '../../adapters/coin-cards/draw-coin-card.ts'

/** Below what serves requests. */
const PRIORITY = 10

/** `coin-card`: reads a card as JSON, its picture in base64, from standard input, and writes it drawn. The service runs it for itself. */
export async function coinCard(): Promise<number> {
  setPriority(PRIORITY)
  const { picture, ...card } = (await Bun.stdin.json()) as Omit<CoinCard, 'picture'> & { picture: { bytes: string } | null }
  const png = await drawCoinCard({ ...card, picture: picture && { bytes: Buffer.from(picture.bytes, 'base64') } })
  await Bun.write(Bun.stdout, png)
  return 0
}
