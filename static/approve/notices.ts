import type { Answer } from '../lib/api.ts'
import type { Notice } from '../lib/signing/notices.ts'
import type { VerdictKind } from './verdict.ts'

type FailedAnswer = Exclude<Answer<unknown>, { kind: 'ok' } | { kind: 'same' }>

const NOUNS = { approve: 'approval', reject: 'rejection' } as const

/** A rejection without a reason; said at the reason. */
export const NO_REASON: Notice = { tone: 'error', title: 'Say why', text: 'The agent can then make a better plan.' }

/** Why a verdict was not taken. `retry` = the same signature can be sent again. */
export function verdictRefused(failure: FailedAnswer, kind: VerdictKind): Notice & { readonly retry: boolean } {
  if (failure.kind === 'offline') {
    return {
      tone: 'error',
      title: 'No connection: it may not have arrived',
      text: `Your signature is kept on this page. Send the ${NOUNS[kind]} again when you are connected; sending it twice is safe.`,
      brief: 'Your signature is kept; sending twice is safe.',
      retry: true,
    }
  }
  const { status, code, detail, retryAfterSec } = failure
  if (code === 'approver_not_allowed' && detail.includes('launcher')) return { ...LAUNCHER_CONNECTED, retry: false }
  if (code === 'approver_not_allowed') {
    return {
      tone: 'error',
      title: `This wallet may not ${kind}`,
      text: 'It is not on the operator’s list of approvers. Use another wallet, or ask the operator to list it.',
      brief: 'Use another wallet, or ask the operator to list it.',
      retry: false,
    }
  }
  if (code === 'wallet_signature_used') {
    return { tone: 'warn', title: 'This signature was used already', text: 'Sign again; the text now has a new time.', retry: false }
  }
  if (code === 'wallet_signature_invalid') {
    return {
      tone: 'error',
      title: 'The service did not accept the signature',
      text: 'It was made more than five minutes ago, or not by this wallet. Sign again.',
      retry: false,
    }
  }
  if (status === 429) {
    return { tone: 'warn', title: 'Too many attempts', text: `Wait ${retryAfterSec} seconds, then send it again.`, retry: true }
  }
  if (status >= 500) {
    return {
      tone: 'error',
      title: `Your ${NOUNS[kind]} was not recorded`,
      text: 'The service has a problem. Nothing was launched by this. Your signature is kept on this page; send it again in a moment.',
      brief: 'Your signature is kept. Nothing was launched.',
      retry: true,
    }
  }
  return { tone: 'error', title: `The ${NOUNS[kind]} was refused`, text: detail || 'The service gave no reason.', retry: false }
}

/** Nothing is signed unseen. */
export const NO_PICTURE: Notice = {
  tone: 'error',
  title: 'The picture did not load',
  text: 'You can approve once you have seen it.',
}

/** The wallet that is connected is the one that will launch. */
export const LAUNCHER_CONNECTED: Notice = {
  tone: 'error',
  title: 'This is the launcher’s own wallet',
  text: 'The wallet that launches cannot approve its own launch. Connect another one.',
  brief: 'It cannot approve its own launch.',
}
