import type { OperationView } from '../../src/features/operator/operator-view.ts'
import { copyButton } from '../lib/address.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { ago } from '../lib/coin-parts.ts'
import { fill, foreign, h, spoken } from '../lib/dom.ts'
import { shortText } from '../lib/format.ts'
import { coinPath, insideLink } from '../lib/links.ts'
import { createPagedList, type PagedList } from '../lib/paged-list.ts'
import { card, listPart, type OperatorPart, type PartTools } from './part.ts'

const PAGE_ROWS = 10

const STATES = {
  'under-way': 'Under way',
  unlocked: 'Not locked',
  failed: 'Failed',
  locked: 'Locked',
} as const

/** What the journal calls a state, as people do. */
const STATE_WORDS: Readonly<Record<OperationView['state'], string>> = {
  prepared: 'Signed, not sent yet',
  broadcast: 'Sent, not landed yet',
  live: 'Landed, not locked yet',
  locked: 'Locked',
  unlocked: 'Fees not locked',
  done: 'Done',
  failed: 'Failed',
}

/** Launches: stuck ones on top, then those of a state that is chosen. */
export function launchesPart(tools: PartTools): OperatorPart {
  const stuck = listOf(tools, 'kind=launch&state=stuck', 'None is stuck.')
  const advice = 'If the service runs, “operation not settled yet” in its log names what the chain lacks.'
  const title = h('h3', null, 'Stuck: under way for more than ten minutes')
  const stuckPart = h('div', { class: 'stuck', hidden: true }, title, h('p', { class: 'muted' }, advice), stuck.element)
  let chosen: keyof typeof STATES = 'under-way'
  const listOfChosen = () => listOf(tools, `kind=launch&state=${chosen}`, 'None.', ({ stuck: isStuck }) => isStuck)
  let list = listOfChosen()
  const place = h('div', null, list.element)
  const choices = Object.entries(STATES).map(([state, title]) => {
    const choose = () => {
      chosen = state as keyof typeof STATES
      list = listOfChosen()
      fill(place, list.element)
      void list.refresh()
    }
    const radio = h('input', { type: 'radio', name: 'launch-state', value: state, checked: state === chosen, onchange: choose })
    return h('label', { class: 'range' }, radio, h('span', null, title))
  })
  const states = h('fieldset', { class: 'ranges' }, h('legend', { class: 'spoken' }, 'State'), ...choices)
  return {
    element: card('launches', 'Launches', stuckPart, states, place),
    tally: () => ({ ...stuck.count(), needsYou: true, mild: true }),
    async refresh() {
      const answers = await Promise.all([stuck.refresh(), list.refresh()])
      stuckPart.hidden = stuck.count().shown === 0
      return answers.every(Boolean)
    },
  }
}

/** Distributions that the operator’s wallet or a caller paid for, failed ones too. */
export const cranksPart = (tools: PartTools): OperatorPart =>
  listPart({ id: 'cranks', title: 'Distributions' }, listOf(tools, 'kind=crank', 'No distribution yet.'))

const listOf = (tools: PartTools, query: string, none: string, isElsewhere?: (operation: OperationView) => boolean): PagedList =>
  createPagedList<'operations', OperationView>({
    name: 'operations',
    path: `/api/operator/operations?${query}`,
    pageSize: PAGE_ROWS,
    keyOf: ({ operationId }) => operationId,
    draw: (operation) => operationRow(tools, operation),
    none,
    ...(isElsewhere && { isElsewhere }),
    changing: true,
    ask: tools.session.ask,
  })

function operationRow({ names }: PartTools, operation: OperationView): HTMLElement {
  const { operationId, state, stuck, keyId, mint, name, ticker, distributed, failure, createdAt } = operation
  const look =
    state === 'failed'
      ? 'badge-bad'
      : stuck || state === 'unlocked'
        ? 'badge-warn'
        : state === 'locked' || state === 'done'
          ? 'badge-on'
          : ''
  return h(
    'li',
    { class: 'row record' },
    h(
      'p',
      { class: 'record-what' },
      h('strong', null, name === null ? names.coin(mint) : insideLink(coinPath(mint), {}, foreign(`${name} ($${ticker})`))),
    ),
    h(
      'p',
      { class: 'record-state' },
      h('span', { class: `badge ${look}`, title: operationId }, stuck ? `Stuck: ${STATE_WORDS[state]}` : STATE_WORDS[state]),
      copyButton(operationId, `the id of the operation on ${name === null ? shortText(mint) : `${name} ($${ticker})`}`),
      distributed !== null && h('strong', null, amountFigure(distributed, 'payout')),
    ),
    h('p', { class: 'record-by muted' }, spoken('Asked for by '), names.key(keyId)),
    h('p', { class: 'record-when muted' }, ago(createdAt)),
    failure !== null && h('p', { class: 'record-note' }, foreign(failure.detail)),
  )
}
