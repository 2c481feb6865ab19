import type { RemitView } from '../../src/features/remits/remit-view.ts'
import type { ListAnswer } from '../../src/http/answers/wire.ts'
import { ask } from './api.ts'

const PAGE_ROWS = 200

/** Payments, newest first; `complete` when there are no older ones. */
export interface LoadedRemits {
  readonly remits: readonly RemitView[]
  readonly complete: boolean
}

/** Payments of a coin or of all: what is new since `known`, and `most` of them at most. Null when the service did not answer. */
export async function loadRemits(known: LoadedRemits, { most, mint }: { most: number; mint?: string }): Promise<LoadedRemits | null> {
  const knownIds = new Set(known.remits.map(({ id }) => id))
  const fresh: RemitView[] = []
  let cursor: string | null = null
  do {
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const of = mint === undefined ? '' : `&mint=${encodeURIComponent(mint)}`
    const answer = await ask<ListAnswer<'remits', RemitView>>(`/api/remits?limit=${PAGE_ROWS}${of}${from}`)
    if (answer.kind !== 'ok') return null
    const { remits, nextCursor } = answer.body
    const firstKnown = remits.findIndex(({ id }) => knownIds.has(id))
    fresh.push(...(firstKnown === -1 ? remits : remits.slice(0, firstKnown)))
    if (firstKnown !== -1) {
      const all = [...fresh, ...known.remits]
      return { remits: all.slice(0, most), complete: known.complete && all.length <= most }
    }
    cursor = nextCursor
  } while (cursor !== null && fresh.length < most)
  return { remits: fresh.slice(0, most), complete: cursor === null && fresh.length <= most }
}
