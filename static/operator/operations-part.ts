import type { OperationView } from '../../src/features/operator/operator-view.ts'
import { alignedFigure } from '../lib/amount-figure.ts'
import { ago } from '../lib/coin-parts.ts'
import { fill, foreign, h } from '../lib/dom.ts'
import { failureWords } from '../lib/failure-words.ts'
import { shortText } from '../lib/format.ts'
import { coinPath, insideLink } from '../lib/links.ts'
import { createPagedList, type PagedList } from '../lib/paged-list.ts'
import { card, copyableId, foldEmpty, listPart, type OperatorPart, type PartTools, recordHeads } from './part.ts'

const PAGE_ROWS = 10

const STATES = {
  'under-way': 'Under way',
  unlocked: 'Not locked',
  failed: 'Failed',
  locked: 'Locked',
} as const

const NONE_WORDS: Readonly<Record<keyof typeof STATES, string>> = {
  'under-way': 'None under way.',
  unlocked: 'None that is not locked.',
  failed: 'None failed.',
  locked: 'None locked.',
}

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

const STUCK_FIRST = 'The service tries each one again by itself; never send it again by hand.'
const STUCK_HELP =
  'Look for “operation not settled yet” in the service’s log: that line says what is missing, mostly a node that does not answer. Once that is mended, the launch goes on. If the service is not running, start it.'

/** Launches: stuck ones on top, then those of a state that is chosen; where nothing is under way the states are folded. */
export function launchesPart(tools: PartTools): OperatorPart {
  const stuck = listOf(tools, 'kind=launch&state=stuck', 'None is stuck.')
  const title = h('h3', null, 'Stuck: under way for more than ten minutes')
  const stuckPart = h('div', { class: 'stuck', hidden: true }, title, h('p', { class: 'muted' }, STUCK_FIRST))
  let chosen: keyof typeof STATES = 'under-way'
  const listOfChosen = () => listOf(tools, `kind=launch&state=${chosen}`, NONE_WORDS[chosen], ({ stuck: isStuck }) => isStuck)
  let list = listOfChosen()
  const holder = h('div', null)
  /** One table: the stuck ones first, of all that are under way. */
  const showRows = () => fill(holder, heads(), chosen === 'under-way' && stuck.element, list.element)
  const states = stateChoices(chosen, (state) => {
    chosen = state
    list = listOfChosen()
    showRows()
    void list.refresh()
  })
  const none = h('p', { class: 'muted' }, NONE_WORDS['under-way'])
  const summary = h('summary', null, 'See all')
  const folded = h('details', { class: 'folded', open: true }, summary, states, holder)
  folded.addEventListener('toggle', () => void (none.hidden = folded.open))
  const element = card('launches', 'Launches', none, stuckPart, folded)
  const fold = (empty: boolean) => {
    foldEmpty(element, empty)
    // What somebody has opened stays open.
    if (summary.hidden === empty) folded.open = !empty
    summary.hidden = !empty
    none.hidden = folded.open
  }
  fold(false)
  showRows()
  return {
    element,
    tally: () => ({ ...stuck.count(), needsYou: true, mild: true }),
    async refresh() {
      const answers = await Promise.all([stuck.refresh(), list.refresh()])
      stuckPart.hidden = stuck.count().shown === 0
      stuck.element.hidden = stuckPart.hidden
      if (chosen === 'under-way') fold(stuck.count().shown === 0 && list.count().shown === 0)
      return answers.every(Boolean)
    },
  }
}

const heads = () => recordHeads('Coin', 'State', 'Key', 'Started')

const stuckHelp = () => h('details', { class: 'folded' }, h('summary', null, 'What to do'), h('p', { class: 'muted' }, STUCK_HELP))

function stateChoices(first: keyof typeof STATES, choose: (state: keyof typeof STATES) => void): HTMLElement {
  const choices = Object.entries(STATES).map(([value, title]) => {
    const onchange = () => choose(value as keyof typeof STATES)
    const radio = h('input', { type: 'radio', name: 'launch-state', value, checked: value === first, onchange })
    return h('label', { class: 'range' }, radio, h('span', null, title))
  })
  return h('fieldset', { class: 'ranges' }, h('legend', { class: 'spoken' }, 'State'), ...choices)
}

/** Distributions that the operator’s wallet or a caller paid for, failed ones too. */
export const cranksPart = (tools: PartTools): OperatorPart =>
  listPart({ id: 'cranks', title: 'Distributions' }, listOf(tools, 'kind=crank', 'No distribution yet.'), heads())

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
    { class: `row record ${stuck ? 'opens-row' : ''}` },
    h(
      'div',
      { class: 'record-what' },
      h('p', null, h('strong', null, name === null ? names.coin(mint) : insideLink(coinPath(mint), {}, foreign(`${name} ($${ticker})`)))),
      copyableId(operationId, `the id of the operation on ${name === null ? shortText(mint) : `${name} ($${ticker})`}`),
    ),
    h(
      'p',
      { class: 'record-state' },
      h('span', { class: `badge ${look}` }, stuck ? `Stuck: ${STATE_WORDS[state]}` : STATE_WORDS[state]),
      distributed !== null && h('strong', null, alignedFigure(distributed, 'payout')),
    ),
    h('p', { class: 'record-by muted' }, h('span', { class: 'record-label' }, 'Key: '), names.key(keyId)),
    h('p', { class: 'record-when muted' }, ago(createdAt)),
    stuck && stuckHelp(),
    failure !== null && h('p', { class: 'record-note' }, ...failureWords(failure.detail)),
  )
}
