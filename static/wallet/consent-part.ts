import type { ConsentAnswer } from '../../src/features/consents/consent-view.ts'
import { ask } from '../lib/api.ts'
import { type Child, fill, h } from '../lib/dom.ts'
import { plural } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { createSigningPanel } from '../lib/signing/signing-panel.ts'
import { action } from '../lib/signing/wallet-steps.ts'
import { createToOwner } from '../lib/to-owner.ts'
import { choiceForm } from './consent-form.ts'
import { anotherWallet, consentRefused, isAgreed, meansForPlan, partsInWords, planFacts, saidWords, signLabel } from './consent-words.ts'

/** What a wallet said of taking part, the plans that name it, and the way to say it. */
export interface ConsentPart {
  /** Whether plans that are not launched yet wait for the answer: then it stands above everything. */
  isAsked(): boolean
  /** Whether it stands below the figures: there is an answer that nobody asked for again. */
  isAnswered(): boolean
  readonly element: HTMLElement
  refresh(): Promise<boolean>
}

/** Builds the part of this wallet, empty until it is refreshed. */
export function createConsentPart(wallet: string, clock: ServerClock): ConsentPart {
  const path = `/api/consents/${encodeURIComponent(wallet)}`
  const notice = h('section', { class: 'notice consent-named', 'aria-labelledby': 'named', hidden: true })
  const heading = h('h2', null, ASKED)
  const said = h('p', { class: 'consent-said', role: 'status', tabindex: '-1' })
  const form = choiceForm(wallet)
  /** What came last, who signed it here, and whether they want to sign another answer. */
  let last: ConsentAnswer | null = null
  let mine = false
  let changing = false
  /** The wallet of the page is connected, or was. */
  let isOwner = false
  const owned = () => {
    isOwner = true
    if (last) show(last)
  }
  const panel = answerPanel(wallet, clock, form, {
    owned,
    done: (answer) => {
      mine = true
      changing = false
      show(answer)
      panel.again()
      // From the top of the page, where it says whose answer it is.
      said.focus({ preventScroll: true })
      scrollTo(0, 0)
    },
  })
  form.changed = panel.renew
  const change = () => {
    changing = true
    if (last) show(last)
    panel.element.focus()
  }
  const toChange = action('Change the answer', change, { class: 'link-button', hidden: true })
  const canSign = !wallet.startsWith('0x')
  const signing = canSign ? panel.element : h('p', { class: 'muted' }, EVM)

  const show = (answer: ConsentAnswer): void => {
    const { consent, named } = answer
    const isOpen = named.length > 0 || consent !== null
    const next = !isOpen ? 'folded' : consent === null ? 'asked' : 'answered'
    if (next !== shape) fill(element, ...parts[next])
    shape = next
    last = answer
    toOwner.name(isOwner ? YOURS : OWNED, !isOpen)
    element.hidden = !isOpen && !toOwner.isOpen()
    heading.textContent = !isOpen
      ? isOwner
        ? YOURS
        : OWNED
      : consent === null
        ? ASKED
        : mine
          ? 'Your answer'
          : 'The answer of this wallet'
    answered.hidden = consent === null
    answered.className = `result ${consent?.choice === 'never' ? 'result-off' : 'result-on'} consent-answer`
    fill(mark, consent && icon(consent.choice === 'never' ? 'cross' : 'check'))
    fill(said, ...saidWords(consent, mine), ...whatIsNext(answer, mine))
    toChange.hidden = consent === null || changing || !canSign
    signing.hidden = canSign && consent !== null && !changing
    fill(notice, ...namedParts(answer, clock.nowMs()))
    notice.hidden = named.length === 0
    form.offer(named.map(({ agent }) => agent))
  }
  /** What was signed, and in its row the way to another answer. */
  const mark = h('span')
  const answered = h('div', null, mark, said, toChange)
  const body = h('div', { class: 'consent-body' }, answered, signing)
  const element = h('section', { class: 'card own-figures consent', hidden: true })
  /** A question that nobody asks now stands there for whoever presses the button in the head. */
  const toOwner = createToOwner((isOpen) => {
    element.hidden = !isOpen
    if (isOpen) panel.element.focus({ preventScroll: true })
  })
  /** An answer comes before the plans that asked for it, and these before the question. */
  const parts = { folded: [heading, body], asked: [heading, notice, body], answered: [heading, body, notice] } as const
  let shape: keyof typeof parts | null = null
  return {
    isAsked: () => !notice.hidden,
    isAnswered: () => shape === 'answered' && notice.hidden === true,
    element,
    async refresh() {
      const answer = await ask<ConsentAnswer>(path)
      if (answer.kind === 'ok') show(answer.body)
      return answer.kind === 'ok'
    },
  }
}

const ASKED = 'Do you take part?'
/** The same where no plan asks it: a stranger reads first whom it is for. */
const OWNED = 'Is this your wallet?'
const YOURS = 'Your wallet'
const EVM = 'A wallet on Base says what the Solana wallet of the same profile signs: open the page of that one.'

/** The steps to a signed answer. */
const answerPanel = (
  wallet: string,
  clock: ServerClock,
  form: ReturnType<typeof choiceForm>,
  { owned, done }: { readonly owned: () => void; readonly done: (answer: ConsentAnswer) => void },
) =>
  createSigningPanel<ConsentAnswer>(clock, {
    connect: 'Connect this wallet to say whether agents may name it in their plans. You sign once; nothing is spent.',
    button: () => (form.misspelled() ? 'Correct the agent id to sign' : signLabel(form.choice())),
    parts: () => {
      owned()
      return [form.element]
    },
    bar: 'signing',
    means: 'Your signature answers for this wallet, on this site alone. It spends nothing.',
    text: (address, timestamp) =>
      `svc-consent:${document.documentElement.dataset['host']}:${address}:${form.choice()}:${form.agents().join('+') || '-'}:${timestamp}`,
    reads: (timestamp) => partsInWords(form.choice(), timestamp),
    shown: wallet,
    stranger: (address) => (address === wallet ? null : anotherWallet(wallet)),
    blocked: () => form.problem(),
    mend: () => form.mend(),
    send: (headers) =>
      ask('/api/consents', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ choice: form.choice(), ...(form.choice() === 'only' ? { agents: form.agents() } : {}) }),
      }),
    done,
    refused: consentRefused,
  })

/** What comes of an answer that was signed just now. */
const whatIsNext = ({ consent, named }: ConsentAnswer, mine: boolean): Child[] =>
  mine && consent !== null && named.some((plan) => isAgreed(consent, plan))
    ? [` Whoever approves ${named.length === 1 ? 'the plan' : 'a plan'} below sees it: you may close this page.`]
    : []

function namedParts({ named, consent }: ConsentAnswer, nowMs: number): Child[] {
  const [only, ...others] = named
  const heading = `${plural(named.length, 'plan')} that ${named.length === 1 ? 'is' : 'are'} not launched yet would pay this wallet`
  const isOne = others.length === 0
  const facts = (plan: ConsentAnswer['named'][number]) =>
    // That the only plan is agreed to, the answer above says already.
    planFacts(plan, nowMs, consent && !(isOne && isAgreed(consent, plan)) ? meansForPlan(consent, plan) : null)
  return [
    h('h3', { id: 'named' }, heading),
    only && isOne ? facts(only) : h('ul', { class: 'consent-plans', role: 'list' }, ...named.map((plan) => h('li', null, facts(plan)))),
  ]
}
