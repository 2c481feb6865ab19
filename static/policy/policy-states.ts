import type { PolicyView } from '../../src/features/policies/policy-view.ts'

/** What a policy is now, in words. */
export const STATE_WORDS: Readonly<Record<PolicyView['state'], { readonly title: string; readonly text: string }>> = {
  waiting: { title: 'Waits for signatures', text: 'It allows nothing yet.' },
  early: { title: 'Signed, begins later', text: 'Launches inside it need no approval once it begins.' },
  allowing: { title: 'Signed', text: 'Launches inside it need no approval.' },
  over: { title: 'Over', text: 'Its time has passed: it allows nothing any more.' },
  revoked: { title: 'Revoked', text: 'It allows nothing any more, and cannot be signed again. Ask for a new one.' },
  altered: { title: 'Altered', text: 'What is stored is not what was signed. It allows nothing: tell the operator.' },
}

/** It was signed, and allows nothing any more. */
export const hasEnded = (state: PolicyView['state']): boolean => state === 'revoked' || state === 'altered' || state === 'over'

/** Where the policy stands among all: what was spent under it. */
export const policiesPath = (hash: string): `/${string}` => `/policies#${hash}`
