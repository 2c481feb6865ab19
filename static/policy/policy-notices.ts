import type { Notice } from '../lib/signing/notices.ts'
import type { Failed } from '../lib/signing/signing-panel.ts'

/** Why a signature under a policy, or under its end, was not taken. */
export function policyRefused(failed: Failed): Notice {
  if (failed.kind === 'offline') {
    return {
      tone: 'error',
      title: 'No connection: the signature may not have arrived',
      text: 'Check your connection, and sign again. Signing twice does nothing twice.',
    }
  }
  const { code, detail, status, retryAfterSec } = failed
  if (code === 'approver_not_allowed') {
    return {
      tone: 'error',
      title: 'This wallet is not an approver',
      text: 'It is not on the operator’s list. Use another wallet, or ask the operator to list it.',
      brief: 'Use another wallet, or ask the operator to list it.',
    }
  }
  if (code === 'wallet_signature_invalid' || code === 'wallet_signature_used')
    return { tone: 'error', title: 'The service did not accept the signature', text: 'Sign again: the text now has a new time.' }
  if (status === 429) return { tone: 'warn', title: 'Too many attempts', text: `Wait ${retryAfterSec} seconds, then sign again.` }
  return { tone: 'error', title: 'The signature was refused', text: detail || 'The service gave no reason.' }
}
