import type { OperationView } from '../../src/features/operator/operator-view.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { ago } from '../lib/coin-parts.ts'
import { fill, foreign, h } from '../lib/dom.ts'
import { shortText } from '../lib/format.ts'
import { coinPath, insideLink } from '../lib/links.ts'
import { createPagedList } from '../lib/paged-list.ts'
import { card, type PartTools } from './part.ts'
import type { RefreshedPart } from '../lib/refreshed-part.ts'

const PAGE_ROWS = 10

const STATES = {
  'under-way': 'Under way',
  unlocked: 'Fees not locked',
  failed: 'Failed',
  locked: 'Locked',
} as const

/** Launches: stuck ones on top, then those of a state that is chosen. */
export function launchesPart({ session }: PartTools): RefreshedPart {
  const stuck = listOf(session.ask, 'kind=launch&state=stuck', 'None is stuck.')
  let chosen: keyof typeof STATES = 'under-way'
  let list = listOf(session.ask, `kind=launch&state=${chosen}`, 'None.')
  const place = h('div', null, list.element)
  const choices = Object.entries(STATES).map(([state, title]) => {
    const choose = () => {
      chosen = state as keyof typeof STATES
      list = listOf(session.ask, `kind=launch&state=${chosen}`, 'None.')
      fill(place, list.element)
      void list.refresh()
    }
    const radio = h('input', { type: 'radio', name: 'launch-state', value: state, checked: state === chosen, onchange: choose })
    return h('label', { class: 'range' }, radio, h('span', null, title))
  })
  return {
    element: card(
      'launches',
      'Launches',
      h('h3', null, 'Stuck: under way for more than ten minutes'),
      stuck.element,
      h('h3', null, 'By state'),
      h('fieldset', { class: 'ranges' }, h('legend', { class: 'spoken' }, 'State'), ...choices),
      place,
    ),
    refresh: async () => (await Promise.all([stuck.refresh(), list.refresh()])).every(Boolean),
  }
}

/** Distributions that the operator’s wallet or a caller paid for, failed ones too. */
export function cranksPart({ session }: PartTools): RefreshedPart {
  const list = listOf(session.ask, 'kind=crank', 'No distribution yet.')
  return { element: card('cranks', 'Cranks', list.element), refresh: () => list.refresh() }
}

const listOf = (ask: PartTools['session']['ask'], query: string, none: string): RefreshedPart =>
  createPagedList<'operations', OperationView>({
    name: 'operations',
    path: `/api/operator/operations?${query}`,
    pageSize: PAGE_ROWS,
    keyOf: ({ operationId }) => operationId,
    draw: operationRow,
    none,
    changing: true,
    ask,
  })

function operationRow(operation: OperationView): HTMLElement {
  const { operationId, state, stuck, keyId, mint, name, ticker, distributed, failure, createdAt } = operation
  const title = name === null ? h('code', null, shortText(mint)) : foreign(`${name} ($${ticker})`)
  const look = stuck || state === 'failed' ? 'badge-bad' : state === 'unlocked' ? 'badge-warn' : 'badge-on'
  return h(
    'li',
    { class: 'row' },
    h(
      'p',
      { class: 'row-head' },
      insideLink(coinPath(mint), {}, title),
      h('span', { class: `badge ${look}` }, stuck ? `Stuck: ${state}` : state),
      distributed !== null && h('strong', null, amountFigure(distributed, 'payout')),
      h('span', { class: 'muted' }, ago(createdAt)),
    ),
    failure !== null && h('p', { class: 'row-more' }, foreign(failure.detail)),
    h('p', { class: 'row-more muted' }, 'Key ', h('code', null, foreign(keyId)), ' · ', h('code', null, operationId)),
  )
}
