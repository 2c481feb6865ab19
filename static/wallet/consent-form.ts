import type { ConsentChoice } from '../../src/domain/consent/signed-consent.ts'
import { fill, foreign, h } from '../lib/dom.ts'
import { shortText } from '../lib/format.ts'
import { choiceWords } from './consent-words.ts'

const AGENT = /^[0-9a-f]{32}$/
const CALLED = '32 characters each, a space or a line between two. A plan above shows the id of its agent.'
const noAgent = (agent: string) => [foreign(`“${agent}”`), ' is not an agent id: 32 characters, a to f and 0 to 9.']

/** The three choices, of which none is made for anybody, and the agents of the second inside it. */
export function choiceForm(wallet: string) {
  const agentsField = h('textarea', {
    id: `agents-${wallet}`,
    rows: '1',
    placeholder: 'a68421d4…',
    spellcheck: 'false',
    'aria-describedby': `agents-note-${wallet}`,
  })
  const agentsNote = h('p', { id: `agents-note-${wallet}` })
  const agentsLabel = h('label', { for: agentsField.id }, 'Agent ids')
  /** A box for each agent that asks now. */
  const known = h('div', { class: 'consent-known', hidden: true })
  const boxes = new Map<string, HTMLInputElement>()
  const agentsBox = h('div', { class: 'reason', hidden: true }, known, agentsLabel, agentsField, agentsNote)
  let choice: ConsentChoice | null = null
  const ticked = () => [...boxes].flatMap(([agent, { checked }]) => (checked ? [agent] : []))
  const form = {
    changed: () => {},
    choice: () => choice,
    agents: (): readonly string[] =>
      choice === 'only' ? [...new Set([...ticked(), ...(agentsField.value.toLowerCase().match(/[^\s,;]+/g) ?? [])])].toSorted() : [],
    /** An agent that is none. */
    misspelled: (): string | undefined => form.agents().find((agent) => !AGENT.test(agent)),
    problem(): string | null {
      const agents = form.agents()
      const wrong = form.misspelled()
      agentsField.setAttribute('aria-invalid', String(wrong !== undefined))
      agentsNote.className = wrong === undefined ? 'muted' : 'field-wrong'
      fill(agentsNote, ...(wrong === undefined ? [CALLED] : noAgent(wrong)))
      if (choice === null) return 'Choose an answer first.'
      if (choice === 'only' && agents.length === 0) return 'Name an agent.'
      if (agents.length > 8) return 'Name eight agents at most.'
      return wrong === undefined ? null : 'Correct the agents first.'
    },
    offer(agents: readonly string[]) {
      for (const agent of new Set(agents)) {
        if (boxes.has(agent)) continue
        const box = h('input', { type: 'checkbox', checked: true, onchange: () => form.changed() })
        boxes.set(agent, box)
        known.append(h('label', null, box, h('span', null, 'The agent that asks now, ', h('code', { title: agent }, shortText(agent)))))
      }
      known.hidden = boxes.size === 0
      if (boxes.size > 0) agentsLabel.textContent = 'Other agent ids'
    },
    /** To what is missing or wrong. */
    mend(): void {
      const field = choice === 'only' ? agentsField : form.element.querySelector('input')
      field?.focus({ preventScroll: true })
      field?.closest('.consent-choice')?.scrollIntoView({ block: 'center' })
    },
    element: h('fieldset', { class: 'consent-choices' }),
  }
  const choose = (value: ConsentChoice) => {
    choice = value
    agentsBox.hidden = value !== 'only'
    form.changed()
  }
  agentsField.addEventListener('input', () => {
    form.changed()
    // The field and what is wrong with it, also where a phone's keyboard covers half of the page.
    if (form.misspelled()) agentsBox.scrollIntoView({ block: 'nearest' })
  })
  // A keyboard, or a phone that is turned, leaves less of the page.
  addEventListener('resize', () => form.misspelled() && agentsBox.scrollIntoView({ block: 'nearest' }))
  const cards = CHOICES.map((value) => choiceCard(value, { choose, inside: value === 'only' ? agentsBox : null }))
  fill(form.element, h('legend', { class: 'spoken' }, 'What do you say?'), ...cards)
  return form
}

const CHOICES = ['all', 'only', 'never'] as const

/** One choice, and what it asks for once it is made. */
function choiceCard(
  value: ConsentChoice,
  { choose, inside }: { readonly choose: (value: ConsentChoice) => void; readonly inside: HTMLElement | null },
): HTMLElement {
  const input = h('input', { type: 'radio', name: 'consent', id: `consent-${value}`, value, onchange: () => choose(value) })
  const { title, text } = choiceWords[value]
  const words = h('span', null, h('strong', null, title), h('span', { class: 'muted' }, text))
  return h('div', { class: 'consent-choice' }, h('label', { for: input.id }, input, words), inside)
}
