import type { EntryBodies, EntryKind } from './receipt-text.ts'

/** What was looked at, and what was found, in a sentence. */
export interface Check {
  readonly name: 'form' | 'chain' | 'plan' | 'approvals' | 'policy' | 'split' | 'remits' | 'head' | 'key'
  readonly ok: boolean
  readonly text: string
}

/** What a receipt holds: the bodies of each kind. */
export type ReceiptFacts = { readonly [Kind in EntryKind]: readonly EntryBodies[Kind][] }
