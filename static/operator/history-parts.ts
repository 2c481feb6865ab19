import type { Static } from '@sinclair/typebox'
import type { BuybackView } from '../../src/features/buyback/buyback-view.ts'
import type { ActView } from '../../src/features/operator/operator-view.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { ago } from '../lib/coin-parts.ts'
import { foreign, h } from '../lib/dom.ts'
import { createPagedList } from '../lib/paged-list.ts'
import { card, type PartTools } from './part.ts'
import type { RefreshedPart } from '../lib/refreshed-part.ts'

type ShownAct = Static<typeof ActView>

const PAGE_ROWS = 10

/** Runs of the buyback; those that bought nothing say why. */
export function buybacksPart({ session }: PartTools): RefreshedPart {
  const list = createPagedList<'buybacks', BuybackView>({
    name: 'buybacks',
    path: '/api/buybacks',
    pageSize: PAGE_ROWS,
    keyOf: ({ id }) => id,
    draw: buybackRow,
    none: 'No run yet.',
    ask: session.ask,
  })
  return { element: card('buybacks', 'Buybacks', list.element), refresh: () => list.refresh() }
}

const buybackRow = ({ at, status, ticker, spent, detail }: BuybackView): HTMLElement =>
  h(
    'li',
    { class: 'row' },
    h(
      'p',
      { class: 'row-head' },
      h('strong', null, ticker === null ? 'Buyback' : foreign(`$${ticker}`)),
      h('span', { class: `badge ${status === 'failed' ? 'badge-bad' : 'badge-on'}` }, status),
      spent !== null && amountFigure(spent, 'cost'),
      h('span', { class: 'muted' }, ago(at)),
    ),
    detail !== null && h('p', { class: 'row-more' }, foreign(detail)),
  )

/** Who did what as the operator. */
export function logPart({ session }: PartTools): RefreshedPart {
  const list = createPagedList<'acts', ShownAct>({
    name: 'acts',
    path: '/api/operator/log',
    pageSize: PAGE_ROWS,
    keyOf: ({ id }) => id,
    draw: actRow,
    none: 'Nothing was done yet.',
    ask: session.ask,
  })
  return { element: card('log', 'Log', list.element), refresh: () => list.refresh() }
}

const actRow = ({ kind, by, address, subject, detail, at }: ShownAct): HTMLElement =>
  h(
    'li',
    { class: 'row' },
    h(
      'p',
      { class: 'row-head' },
      h('strong', null, kind),
      h('code', null, foreign(subject)),
      h('span', { class: 'muted' }, by === 'command' ? 'by a command' : `with the key from ${address ?? 'here'}`),
      h('span', { class: 'muted' }, ago(at)),
    ),
    Object.keys(detail).length > 0 &&
      h(
        'p',
        { class: 'row-more' },
        foreign(
          Object.entries(detail)
            .map(([name, value]) => `${name}: ${value}`)
            .join(', '),
        ),
      ),
  )
