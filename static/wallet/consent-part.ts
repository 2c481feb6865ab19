import type { ConsentAnswer } from '../../src/features/consents/consent-view.ts'
import type { ConsentChoice } from '../../src/domain/consent/signed-consent.ts'
import { percentText } from '../../src/domain/money/figure-text.ts'
import { ask } from '../lib/api.ts'
import { type Child, fill, foreign, h } from '../lib/dom.ts'
import { utcText, plural, shortText } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { createSigningPanel } from '../lib/signing/signing-panel.ts'
import { roleText } from '../lib/shareholders.ts'
import { consentRefused, choiceWords, saidWords } from './consent-words.ts'

/** What a wallet said of taking part, the plans that name it, and the way to say it. */
export interface ConsentPart {
  /** Stands above everything: plans that are not launched yet. */
  readonly notice: HTMLElement
  readonly element: HTMLElement
  refresh(): Promise<boolean>
}

/** Builds the part of this wallet, empty until it is refreshed. */
export function createConsentPart(wallet: string, clock: ServerClock): ConsentPart {
  const path = `/api/consents/${encodeURIComponent(wallet)}`
  const notice = h('section', { class: 'card notice notice-warn', 'aria-labelledby': 'named', hidden: true })
  const said = h('p', { class: 'consent-said', role: 'status', tabindex: '-1' })
  const form = choiceForm(wallet)
  const panel = createSigningPanel<ConsentAnswer>(clock, {
    connect: 'To answer, or to change an answer, connect this wallet and sign once. Nothing is spent.',
    button: 'Sign it',
    parts: () => [form.element],
    text: (address, timestamp) =>
      `svc-consent:${document.documentElement.dataset['host']}:${address}:${form.choice()}:${form.agents().join('+') || '-'}:${timestamp}`,
    blocked: (address) => (address !== wallet ? 'This is another wallet than the one of this page.' : form.problem()),
    send: (headers) =>
      ask('/api/consents', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ choice: form.choice(), ...(form.choice() === 'only' ? { agents: form.agents() } : {}) }),
      }),
    done(answer) {
      show(answer)
      panel.again()
      said.focus()
    },
    refused: consentRefused,
  })
  form.changed = panel.renew

  const show = ({ consent, named }: ConsentAnswer): void => {
    fill(said, ...saidWords(consent))
    const answered = isAnswered(consent, named)
    fill(notice, ...namedParts(named, answered))
    notice.classList.toggle('notice-warn', !answered)
    element.classList.toggle('is-answered', consent !== null)
    notice.hidden = named.length === 0
    form.offer(named.map(({ agent }) => agent))
  }
  const element = h(
    'details',
    { class: 'card folded own-figures consent' },
    h('summary', null, h('h2', null, 'Do you take part? Confirm with this wallet')),
    said,
    wallet.startsWith('0x') ? h('p', { class: 'muted' }, EVM) : panel.element,
  )
  return {
    notice,
    element,
    async refresh() {
      const answer = await ask<ConsentAnswer>(path)
      if (answer.kind === 'ok') show(answer.body)
      return answer.kind === 'ok'
    },
  }
}

const EVM = 'A wallet on Base says what the Solana wallet of the same profile signs: open the page of that one.'

/** Whether what the wallet signed says yes or no to each of these plans: one who named agents has not spoken of the others. */
const isAnswered = (consent: ConsentAnswer['consent'], named: ConsentAnswer['named']): boolean =>
  consent !== null && (consent.choice !== 'only' || named.every(({ agent }) => consent.agents.includes(agent)))

function namedParts(named: ConsentAnswer['named'], answered: boolean): Child[] {
  const plan = ({ agent, platform, role, bps, expiresAt }: ConsentAnswer['named'][number]) =>
    h(
      'li',
      null,
      percentText(bps),
      ` of the creator fees as ${roleText(role)} on `,
      foreign(platform),
      ', by the agent ',
      h('code', { title: agent }, shortText(agent)),
      `, until ${utcText(expiresAt)}`,
    )
  return [
    h(
      'h2',
      { id: 'named' },
      icon(answered ? 'check' : 'warn'),
      `${plural(named.length, 'plan')} that ${named.length === 1 ? 'is' : 'are'} not launched yet would pay this wallet`,
    ),
    h('ul', { class: 'warnings' }, ...named.map(plan)),
    h(
      'p',
      null,
      answered
        ? 'The coin is not named before its launch. You have answered; below you can sign another answer.'
        : 'The coin is not named before its launch. Say below whether you take part.',
    ),
  ]
}

const AGENT = /^[0-9a-f]{32}$/
const CALLED = 'An agent is called by 32 letters and digits: it tells you, and plans that name you have it.'
const MISSPELLED = 'An agent is called by 32 letters and digits, a to f and 0 to 9.'

/** The three choices, and the agents of the third. */
function choiceForm(wallet: string) {
  const agentsField = h('textarea', { id: `agents-${wallet}`, rows: '2', spellcheck: 'false', 'aria-describedby': `agents-note-${wallet}` })
  const agentsNote = h('p', { id: `agents-note-${wallet}` })
  const agentsLabel = h('label', { for: agentsField.id }, 'Agents, one a line')
  /** A box for each agent that asks now. */
  const known = h('div', { class: 'consent-known', hidden: true })
  const boxes = new Map<string, HTMLInputElement>()
  const agentsBox = h('div', { class: 'reason', hidden: true }, known, agentsLabel, agentsField, agentsNote)
  let choice: ConsentChoice = 'all'
  const ticked = () => [...boxes].flatMap(([agent, { checked }]) => (checked ? [agent] : []))
  const form = {
    changed: () => {},
    choice: () => choice,
    agents: (): readonly string[] =>
      choice === 'only' ? [...new Set([...ticked(), ...(agentsField.value.toLowerCase().match(/\S+/g) ?? [])])].toSorted() : [],
    problem(): string | null {
      const agents = form.agents()
      const wrong = agents.some((agent) => !AGENT.test(agent))
      agentsField.setAttribute('aria-invalid', String(wrong))
      agentsNote.className = wrong ? 'field-wrong' : 'muted'
      agentsNote.textContent = wrong ? MISSPELLED : CALLED
      if (choice === 'only' && agents.length === 0) return 'Name an agent.'
      if (agents.length > 8) return 'Name eight agents at most.'
      return wrong ? 'Correct the agents first.' : null
    },
    offer(agents: readonly string[]) {
      for (const agent of new Set(agents)) {
        if (boxes.has(agent)) continue
        const box = h('input', { type: 'checkbox', checked: true, onchange: () => form.changed() })
        boxes.set(agent, box)
        known.append(h('label', null, box, h('span', null, 'The agent that asks now, ', h('code', { title: agent }, shortText(agent)))))
      }
      known.hidden = boxes.size === 0
      if (boxes.size > 0) agentsLabel.textContent = 'Other agents, one a line'
    },
    element: h('fieldset', { class: 'consent-choices' }),
  }
  const radios = (['all', 'only', 'never'] as const).map((value) => {
    const input = h('input', { type: 'radio', name: 'consent', id: `consent-${value}`, value, checked: value === choice })
    input.addEventListener('change', () => {
      choice = value
      agentsBox.hidden = value !== 'only'
      form.changed()
    })
    const { title, text } = choiceWords[value]
    return h(
      'label',
      { class: 'consent-choice', for: input.id },
      input,
      h('span', null, h('strong', null, title), h('span', { class: 'muted' }, text)),
    )
  })
  agentsField.addEventListener('input', () => form.changed())
  fill(form.element, h('legend', null, 'What do you say?'), ...radios, agentsBox)
  return form
}
