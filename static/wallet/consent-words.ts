import type { ConsentAnswer } from '../../src/features/consents/consent-view.ts'
import { type Child, h } from '../lib/dom.ts'
import { shortText, utcText } from '../lib/format.ts'
import type { Notice } from '../lib/signing/notices.ts'
import type { Failed } from '../lib/signing/signing-panel.ts'

/** What each choice means to whoever makes it. */
export const choiceWords = {
  all: { title: 'I take part', text: 'Any agent may name this wallet in a plan.' },
  only: { title: 'Only from these agents', text: 'Plans of all others show that you did not agree.' },
  never: { title: 'Never', text: 'You leave the directory and are hired no more. What was launched goes on paying you.' },
} as const

/** What the wallet signed last, in words. */
export function saidWords(consent: ConsentAnswer['consent']): Child[] {
  if (consent === null) return ['This wallet has not said whether it takes part.']
  const when = ` Signed on ${utcText(consent.signedAt)}.`
  if (consent.choice !== 'only') return [h('strong', null, consent.choice === 'all' ? 'It takes part.' : 'It never takes part.'), when]
  const agents = consent.agents.flatMap((agent, index) => [index > 0 && ', ', h('code', { title: agent }, shortText(agent))])
  return [h('strong', null, 'It takes part in coins of these agents alone: '), ...agents, '.', when]
}

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
