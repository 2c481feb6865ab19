import { describe, expect, test } from 'bun:test'
import { AppError } from '../../src/domain/errors.ts'
import { LIMITS } from '../../src/domain/limits.ts'
import { OWN_LIMITS } from '../../src/domain/limits/own-limits.ts'
import { createBodyMemory } from '../../src/http/request/body/body-memory.ts'
import { type BodyKind, type BodyReader, createBodyReader } from '../../src/http/request/body/read-body.ts'
import { requestContext, type RequestContext, setRequestContext } from '../../src/http/request/request-context.ts'
import { createManualTimers } from '../support/manual-timers.ts'
import { PROPERTY_INPUTS } from '../support/property.ts'
import { cutAtRandom, randomJson, spoil } from '../support/random-json.ts'
import { hasTwice } from '../support/has-twice.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { requestOf, bytesOf, codeOf } from '../support/body-requests.ts'

const read = (reader: BodyReader, text: string, kind: BodyKind = 'plain') => reader.read(requestOf([bytesOf(text)]).request, kind)

const isSecret = (value: unknown): boolean =>
  value !== null &&
  typeof value === 'object' &&
  Object.entries(value).some(
    ([name, member]) =>
      (!Array.isArray(value) &&
        ['launcherkey', 'xlauncherkey', 'privatekey', 'secretkey'].includes(name.toLowerCase().replaceAll(/[-_\s]/g, ''))) ||
      isSecret(member),
  )

/** What JSON.parse says of a text, in the words of the service. */
function oracle(bytes: Uint8Array): { code: string; value?: unknown } {
  let [value, text]: [unknown, string] = [undefined, '']
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.trim() === '') return { code: 'read', value: undefined }
    value = JSON.parse(text)
  } catch {
    return { code: 'body_not_json' }
  }
  if (typeof value === 'string' && /^\s*[[{]/.test(value)) {
    const inner = oracle(Buffer.from(value))
    return inner.code === 'body_not_json' ? { code: 'validation_invalid' } : inner
  }
  if (value === null) return { code: 'read', value: undefined }
  if (typeof value !== 'object' || Array.isArray(value)) return { code: 'validation_invalid' }
  if (isSecret(value)) return { code: 'secret_in_body' }
  return hasTwice(text) ? { code: 'validation_invalid' } : { code: 'read', value }
}

describe('decision "A body": the body of a request', () => {
  test.each(['GET', 'HEAD'])('a body of %s is not looked at, whatever it says of its length', async (method) => {
    const reader = createBodyReader({ timers: createManualTimers(), memory: createBodyMemory() })
    const request = new Request('http://launch.test/', { method, headers: { 'content-length': '100000000' } })
    expect(await reader.read(request, 'plain')).toBeUndefined()
  })

  const reader = createBodyReader({ timers: createManualTimers(), memory: createBodyMemory() })

  test(`is what JSON.parse makes of it or the refusal that it calls for, over ${PROPERTY_INPUTS.toLocaleString('en')} texts cut anywhere`, async () => {
    const random = createSeededRandom(15)
    const seen: Record<string, number> = {}
    for (let n = 0; n < PROPERTY_INPUTS; n += 1) {
      const { text } = randomJson(random)
      const bytes = bytesOf(random.below(2) === 0 ? text : spoil(random, text))
      if (random.below(50) === 0 && bytes.length > 0) bytes[random.below(bytes.length)] = 0x80 + random.below(128)
      const { request, release } = requestOf(cutAtRandom(random, bytes))
      const expected = oracle(bytes)
      const got = await reader.read(request, 'plain').then(
        (value) => ({ code: 'read', value }),
        (error: AppError) => ({ code: error.code }),
      )
      release()
      expect({ bytes, code: got.code }).toEqual({ bytes, code: expected.code })
      if (got.code === 'read')
        expect(JSON.stringify({ ...(got as { value: object }).value })).toBe(JSON.stringify({ ...(expected.value as object) }))
      seen[got.code] = (seen[got.code] ?? 0) + 1
    }
    for (const code of ['read', 'body_not_json', 'validation_invalid', 'secret_in_body'])
      expect(seen[code]).toBeGreaterThan(PROPERTY_INPUTS / 100)
  })

  test.each([
    ['2,000 values', `{"a":[${Array(1_998).fill(1).join(',')}]}`, `{"a":[${Array(1_999).fill(1).join(',')}]}`],
    ['32 levels', '{"a":'.repeat(32) + '1' + '}'.repeat(32), '{"a":'.repeat(33) + '1' + '}'.repeat(33)],
    ['a name of 128 bytes', `{"${'x'.repeat(128)}":1}`, `{"${'x'.repeat(129)}":1}`],
    ['a number of 64 bytes', `{"a":${'1'.repeat(64)}}`, `{"a":${'1'.repeat(65)}}`],
  ])('may have %s, and no more', async (_limit, most, more) => {
    expect(await codeOf(read(reader, most))).toBe('read')
    expect(await codeOf(read(reader, more))).toBe('body_limit_exceeded')
  })

  test('a text is 16,384 characters at most; a picture alone may be longer, where one is taken', async () => {
    const body = (name: string, length: number) => JSON.stringify({ [name]: 'x'.repeat(length) })
    expect(await codeOf(read(reader, body('label', 16_384)))).toBe('read')
    expect(await codeOf(read(reader, body('label', 16_385)))).toBe('validation_invalid')
    expect(await codeOf(read(reader, body('imageBase64', 16_385), 'picture'))).toBe('read')
    expect(await codeOf(read(reader, body('imageBase64', 16_385)))).toBe('validation_invalid')
    expect(await codeOf(read(reader, JSON.stringify({ agent: { imageBase64: 'x'.repeat(16_385) } }), 'picture'))).toBe('validation_invalid')
  })

  test('a connection that closes within its body is refused like a body cut short, and is no unforeseen error', async () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(bytesOf('{"a":')),
      pull: (controller) => controller.error(new DOMException('The connection was closed.', 'AbortError')),
    })
    const request = new Request('http://launch.test/', { method: 'POST', body })
    setRequestContext(request, requestContext(requestOf([]).request))
    expect(await codeOf(reader.read(request, 'plain'))).toBe('body_not_json')
  })

  test('a name that is a pointer in itself is escaped where it is told', async () => {
    const error = (await read(reader, '{"a/b":[{"~launcher key":1,"launcher key":1}]}').catch((thrown: unknown) => thrown)) as AppError
    expect(error).toMatchObject({ code: 'secret_in_body', fields: [{ path: '/a~1b/0/launcher key' }] })
  })

  test('one that passes a limit is refused while it comes: what follows is not read', async () => {
    let pulled = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1
        controller.enqueue(bytesOf(pulled === 1 ? '{"a":[' : '{},'.repeat(300)))
      },
    })
    const request = new Request('http://launch.test/', { method: 'POST', body })
    setRequestContext(request, { bucket: 'x', releaseBody: null } as unknown as RequestContext)
    expect(await codeOf(reader.read(request, 'picture'))).toBe('body_limit_exceeded')
    expect(pulled).toBeLessThan(12)
  })
})

describe('decision "A body": a body in many small pieces', () => {
  const { bodyTinyPiecesMax, bodyTinyPieceBytes } = OWN_LIMITS
  const reader = createBodyReader({ timers: createManualTimers(), memory: createBodyMemory() })
  /** A text of this many bytes, cut into pieces of one byte each. */
  const crumbs = (bytes: number) => Array.from(bytesOf(`{"label":"${'x'.repeat(bytes - 12)}"}`), (byte) => Uint8Array.of(byte))

  test('is read as the same body, wherever its pieces are cut', async () => {
    const bytes = bytesOf(JSON.stringify({ imageBase64: 'x'.repeat(200_000), ticker: '🐸'.repeat(100) }))
    for (const size of [1_400, 16_383, 16_384, 65_537]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.slice(n * size, (n + 1) * size))
      const mixed = [bytes.slice(0, 0), ...pieces.flatMap((piece) => [piece.slice(0, 1), piece.slice(1)])]
      const body = await reader.read(requestOf(mixed).request, 'picture')
      expect(JSON.stringify({ ...(body as object) })).toBe(new TextDecoder().decode(bytes))
    }
  })

  test('lets others be answered after every few hundred of them', async () => {
    let turns = 0
    let reading = true
    const count = () => {
      turns += 1
      if (reading) setImmediate(count)
    }
    setImmediate(count)
    const text = bytesOf(JSON.stringify({ imageBase64: 'x'.repeat(900_000) }))
    const pieces = Array.from({ length: Math.ceil(text.length / 64) }, (_, n) => text.slice(n * 64, (n + 1) * 64))
    expect(await codeOf(reader.read(requestOf(pieces).request, 'picture'))).toBe('read')
    reading = false
    expect(turns).toBeGreaterThanOrEqual(50)
  })

  test(`is refused after ${bodyTinyPiecesMax} pieces of less than ${bodyTinyPieceBytes} bytes`, async () => {
    expect(await codeOf(reader.read(requestOf(crumbs(bodyTinyPiecesMax)).request, 'plain'))).toBe('read')
    const { request } = requestOf(crumbs(bodyTinyPiecesMax + 100), { ends: false })
    expect(await codeOf(reader.read(request, 'plain'))).toBe('body_limit_exceeded')
  })

  test('is taken in lines as base64 is written in', async () => {
    const text = bytesOf(JSON.stringify({ imageBase64: 'x'.repeat(2_000_000) }))
    const lines = Array.from({ length: Math.ceil(text.length / 76) }, (_, n) => text.slice(n * 76, (n + 1) * 76))
    expect(await codeOf(reader.read(requestOf(lines).request, 'picture'))).toBe('read')
  })
})

describe('decision "A body": large bodies', () => {
  test('that come at once are made into values in turns of their own, one after the other', async () => {
    const reader = createBodyReader({ timers: createManualTimers(), memory: createBodyMemory() })
    let turn = 0
    let reading = true
    const count = () => {
      turn += 1
      if (reading) setImmediate(count)
    }
    setImmediate(count)
    const large = bytesOf(JSON.stringify({ imageBase64: 'x'.repeat(2_000_000) }))
    const turns = await Promise.all(
      Array.from({ length: 5 }, async () => {
        await reader.read(requestOf([large.slice()]).request, 'picture')
        return turn
      }),
    )
    reading = false
    expect(new Set(turns).size).toBe(5)
  })
})

describe('decision "A body": a body that does not come to its end', () => {
  /** One in which what is there is read. */
  const turn = () => new Promise((resolve) => setImmediate(resolve))

  test('is refused after its time between two small pieces too, and reads no more', async () => {
    const timers = createManualTimers()
    const reader = createBodyReader({ timers, memory: createBodyMemory() })
    let [cancelled, pulled] = [false, 0]
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await turn()
        pulled += 1
        if (pulled === 20) timers.pass(LIMITS.bodyDeadlineMs)
        controller.enqueue(bytesOf(' '))
      },
      cancel() {
        cancelled = true
      },
    })
    const request = new Request('http://launch.test/', { method: 'POST', body })
    setRequestContext(request, { bucket: 'x', releaseBody: null } as unknown as RequestContext)
    expect(await codeOf(reader.read(request, 'plain'))).toBe('body_too_slow')
    expect([cancelled, pulled]).toEqual([true, 20])
  })

  test.each([
    ['nothing', []],
    ['a beginning', [bytesOf('{"a":"')]],
    ['all but its last byte', [bytesOf(`{"imageBase64":"${'A'.repeat(1_000_000)}`)]],
  ])('and brings %s is refused when its next 64 KiB do not come in their time', async (_, pieces) => {
    const timers = createManualTimers()
    const reader = createBodyReader({ timers, memory: createBodyMemory() })
    const { request } = requestOf(pieces, { ends: false })
    const code = codeOf(reader.read(request, 'picture'))
    await turn()
    timers.pass(OWN_LIMITS.bodyPaceMs)
    await turn()
    timers.pass(OWN_LIMITS.bodyPaceMs)
    expect(await code).toBe('body_too_slow')
    expect(timers.waiting()).toBe(0)
  })

  test('a body that does not end is refused after its time', async () => {
    const timers = createManualTimers()
    // One whose pace is not what ends it.
    const reader = createBodyReader({ timers, memory: createBodyMemory(), paceMs: 2 * LIMITS.bodyDeadlineMs })
    const { request } = requestOf([bytesOf('{"a":')], { ends: false })
    let ended = false
    const code = codeOf(reader.read(request, 'plain')).finally(() => (ended = true))
    timers.pass(LIMITS.bodyDeadlineMs - 1)
    await turn()
    expect(ended).toBe(false)
    timers.pass(1)
    expect(await code).toBe('body_too_slow')
    expect(timers.waiting()).toBe(0)
  })
})
