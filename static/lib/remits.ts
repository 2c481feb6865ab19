import { ask } from './api.ts'
import type { Remit } from './records.ts'

const PAGE = 200
/** Enough for a chart; the whole record is in the API. */
const KEPT_MAX = 1_000

interface RemitPage {
  readonly remits: readonly Remit[]
  readonly nextCursor: string | null
}

/** Payments, newest first; `complete` when there are no older ones. */
export interface LoadedRemits {
  readonly remits: readonly Remit[]
  readonly complete: boolean
}

/**
 * Payments of a coin or of all, as far back as `known` and a thousand at most: asked again, only what is new is loaded.
 * `missing` = the service has no such list; `offline` = it did not answer.
 */
export async function loadRemits(known: readonly Remit[], mint?: string): Promise<LoadedRemits | 'missing' | 'offline'> {
  const knownIds = new Set(known.map(({ id }) => id))
  const fresh: Remit[] = []
  let cursor: string | null = null
  do {
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const answer = await ask<RemitPage>(`/api/remits?limit=${PAGE}${mint === undefined ? '' : `&mint=${encodeURIComponent(mint)}`}${from}`)
    if (answer.kind === 'problem' && answer.status === 404) return 'missing'
    if (answer.kind !== 'ok') return 'offline'
    const { remits, nextCursor } = answer.body
    const firstKnown = remits.findIndex(({ id }) => knownIds.has(id))
    fresh.push(...(firstKnown === -1 ? remits : remits.slice(0, firstKnown)))
    if (firstKnown !== -1) {
      const all = [...fresh, ...known]
      return { remits: all.slice(0, KEPT_MAX), complete: all.length < KEPT_MAX }
    }
    cursor = nextCursor
  } while (cursor !== null && fresh.length < KEPT_MAX)
  return { remits: fresh.slice(0, KEPT_MAX), complete: cursor === null }
}
