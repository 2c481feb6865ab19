import type { BuybackView } from '../../src/features/buyback/buyback-view.ts'
import type { ListAnswer } from '../../src/http/answers/wire.ts'
import { alignedFigure, alignPoints } from '../lib/amount-figure.ts'
import { ask } from '../lib/api.ts'
import { BUYBACK_WORDS } from '../lib/buyback-words.ts'
import { ago } from '../lib/coin-parts.ts'
import { byId, foreign, h } from '../lib/dom.ts'
import { keyedList } from '../lib/keyed-list.ts'
import { coinPath, insideLink } from '../lib/links.ts'
import { transactionLink } from '../lib/payouts.ts'
import type { RefreshedPart } from '../lib/refreshed-part.ts'

/** Builds the list, whose section is not seen until there is a buyback. */
export function createBuybackList(): RefreshedPart {
  const element = h('ul', { class: 'payouts', role: 'list' })
  const rows = keyedList<BuybackView>(element, ({ id }) => id, buybackRow)
  let etag: string | null = null
  return {
    element,
    async refresh() {
      const answer = await ask<ListAnswer<'buybacks', BuybackView>>('/api/buybacks?limit=5', { etag })
      if (answer.kind === 'same') return true
      if (answer.kind !== 'ok') return false
      etag = answer.etag
      byId('buybacks-section').hidden = answer.body.buybacks.length === 0
      rows.show(answer.body.buybacks)
      alignPoints(element)
      return true
    },
  }
}

function buybackRow({ status, detail, mint, ticker, spent, tokens, burnedTokens, signature, at }: BuybackView): HTMLElement {
  return h(
    'li',
    { class: 'payout' },
    h('strong', null, spent === null ? BUYBACK_WORDS[status] : alignedFigure(spent, 'cost')),
    h(
      'p',
      { class: 'payout-what muted' },
      mint && ticker && insideLink(coinPath(mint), {}, foreign(`$${ticker}`)),
      (tokens ?? '0') !== '0' && ((burnedTokens ?? '0') === '0' ? 'held' : 'burned'),
      ago(at),
      signature && transactionLink(signature, 'the buyback'),
      detail,
    ),
  )
}
