import { canonicalJson } from '../../lib/canonical-json.ts'
import type { PublicJwk } from '../a2a/public-jwk.ts'
import type { ReceiptHead } from './receipt-head.ts'

/** What a receipt tells of, in the order of its entries. */
export const ENTRY_KINDS = ['coin', 'plan', 'approval', 'policy', 'transaction', 'split', 'remit'] as const

/** One of ENTRY_KINDS. */
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** A wallet and its part of all creator fees, in basis points. */
export interface ReceiptShare {
  readonly wallet: string
  readonly bps: number
}

/** What an entry of each kind says. */
export interface EntryBodies {
  readonly coin: {
    readonly service: string
    readonly mint: string
    readonly platform: string
    readonly chainId: string
    readonly launcher: string
    readonly launchedAt: string
  }
  /** `hashed` is what planHash is the SHA-256 of, in its canonical form; null where an earlier version hashed what is not public. */
  readonly plan: { readonly dryRunId: string | null; readonly planHash: string; readonly hashed: unknown }
  /** `message` is what was signed, in base64; null with its signature where an earlier version kept neither. */
  readonly approval: {
    readonly wallet: string
    readonly at: string
    readonly message: string | null
    readonly signature: string | null
  }
  /** What stood for approvals of the plan: `hash` is of `text`, and each message ends with the text and a time, or is its typed data. */
  readonly policy: {
    readonly hash: string
    readonly text: string
    readonly signatures: readonly { readonly wallet: string; readonly at: string; readonly message: string; readonly signature: string }[]
  }
  readonly transaction: { readonly steps: readonly string[]; readonly signature: string; readonly height: number }
  /** As it was read from the chain when it was locked; planned, where it is not. `asPlanned`: the plan named all of it. */
  readonly split: { readonly locked: boolean; readonly asPlanned: boolean; readonly shareholders: readonly ReceiptShare[] }
  readonly remit: {
    readonly wallet: string
    readonly amount: string
    readonly currency: string
    readonly signature: string
    readonly height: number
    readonly at: string
  }
}

/** An entry before it is chained. */
export type ReceiptBody = { readonly [Kind in EntryKind]: { readonly kind: Kind; readonly body: EntryBodies[Kind] } }[EntryKind]

/** `hash` is the SHA-256 of the canonical JSON of the other members. */
export type ReceiptEntry = ReceiptBody & { readonly previous: string; readonly hash: string }

/** A signature as RFC 7515 flattens it; the payload is the canonical JSON of the head. */
export interface HeadSignature {
  readonly protected: string
  readonly signature: string
}

/** A receipt without its entries. */
export interface ReceiptTail {
  readonly head: ReceiptHead
  readonly keys: readonly PublicJwk[]
  readonly signature: HeadSignature
}

/** What the first entry comes after. */
export const NO_HASH = '0'.repeat(64)

/** The line that a receipt begins with; each entry has a line of its own, and the last line begins with LAST_LINE. */
export const FIRST_LINE = '{"entries":['
/** What the last line begins with. */
export const LAST_LINE = '],'

/** The entries, each with the hash of the one before. */
export function chained(bodies: readonly ReceiptBody[], sha256Hex: (text: string) => string): ReceiptEntry[] {
  let previous = NO_HASH
  return bodies.map((body) => {
    const entry = { ...body, previous }
    previous = sha256Hex(canonicalJson(entry))
    return { ...entry, hash: previous }
  })
}

/** The one text of a receipt: JSON with a line for each entry, every line in its canonical form. */
export const receiptText = (entries: readonly ReceiptEntry[], tail: ReceiptTail): string =>
  [FIRST_LINE, entries.map(canonicalJson).join(',\n'), `${LAST_LINE}${canonicalJson(tail).slice(1)}`].join('\n')
