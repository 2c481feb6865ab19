import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { fromBase64, toBase64 } from './bytes.ts'
import { Secret } from './secret.ts'

const VERSION = 'v1.'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts texts for the database. `id` binds a sealed text to its row: with another id it does not open. */
export interface SecretBox {
  seal(text: Secret<string>, id: string): string
  /** @throws Error with no secret in its text, when the key or the id differs or the text was changed */
  open(sealed: string, id: string): Secret<string>
}

/**
 * A secret box with a key of its own for each `purpose`: AES-256-GCM, key by HKDF-SHA-256, a fresh random nonce each time. What
 * `previousKey` sealed opens too.
 */
export function createSecretBox(secretKey: Secret<string>, purpose: string, previousKey: Secret<string> | null = null): SecretBox {
  const box = boxOf(secretKey, purpose)
  if (previousKey === null) return box
  const previous = boxOf(previousKey, purpose)
  return { seal: box.seal, open: (sealed, id) => (opens(box, sealed, id) ? box : previous).open(sealed, id) }
}

/** True where the box opens this text. */
export function opens(box: SecretBox, sealed: string, id: string): boolean {
  try {
    box.open(sealed, id)
    return true
  } catch {
    return false
  }
}

function boxOf(secretKey: Secret<string>, purpose: string): SecretBox {
  const key = new Secret(Buffer.from(hkdfSync('sha256', secretKey.reveal(), '', purpose, 32)))
  return {
    seal(text, id) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key.reveal(), nonce).setAAD(associated(id))
      const sealed = [nonce, cipher.update(text.reveal(), 'utf8'), cipher.final(), cipher.getAuthTag()]
      return VERSION + toBase64(Buffer.concat(sealed))
    },
    open(sealed, id) {
      try {
        const bytes = sealed.startsWith(VERSION) ? fromBase64(sealed.slice(VERSION.length)) : null
        if (!bytes || bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('not a sealed text')
        const decipher = createDecipheriv('aes-256-gcm', key.reveal(), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        decipher.setAAD(associated(id)).setAuthTag(bytes.subarray(-TAG_BYTES))
        const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
        return new Secret(text.toString('utf8'))
      } catch {
        // No cause: it could carry bytes of the text.
        throw new Error(`the sealed text of ${id} does not open: another SECRET_KEY, or changed`)
      }
    },
  }
}

const associated = (id: string): Buffer => Buffer.from(VERSION + id)

/** JSON sealed as a text for URLs; `kind` keeps a client's id from being read as a code. */
export const sealToken = (box: SecretBox, kind: string, value: unknown): string =>
  box
    .seal(new Secret(JSON.stringify(value)), kind)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/**
 * What was sealed, to be checked by who knows its schema: another version may have sealed it. Null for any text that this service did not
 * seal as this kind.
 */
export function openToken(box: SecretBox, kind: string, token: string): unknown {
  const base64 = token.slice(3).replaceAll('-', '+').replaceAll('_', '/')
  const padded = base64 + '='.repeat((4 - (base64.length % 4)) % 4)
  try {
    return JSON.parse(box.open(token.slice(0, 3) + padded, kind).reveal())
  } catch {
    return null
  }
}
