import { AppError, invalidFields } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { BodyMemory } from './body-memory.ts'
import { createTurnQueue } from '../../lib/next-turn.ts'
import { freeBytes, readBytes } from './read-bytes.ts'
import { requestContext } from './request-context.ts'

/** Field names that can only be meant for a secret, written without case, dashes and underscores. */
const SECRET_FIELDS = new Set(['launcherkey', 'privatekey', 'secretkey', 'mnemonic', 'seed', 'seedphrase', 'launchersecret'])

/** What the body of a route carries: most bytes that it may have. */
export const BODY_BYTES_MAX = {
  plain: LIMITS.bodyBytesPlainMax,
  /** Signed transactions. */
  signed: LIMITS.bodyBytesSignedMax,
  picture: LIMITS.bodyBytesMax,
} as const

/** One of the names in BODY_BYTES_MAX. */
export type BodyKind = keyof typeof BODY_BYTES_MAX

/** The one member that may be longer than a text: `imageBase64` of the routes that take a picture. */
const PICTURE_FIELD = 'imageBase64'

/** A body larger than this is parsed in a turn of the event loop of its own. */
const LARGE_BYTES = 1_048_576

/** After a large body was answered its memory is collected, once for all that came meanwhile. */
const TIDY_UP_MS = 1_000

/** Takes in the bodies of requests. */
export interface BodyReader {
  /**
   * The JSON object of a request's body; undefined when there is none. Its bytes count as held until the request's context is
   * let go of, with those of strangers unless the caller is `trusted`. What passes a limit is refused while it comes, before
   * anything is made of it.
   *
   * @throws AppError validation_invalid for anything but an object, and for a text that is too long for any field |
   *   body_too_large | body_limit_exceeded | body_too_slow | body_memory_exceeded | body_not_json | secret_in_body
   */
  read(request: Request, kind: BodyKind, trusted?: boolean): Promise<unknown>
}

/** A reader that waits `deadlineMs` for a whole body, and `paceMs` for its next 64 KiB. */
export function createBodyReader({
  memory,
  deadlineMs = LIMITS.bodyDeadlineMs,
  paceMs = LIMITS.bodyPaceMs,
}: {
  readonly memory: BodyMemory
  readonly deadlineMs?: number | undefined
  readonly paceMs?: number | undefined
}): BodyReader {
  // A process has one reader, as it has one event loop: two queues would meet in one of its turns.
  const ownTurn = createTurnQueue()
  let tidying: Timer | null = null
  // The collector lets texts of megabytes lie until there are very many of them.
  const tidyUpSoon = () => {
    tidying ??= setTimeout(() => {
      tidying = null
      Bun.gc(true)
    }, TIDY_UP_MS).unref()
  }
  return {
    async read(request, kind, trusted = false) {
      // Nothing is asked of them in a body, and nothing is made of one.
      if (request.method === 'GET' || request.method === 'HEAD') return undefined
      const maxBytes = BODY_BYTES_MAX[kind]
      const declaredBytes = Number(request.headers.get('content-length') ?? 0)
      if (declaredBytes > maxBytes) throw new AppError('body_too_large', { maxBytes })
      if (!request.body) return undefined
      const context = requestContext(request)
      const held = memory.hold(context, trusted)
      context.releaseBody = () => held.release()
      const bytes = await readBytes(request.body, { maxBytes, deadlineMs, paceMs, held })
      if (bytes.length <= LARGE_BYTES) return bodyOf(bytes, kind)
      context.releaseBody = () => {
        held.release()
        tidyUpSoon()
      }
      await ownTurn()
      const body = bodyOf(bytes, kind)
      await ownTurn()
      return body
    },
  }
}

/** What stands in the bytes of a body. Their number, and the number of their values, is known to be bounded. */
function bodyOf(bytes: Uint8Array, kind: BodyKind): unknown {
  const text = textOf(bytes)
  freeBytes(bytes)
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw notJson('is not valid JSON')
  }
  // Elysia lets any empty thing pass for an optional body, so the schema cannot be left to say this.
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw invalidFields([{ path: '', message: 'must be an object' }])
  checkMembers(value, kind)
  return value
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw notJson('is not UTF-8')
  }
}

const notJson = (message: string) => new AppError('body_not_json', {}, { fields: [{ path: '', message }] })

/** @throws AppError secret_in_body | validation_invalid, which tell where it stands and never what it was */
function checkMembers(body: object, kind: BodyKind): void {
  const found = findMember(body, (name, value, depth) => {
    if (SECRET_FIELDS.has(name.toLowerCase().replaceAll(/[-_\s]/g, ''))) return 'secret'
    const isPicture = kind === 'picture' && depth === 0 && name === PICTURE_FIELD
    return typeof value === 'string' && value.length > LIMITS.bodyTextMax && !isPicture ? 'long' : null
  })
  if (!found) return
  const path = found.names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  if (found.fault === 'secret') throw new AppError('secret_in_body', { path }, { fields: [{ path, message: 'must not be sent' }] })
  throw invalidFields([{ path, message: `must have at most ${LIMITS.bodyTextMax} characters` }])
}

type Fault = 'secret' | 'long'

/** The first member that has a fault, and the names that lead to it. */
function findMember(
  value: object,
  faultOf: (name: string, value: unknown, depth: number) => Fault | null,
  depth = 0,
): { readonly fault: Fault; readonly names: readonly string[] } | null {
  const ofArray = Array.isArray(value)
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    const fault = faultOf(ofArray ? '' : name, member, depth)
    if (fault) return { fault, names: [name] }
    const inside = member !== null && typeof member === 'object' ? findMember(member, faultOf, depth + 1) : null
    if (inside) return { fault: inside.fault, names: [name, ...inside.names] }
  }
  return null
}
