import type { Static } from '@sinclair/typebox'
import type { FindingsResponse } from '../../src/features/operator/operator-view.ts'
import { type Child, foreign, h } from '../lib/dom.ts'
import { plural } from '../lib/format.ts'
import { keyedList } from '../lib/keyed-list.ts'
import { capital, card, foldEmpty, type OperatorPart, type PartTools, recordHeads } from './part.ts'

type Findings = Static<typeof FindingsResponse>
type ShownFinding = Findings['findings'][number]

const BADGES = { fail: 'badge-bad', warn: 'badge-warn', ok: 'badge-on' } as const
const WORDS = { fail: 'Does not work', warn: 'Worth a look', ok: 'Fine' } as const

/** What is wrong and has no part of its own; what is fine is folded. */
export function findingsPart({ session, clock }: PartTools): OperatorPart {
  const wrong = h('ul', { class: 'entries', role: 'list' })
  const fine = h('ul', { class: 'entries', role: 'list' })
  const summary = h('summary')
  const folded = h('details', { class: 'folded' }, summary, fine)
  const none = h('p', { class: 'muted' }, 'None.')
  const keyOf = ({ level, text }: ShownFinding) => `${level} ${text}`
  const wrongRows = keyedList(wrong, keyOf, row)
  const fineRows = keyedList(fine, keyOf, row)
  const heads = recordHeads('Check', 'State', 'What to do')
  const element = card('findings', 'Findings', none, folded, heads, wrong)
  let found: readonly ShownFinding[] = []
  let bad: readonly ShownFinding[] = []
  return {
    element,
    tally: () => ({ shown: bad.length, more: false, needsYou: true, mild: !bad.some(({ level }) => level === 'fail') }),
    settle(tallies) {
      bad = found.filter(({ of }) => of === undefined || (tallies[of]?.shown ?? 0) === 0)
      none.hidden = bad.length > 0
      heads.hidden = bad.length === 0
      foldEmpty(element, bad.length === 0)
      wrongRows.show(bad)
    },
    async refresh() {
      const answer = await session.ask<Findings>('/api/operator/findings')
      if (answer.kind !== 'ok') return false
      clock.learn(answer.body.at)
      found = answer.body.findings.filter(({ level }) => level !== 'ok')
      const well = answer.body.findings.filter(({ level }) => level === 'ok')
      fineRows.show(well)
      summary.textContent = `${plural(well.length, 'check')} fine`
      return true
    },
  }
}

const row = ({ level, text, fix }: ShownFinding): HTMLElement =>
  h(
    'li',
    { class: 'row record finding' },
    h('p', { class: 'record-what' }, h(level === 'ok' ? 'span' : 'strong', null, ...said(text))),
    h('p', { class: 'record-state' }, h('span', { class: `badge ${BADGES[level]}` }, WORDS[level])),
    fix !== null && h('p', { class: 'record-by muted' }, ...said(fix), ...importHere(fix)),
  )

/** Where a command imports the directory, the way to the same on this page. */
const importHere = (fix: string): Child[] => {
  if (!fix.includes('kols import')) return []
  const open = () => {
    const folded = document.querySelector<HTMLDetailsElement>('#directory > .folded')
    if (folded === null) return
    folded.open = true
    folded.scrollIntoView({ block: 'nearest' })
    folded.querySelector('summary')?.focus({ preventScroll: true })
  }
  return ['. Or here: ', h('button', { type: 'button', class: 'link-button', onclick: open }, 'Import a file'), '.']
}

/** A line of the doctor's as a sentence: with a capital, and what stands in backticks as code. */
const said = (text: string): HTMLElement[] =>
  capital(text)
    .split('`')
    .map((part, index) => (index % 2 === 1 ? h('code', null, part) : foreign(part)))
