import type { SecretBox } from '../../lib/secret-box.ts'
import { Secret } from '../../lib/secret.ts'

/** JSON sealed as a text for URLs; `kind` keeps a client's id from being read as a code. */
export const sealToken = (box: SecretBox, kind: string, value: unknown): string =>
  box
    .seal(new Secret(JSON.stringify(value)), kind)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** What was sealed; null for any text that this service did not seal as this kind. */
export function openToken<Value>(box: SecretBox, kind: string, token: string): Value | null {
  const base64 = token.slice(3).replaceAll('-', '+').replaceAll('_', '/')
  const padded = base64 + '='.repeat((4 - (base64.length % 4)) % 4)
  try {
    return JSON.parse(box.open(token.slice(0, 3) + padded, kind).reveal()) as Value
  } catch {
    return null
  }
}
