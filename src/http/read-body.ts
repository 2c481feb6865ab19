import { AppError, invalidFields } from '../domain/errors.ts'
import { LIMITS } from '../domain/limits.ts'

/** Field names that can only be meant for a secret, written without case, dashes and underscores. */
const SECRET_FIELDS = new Set(['launcherkey', 'privatekey', 'secretkey', 'mnemonic', 'seed', 'seedphrase', 'launchersecret'])

const DEPTH_MAX = 32

/**
 * The JSON object of a request's body; undefined when there is none.
 *
 * @throws AppError validation_invalid for anything but an object | body_too_large (more than 8 MB is never held) | body_not_json | secret_in_body
 */
export async function readBody(request: Request): Promise<unknown> {
  const text = await readText(request)
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AppError('body_not_json', {}, { fields: [{ path: '', message: 'is not valid JSON' }] })
  }
  // Elysia lets any empty thing pass for an optional body, so the schema cannot be left to say this.
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw invalidFields([{ path: '', message: 'must be an object' }])
  const path = secretPath(value, '', 0)
  // The value is dropped here: only where it stood is told.
  if (path !== null) throw new AppError('secret_in_body', { path }, { fields: [{ path, message: 'must not be sent' }] })
  return value
}

async function readText(request: Request): Promise<string> {
  const tooLarge = new AppError('body_too_large', { maxBytes: LIMITS.bodyBytesMax })
  if (Number(request.headers.get('content-length') ?? 0) > LIMITS.bodyBytesMax) throw tooLarge
  if (!request.body) return ''
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let bytes = 0
  for await (const chunk of request.body) {
    bytes += chunk.length
    if (bytes > LIMITS.bodyBytesMax) throw tooLarge
    text += decode(decoder, chunk)
  }
  return text + decode(decoder)
}

/** The text of a chunk, or of what the decoder still holds. @throws AppError body_not_json for bytes that are not UTF-8 */
function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch {
    throw new AppError('body_not_json', {}, { fields: [{ path: '', message: 'is not UTF-8' }] })
  }
}

function secretPath(value: unknown, path: string, depth: number): string | null {
  if (value === null || typeof value !== 'object') return null
  if (depth > DEPTH_MAX) throw new AppError('body_not_json', {}, { fields: [{ path: '', message: `is nested deeper than ${DEPTH_MAX}` }] })
  for (const [name, member] of Object.entries(value)) {
    const memberPath = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (!Array.isArray(value) && SECRET_FIELDS.has(name.toLowerCase().replaceAll(/[-_\s]/g, ''))) return memberPath
    const inside = secretPath(member, memberPath, depth + 1)
    if (inside !== null) return inside
  }
  return null
}
