import { sha256Hex } from '../../lib/bytes.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { iso } from '../json.ts'
import type { OperatorAct } from './operator-act.ts'

/** A place in the chain of entries: how many came up to it, and the hash that covers them all. */
export interface ChainPoint {
  readonly number: number
  readonly hash: string
}

/** An entry in its place. */
export type ChainedAct = OperatorAct & ChainPoint

/** Where the entries that are kept begin, after those that were deleted for their age, and where they end. */
export interface ChainEnds {
  readonly kept: ChainPoint
  readonly last: ChainPoint
}

/** The place of an entry that follows another. Its hash is SHA-256 of the hash before, a line feed, and the entry as canonical JSON. */
export function pointAfter(before: ChainPoint, { id, kind, by, subject, detail, atMs }: OperatorAct): ChainPoint {
  const number = before.number + 1
  const name = by.name === undefined ? {} : { name: by.name }
  const entry = canonicalJson({ number, id, kind, by: by.way, address: by.address, ...name, subject, detail, at: iso(atMs) })
  return { number, hash: sha256Hex(`${before.hash}\n${entry}`) }
}
