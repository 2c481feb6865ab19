import { describe, expect, test } from 'bun:test'
import { createBodyMemory } from '../../src/http/request/body/body-memory.ts'
import { createBodyReader } from '../../src/http/request/body/read-body.ts'
import { createManualTimers } from '../support/manual-timers.ts'
import { requestOf, bytesOf, codeOf } from '../support/body-requests.ts'

describe('decision "A body": the memory that bodies take', () => {
  const bytes = (length: number) => bytesOf(`{"imageBase64":"${'x'.repeat(length - 18)}"}`)
  /** Sends bodies to a reader with so much memory, of which small ones have an eighth. */
  const readerOf = (bytesMax: number) => {
    const reader = createBodyReader({ timers: createManualTimers(), memory: createBodyMemory({ bytesMax }) })
    return (length: number, from: { bucket?: string; site?: string | null; trusted?: boolean } = {}) => {
      const whole = bytes(length)
      const pieces = Array.from({ length: Math.ceil(length / 50_000) }, (_, n) => whole.slice(n * 50_000, (n + 1) * 50_000))
      const sent = requestOf(pieces, from)
      return { ...sent, code: codeOf(reader.read(sent.request, 'picture', from.trusted)) }
    }
  }

  test('is bounded for one address, for one site, and for all strangers together, until they are answered', async () => {
    const send = readerOf(8_000)
    const from = (bucket: string, site: string | null = null) => send(100, { bucket, site }).code
    const first = send(250, { bucket: 'a', site: 'net' })
    expect(await first.code).toBe('read')
    expect(await from('a', 'net')).toBe('body_memory_exceeded')
    // A second address of the site gets half as much again.
    expect([await from('b', 'net'), await from('c', 'net')]).toEqual(['read', 'body_memory_exceeded'])
    expect([await from('d'), await from('d'), await from('e'), await from('f')]).toEqual(['read', 'read', 'read', 'read'])
    expect(await from('g')).toBe('body_memory_exceeded')
    first.release()
    expect([await from('g'), await from('a', 'net')]).toEqual(['read', 'read'])
  })

  test('has room for the operator whatever strangers hold', async () => {
    const send = readerOf(8_000)
    for (const bucket of ['a', 'b', 'c']) expect(await send(250, { bucket }).code).toBe('read')
    expect(await send(20, { bucket: 'd' }).code).toBe('body_memory_exceeded')
    expect(await send(250, { bucket: 'a', trusted: true }).code).toBe('read')
    expect(await send(20, { bucket: 'a', trusted: true }).code).toBe('body_memory_exceeded')
  })

  test('has room for small bodies when large ones fill theirs', async () => {
    const send = readerOf(1_600_000)
    const held = ['a', 'b', 'c'].map((bucket) => send(340_000, { bucket }))
    expect(await Promise.all(held.map(({ code }) => code))).toEqual(['read', 'read', 'read'])
    expect(await send(70_000, { bucket: 'd' }).code).toBe('body_memory_exceeded')
    expect(await send(40_000, { bucket: 'e' }).code).toBe('read')
    held[0]!.release()
    expect(await send(70_000, { bucket: 'f' }).code).toBe('read')
  })

  test('a refused body gives back what it took', async () => {
    const reader = createBodyReader({ timers: createManualTimers(), memory: createBodyMemory({ bytesMax: 8_000 }) })
    for (let n = 0; n < 100; n += 1) {
      const { request, release } = requestOf([bytes(100), bytes(100), bytes(100)])
      expect(await codeOf(reader.read(request, 'plain'))).toBe('body_memory_exceeded')
      release()
    }
    expect(await codeOf(reader.read(requestOf([bytes(100)]).request, 'plain'))).toBe('read')
  })
})
