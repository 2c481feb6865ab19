import type { ListedCoin } from '../../src/features/coins/listed-coin-view.ts'
import type { KeyRow } from '../../src/features/keys/key-view.ts'
import type { ListAnswer } from '../../src/http/answers/wire.ts'
import { foreign, h } from '../lib/dom.ts'
import { shortText } from '../lib/format.ts'
import { coinPath, insideLink } from '../lib/links.ts'
import type { Session } from './session.ts'

const PAGE_ROWS = 200
/** Of a service with more keys than in so many pages the ids stand for themselves. */
const PAGES_MAX = 10

/** Callers that are no row of the keys. */
const OWN_CALLERS: Readonly<Record<string, string>> = {
  operator: 'the operator',
  browser: 'the browser key',
  nobody: 'a payer without a key',
}

/** What ids stand for, in words; an id shows itself until its name is known. */
export interface Names {
  /** The label of a key, its id behind it. */
  key(id: string): HTMLElement
  /** The same, and the fingerprint of its text: many keys may have one label. */
  exactKey(id: string): HTMLElement
  /** What a key is called, and its fingerprint, from now on. */
  learn(key: Pick<KeyRow, 'id' | 'label' | 'fingerprint'>): void
  /** The name of a coin, leading to its page. */
  coin(mint: string): HTMLElement
}

/** Names that are asked for when they are first needed, each once. */
export function createNames(session: Session): Names {
  const labels = new Map(Object.entries(OWN_CALLERS))
  const fingerprints = new Map<string, string>()
  const coins = new Map<string, Promise<string | null>>()
  let reading: Promise<void> | null = null

  const learn: Names['learn'] = ({ id, label, fingerprint }) => {
    labels.set(id, label)
    fingerprints.set(id, fingerprint)
    for (const shown of document.querySelectorAll(`[data-fingerprint-of="${CSS.escape(id)}"]`)) shown.textContent = fingerprint
  }
  const readLabels = async (): Promise<void> => {
    let cursor: string | null = null
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const query = new URLSearchParams({ limit: String(PAGE_ROWS), ...(cursor === null ? {} : { cursor }) })
      const answer = await session.ask<ListAnswer<'keys', KeyRow>>(`/api/agent/keys?${query}`)
      if (answer.kind !== 'ok') return
      answer.body.keys.forEach(learn)
      cursor = answer.body.nextCursor
      if (cursor === null) return
    }
  }
  const labelOf = async (id: string): Promise<string | null> => {
    if (!labels.has(id)) {
      reading ??= readLabels().finally(() => (reading = null))
      await reading
    }
    return labels.get(id) ?? null
  }
  const readCoin = async (mint: string): Promise<string | null> => {
    // Asked for as a search, which of a coin that was never finished finds nothing, and is no error.
    const answer = await session.ask<ListAnswer<'coins', ListedCoin>>(`/api/coins?limit=1&q=${encodeURIComponent(mint)}`)
    const coin = answer.kind === 'ok' ? answer.body.coins.find((found) => found.mint === mint) : undefined
    if (coin) return `${coin.name} ($${coin.ticker})`
    coins.delete(mint)
    return null
  }
  const coinOf = (mint: string): Promise<string | null> => {
    const known = coins.get(mint) ?? readCoin(mint)
    coins.set(mint, known)
    return known
  }
  return {
    key: (id) => named(foreign(shortText(id)), id, labelOf(id)),
    exactKey(id) {
      const exact = h('span', { class: 'muted fingerprint', 'data-fingerprint-of': id })
      const label = labelOf(id)
      void label.then(() => (exact.textContent = fingerprints.get(id) ?? ''))
      return h('span', { class: 'key-exact' }, named(foreign(shortText(id)), id, label), ' ', exact)
    },
    learn,
    coin: (mint) => insideLink(coinPath(mint), {}, named(foreign(shortText(mint)), mint, coinOf(mint))),
  }
}

/** The id, until the name has come; behind the name it stays as the title. */
function named(element: HTMLElement, id: string, name: Promise<string | null>): HTMLElement {
  element.title = id
  void name.then((text) => void (text !== null && (element.textContent = text)))
  return h('span', null, element)
}
