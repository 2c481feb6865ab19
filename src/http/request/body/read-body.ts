import { AppError, invalidFields } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { OWN_LIMITS } from '../../../domain/limits/own-limits.ts'
import { JSON_LIMITS } from '../../../domain/limits/json-limits.ts'
import { sha256Hex } from '../../../lib/bytes.ts'
import { jsonPointer } from '../json-pointer.ts'
import type { BodyMemory } from './body-memory.ts'
import type { Timers } from '../../../ports/clock.ts'
import { createTickLimiter, createYieldQueue } from '../../../lib/yield-to-event-loop.ts'
import { bodyText, checkDeclaredEncoding, checkFirstBytes, checkIsNoForm } from './body-encoding.ts'
import { memberRepeated } from './member-repeated.ts'
import { readJson, type ReadJson, structureIn } from '../../../lib/json/json-text.ts'
import { type BodyBytes, freeBytes, readBytes } from './read-bytes.ts'
import { requestContext } from '../request-context.ts'
import { isSecretName, secretRefused } from '../refuse-secrets.ts'

/** Most bytes of a body, by its content. */
export const BODY_BYTES_MAX = {
  plain: LIMITS.bodyBytesPlainMax,
  /** Signed transactions. */
  signed: LIMITS.bodyBytesSignedMax,
  picture: LIMITS.bodyBytesMax,
  /** An MCP message, which may contain any of these. Its reader checks for secrets and answers in terms of the protocol. */
  message: LIMITS.bodyBytesMax,
  /** A text file beside other members. */
  file: OWN_LIMITS.bodyBytesFileMax,
  /** Names and values as HTML forms send them; what is read is URLSearchParams. */
  form: OWN_LIMITS.bodyBytesFormMax,
} as const

/** One of the names in BODY_BYTES_MAX. */
export type BodyKind = keyof typeof BODY_BYTES_MAX

/** The only member that may exceed the text limit, with its depth in each kind of body: `params.arguments.imageBase64` in a message. */
const LONG_FIELD: Partial<Record<BodyKind, { readonly name: string; readonly depth: number }>> = {
  picture: { name: 'imageBase64', depth: 0 },
  message: { name: 'imageBase64', depth: 2 },
  file: { name: 'file', depth: 0 },
}

/** A larger body is parsed in a turn of the event loop of its own. */
const LARGE_BYTES = 1_048_576

/**
 * Calls with a body are the expensive ones, up to tens of milliseconds each. Their work begins here, when the body is there: however
 * many come together, by few or by many clients, other requests are answered between two of them.
 */
const IN_TURN = { most: 64, workMs: 5 }

/** Garbage collection runs this long after a large body was answered, once for all that arrived meanwhile. */
const TIDY_UP_MS = 1_000

/** Reads the bodies of requests. */
export interface BodyReader {
  /**
   * The JSON object of a request's body, or its form; undefined when there is none. Its memory is reserved until the request's
   * context releases it, in the share of untrusted callers unless `trusted`. A body over a limit is refused while it arrives, before
   * it is parsed.
   *
   * @throws AppError validation_invalid for anything but an object, for a member that is there twice, and for a text that is
   * too long for any field
   */
  read(request: Request, kind: BodyKind, trusted?: boolean): Promise<unknown>
}

/** A reader that allows `timeoutMs` for a whole body, and `paceMs` for each 64 KiB. */
export function createBodyReader({
  timers,
  memory,
  timeoutMs = LIMITS.bodyDeadlineMs,
  paceMs = OWN_LIMITS.bodyPaceMs,
  inTurn = IN_TURN,
}: {
  readonly timers: Timers
  readonly memory: BodyMemory
  readonly timeoutMs?: number | undefined
  readonly paceMs?: number | undefined
  readonly inTurn?: { readonly most: number; readonly workMs: number } | undefined
}): BodyReader {
  // One per process, since there is one event loop: two queues would run in the same turn.
  const ownTurn = createYieldQueue()
  const turns = createTickLimiter({ ...inTurn, resumed: 1 })
  let tidying = false
  // The collector would otherwise leave texts of megabytes for a long time. It runs concurrently: a synchronous collection takes time
  // in proportion to the whole heap.
  const tidyUpSoon = () => {
    if (tidying) return
    tidying = true
    const tidyUp = () => {
      tidying = false
      Bun.gc(false)
    }
    timers.after(TIDY_UP_MS, tidyUp, { idle: true })
  }
  return {
    async read(request, kind, trusted = false) {
      // GET and HEAD bodies have no meaning, and are not read.
      if (request.method === 'GET' || request.method === 'HEAD') return undefined
      const bytesMax = BODY_BYTES_MAX[kind]
      const declaredBytes = Number(request.headers.get('content-length') ?? 0)
      if (declaredBytes > bytesMax) throw new AppError('body_too_large', { maxBytes: bytesMax })
      const context = requestContext(request)
      if (!request.body) {
        await turns.take(context.bucket)
        return undefined
      }
      checkDeclaredEncoding(request)
      const held = memory.reserve(context, trusted)
      context.releaseBody = () => held.release()
      const form = kind === 'form'
      const checkFirst = (first: Uint8Array) => {
        checkFirstBytes(first)
        if (!form) checkIsNoForm(request, first)
      }
      const read = await readBytes({ timers }, request.body, { bytesMax, timeoutMs, paceMs, held, form, checkFirst })
      if (request.headers.has('x-svc-signature')) context.bodySha256 = sha256Hex(read.bytes)
      if (read.bytes.length <= LARGE_BYTES) {
        await turns.take(context.bucket)
        return bodyOf(request, read, kind)
      }
      context.releaseBody = () => {
        held.release()
        tidyUpSoon()
      }
      await ownTurn()
      const body = bodyOf(request, read, kind)
      await ownTurn()
      return body
    },
  }
}

/** Parses a body whose bytes and values are known to be bounded. */
function bodyOf(request: Request, { bytes, values }: BodyBytes, kind: BodyKind): unknown {
  const text = textOf(request, bytes)
  freeBytes(bytes)
  if (text.trim() === '') return undefined
  if (kind === 'form') return checkedForm(new URLSearchParams(text))
  const { value, repeated } = within(jsonOf(text, values))
  // Nothing, in the words of JSON.
  if (value === null) return undefined
  // Elysia accepts any empty value for an optional body, so the schema cannot refuse it.
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidFields([{ path: '', message: 'must be an object' }])
  checkMembers(value, kind)
  if (repeated) throw memberRepeated(repeated)
  return value
}

/** What a body says that was written as JSON twice over. */
const within = (read: ReadJson): ReadJson => (typeof read.value === 'string' ? (structureIn(read.value, JSON_LIMITS) ?? read) : read)

function checkedForm(form: URLSearchParams): URLSearchParams {
  const secret = [...form.keys()].find(isSecretName)
  if (secret !== undefined) throw secretRefused(jsonPointer([secret]))
  return form
}

function jsonOf(text: string, values: number): ReadJson {
  try {
    return readJson(text, values)
  } catch {
    throw notJson('is not valid JSON')
  }
}

function textOf(request: Request, bytes: Uint8Array): string {
  checkFirstBytes(bytes)
  try {
    return bodyText(request, bytes)
  } catch (error) {
    throw error instanceof AppError ? error : notJson('is not UTF-8')
  }
}

const notJson = (message: string) => new AppError('body_not_json', {}, { fields: [{ path: '', message }] })

/** @throws AppError validation_invalid, with the path of the member and never its value */
function checkMembers(body: object, kind: BodyKind): void {
  const secret = kind === 'message' ? null : secretPathIn(body)
  if (secret !== null) throw secretRefused(secret)
  const long = findMember(body, (name, value, depth) => {
    const mayBeLong = depth === LONG_FIELD[kind]?.depth && name === LONG_FIELD[kind]?.name
    return typeof value === 'string' && value.length > LIMITS.bodyTextMax && !mayBeLong
  })
  if (!long) return
  const hint = long.at(-1) === 'imageUrl' ? ': a picture itself goes into imageBase64' : ''
  throw invalidFields([{ path: jsonPointer(long), message: `must have at most ${LIMITS.bodyTextMax} characters${hint}` }])
}

/** JSON pointer to the first member whose name can only mean a secret; null when there is none. */
export function secretPathIn(value: object): string | null {
  const found = findMember(value, isSecretName)
  return found && jsonPointer(found)
}

/** The path to the first member that matches. */
function findMember(value: object, isIt: (name: string, value: unknown, depth: number) => boolean, depth = 0): readonly string[] | null {
  const ofArray = Array.isArray(value)
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    if (isIt(ofArray ? '' : name, member, depth)) return [name]
    const inside = member !== null && typeof member === 'object' ? findMember(member, isIt, depth + 1) : null
    if (inside) return [name, ...inside]
  }
  return null
}
