import type { BuybackView } from '../../src/features/buyback/buyback-view.ts'
import type { ListAnswer } from '../../src/http/answers/wire.ts'
import { exactFigure, figureText } from '../../src/domain/money/figure-text.ts'
import { TOKEN_DECIMALS } from '../../src/domain/money/coin-price.ts'
import { alignedFigure, alignPoints, shortFigure } from '../lib/amount-figure.ts'
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
  const bought = tokens ?? '0'
  const brought = { amount: bought, decimals: TOKEN_DECIMALS }
  const isBurned = (burnedTokens ?? '0') !== '0'
  return h(
    'li',
    { class: 'payout' },
    h(
      'p',
      { class: 'payout-line' },
      h('strong', null, spent === null ? BUYBACK_WORDS[status] : alignedFigure(spent, 'cost')),
      bought !== '0' &&
        h('span', { class: 'muted' }, shortFigure(figureText(brought, 'payout'), exactFigure(brought)), ' ', isBurned ? 'burned' : 'held'),
    ),
    h(
      'p',
      { class: 'payout-what muted' },
      mint && ticker && insideLink(coinPath(mint), {}, foreign(`$${ticker}`)),
      ago(at),
      signature && transactionLink(signature, 'the buyback'),
      detail,
    ),
  )
}
