import { canonicalJson } from '../../lib/canonical-json.ts'
import { ENTRY_KINDS, type ReceiptEntry } from './receipt-text.ts'

/** The entry of a line; null when the line is not in its one form. */
export function readEntry(line: string): ReceiptEntry | null {
  let entry: unknown
  try {
    entry = JSON.parse(line)
  } catch {
    return null
  }
  if (typeof entry !== 'object' || entry === null || canonicalJson(entry) !== line) return null
  const { kind, previous, hash, body, ...rest } = entry as Partial<ReceiptEntry>
  const known = ENTRY_KINDS.includes(kind as ReceiptEntry['kind']) && typeof body === 'object' && body !== null
  const texts = [previous, hash].every((text) => typeof text === 'string')
  return known && texts && Object.keys(rest).length === 0 ? (entry as ReceiptEntry) : null
}

/** The text that the entry's hash is of. */
export const hashedText = ({ kind, previous, body }: ReceiptEntry): string => canonicalJson({ body, kind, previous })
