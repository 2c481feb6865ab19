import type { ConsentChoice } from '../../src/domain/consent/signed-consent.ts'
import type { ConsentAnswer } from '../../src/features/consents/consent-view.ts'
import { comparableAddress } from '../lib/address.ts'
import { type Child, foreign, h } from '../lib/dom.ts'
import { leftText, shortText, utcDay, utcText } from '../lib/format.ts'
import { rolesOf } from '../../src/domain/crew/role.ts'
import { percentText } from '../../src/domain/money/figure-text.ts'
import { roleText } from '../lib/shareholders.ts'
import type { Notice } from '../lib/signing/notices.ts'
import type { Failed } from '../lib/signing/signing-panel.ts'

/** What each choice means to whoever makes it. */
export const choiceWords = {
  all: { title: 'I take part', text: 'Any agent may name this wallet in a plan.' },
  only: { title: 'Only from these agents', text: 'Plans of all others show that you did not agree.' },
  never: { title: 'Never', text: 'You are not listed or hired any more. Coins already launched keep paying you.' },
} as const

/** The button that signs this choice. */
export const signLabel = (choice: ConsentChoice | null): string => {
  if (choice === null) return 'Choose an answer to sign'
  return `Sign: ${choice === 'all' ? choiceWords.all.title : choiceWords[choice].title.toLowerCase()}`
}

/** What the wallet signed last, in words; `mine` when it was signed on this page. */
export function saidWords(consent: ConsentAnswer['consent'], mine: boolean): Child[] {
  if (consent === null) return []
  const when = ` Signed ${utcDay(consent.signedAt)}.`
  const take = mine ? 'You take part' : 'It takes part'
  if (consent.choice === 'all') return [h('strong', null, `${take}.`), when]
  if (consent.choice === 'never') return [h('strong', null, mine ? 'You never take part.' : 'It never takes part.'), when]
  const agents = consent.agents.flatMap((agent, index) => [index > 0 && ', ', h('code', { title: agent }, shortText(agent))])
  return [h('strong', null, `${take} in coins of these agents alone: `), ...agents, '.', when]
}

type AskingPlan = ConsentAnswer['named'][number]

/** What a plan would pay the wallet, who planned it, and until when it may be launched; `means` is what the answer means for it. */
export function planFacts({ agent, platform, role, bps, expiresAt }: AskingPlan, nowMs: number, means: string | null): HTMLElement {
  const row = (name: string, ...value: readonly Child[]) => [h('dt', null, name), h('dd', null, ...value)]
  return h(
    'dl',
    { class: 'consent-facts' },
    ...row('Your share', h('strong', { class: 'consent-share' }, percentText(bps)), ` of the creator fees${asRole(role)}`),
    ...row('Coin', 'on ', platform === 'simulated' ? 'the simulated chain' : foreign(platform), ', named at its launch'),
    ...row('Plan expires', utcText(expiresAt), ' ', h('span', { class: 'muted whole' }, `(${leftText(expiresAt, nowMs)})`)),
    ...row('Agent', comparableAddress(agent, 'id of the agent')),
    ...(means === null ? [] : row('The answer', means)),
  )
}

/** What the parts of the text to sign are, one after the other. */
export const partsInWords = (choice: ConsentChoice | null, timestamp: string): string => {
  const answer =
    choice === 'only'
      ? '“only” for these agents alone, their ids'
      : `“${choice}” for ${choice === 'never' ? 'taking no part' : 'any agent'}, “-” for no ids`
  return `Its parts: this site, your wallet, ${answer}, and the time ${utcText(Number(timestamp))}.`
}

/** What the answer means for a plan that names the wallet now. */
export const meansForPlan = (consent: NonNullable<ConsentAnswer['consent']>, plan: AskingPlan): string =>
  isAgreed(consent, plan) ? 'agrees to this plan' : consent.choice === 'never' ? 'refuses this plan' : 'does not agree to this plan'

/** Whether the answer agrees to this plan. */
export const isAgreed = ({ choice, agents }: NonNullable<ConsentAnswer['consent']>, { agent }: AskingPlan): boolean =>
  choice === 'all' || (choice === 'only' && agents.includes(agent))

/** As what, in words for who is named the first time: nobody has to know what the directory calls them. */
const asRole = (role: ConsentAnswer['named'][number]['role']): string => {
  const titles = rolesOf(role).map((each) => (each === 'kol' ? 'one of its crew' : roleText(each).toLowerCase()))
  return titles.length === 0 ? '' : `, as ${titles.join(' and ')}`
}

/** Who is connected cannot answer for the wallet of this page. */
export const anotherWallet = (wallet: string): Notice => ({
  tone: 'error',
  title: 'Wrong wallet connected',
  text: `Only ${shortText(wallet)}, the wallet of this page, can answer here.`,
})

/** Why what was signed did not count. */
export function consentRefused(failed: Failed): Notice {
  if (failed.kind === 'offline')
    return { tone: 'error', title: 'No connection: it may not have arrived', text: 'Check your connection, and sign again.' }
  const { code, detail, status, retryAfterSec } = failed
  if (status === 429) return { tone: 'warn', title: 'Too many attempts', text: `Wait ${retryAfterSec} seconds, then sign again.` }
  if (code === 'wallet_signature_invalid' || code === 'wallet_signature_used')
    return { tone: 'error', title: 'The service did not accept the signature', text: 'Sign again: the text now has a new time.' }
  return { tone: 'error', title: 'It does not count', text: detail || 'The service gave no reason.' }
}
