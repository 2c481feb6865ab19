import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'

type Png = Uint8Array<ArrayBuffer>

/** Cards that were drawn, by their tag. */
export interface DrawnCards {
  /** The card with this tag: the kept one, else what `draw` makes. Requests for one tag share a drawing; a failed one is not kept. */
  find(tag: string, draw: () => Promise<Png>): Promise<Png>
}

/** Keeps the cards that were asked for last, up to so many bytes. */
export function createDrawnCards({ bytesMax = OWN_LIMITS.cardsKeptBytesMax }: { readonly bytesMax?: number } = {}): DrawnCards {
  const kept = new Map<string, Png>()
  const underWay = new Map<string, Promise<Png>>()
  let bytes = 0
  const keep = (tag: string, png: Png) => {
    kept.set(tag, png)
    bytes += png.length
    for (const [oldest, { length }] of kept) {
      if (bytes <= bytesMax) return
      kept.delete(oldest)
      bytes -= length
    }
  }
  return {
    async find(tag, draw) {
      const found = kept.get(tag)
      if (found) {
        // What is asked for again goes to the end of the line, whose beginning is dropped first.
        kept.delete(tag)
        kept.set(tag, found)
        return found
      }
      const waiting = underWay.get(tag)
      if (waiting) return waiting
      const drawing = draw().finally(() => underWay.delete(tag))
      underWay.set(tag, drawing)
      const png = await drawing
      keep(tag, png)
      return png
    },
  }
}
