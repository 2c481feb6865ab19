import { describe, expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { createArrivalQueue } from '../../src/http/arrival-queue.ts'
import { createTestApp, OPERATOR_KEY } from '../support/test-app.ts'

/** The head of a request with a body of so many bytes, or of an unknown length. */
const arriving = (bytes: number | 'unknown') =>
  new Request('http://localhost/', { headers: bytes === 'unknown' ? { 'transfer-encoding': 'chunked' } : { 'content-length': `${bytes}` } })

/** A queue on a machine on which nothing takes time, in a turn of the event loop in which no more may begin. */
async function busyQueue() {
  const queue = createArrivalQueue({ nowMs: () => 0 })
  await Promise.all(Array.from({ length: 64 }, () => queue.begin('198.51.100.1', arriving(0))))
  return queue
}

/** What came of them within the turn of the event loop in which they came. */
async function atOnce(begins: readonly Promise<'begun' | 'crowded'>[]): Promise<readonly string[]> {
  const seen = begins.map(() => 'waits')
  begins.forEach((begin, at) => void begin.then((came) => (seen[at] = came)))
  for (let steps = 0; steps < 20; steps += 1) await null
  return seen
}

describe('decision "A body": requests that come together', () => {
  test('decision "A body": of large bodies one of each peer waits for its turn, and the others are refused in the turn of their heads', async () => {
    const queue = await busyQueue()
    const begins = [70_000, 8_000_000, 'unknown' as const].map((bytes) => queue.begin('198.51.100.1', arriving(bytes)))
    begins.push(queue.begin('198.51.100.2', arriving(70_000)), queue.begin('198.51.100.1', arriving(65_536)))
    expect(await atOnce(begins)).toEqual(['waits', 'crowded', 'crowded', 'waits', 'waits'])
    expect(await Promise.all(begins)).toEqual(['begun', 'crowded', 'crowded', 'begun', 'begun'])
  })

  test('decision "A body": sixteen large bodies wait in all, and after them there is room for others', async () => {
    const queue = await busyQueue()
    const begins = Array.from({ length: 20 }, (_, peer) => queue.begin(`198.51.100.${peer + 2}`, arriving('unknown')))
    expect((await atOnce(begins)).filter((came) => came === 'crowded')).toHaveLength(4)
    await Promise.all(begins)
    expect(await queue.begin('198.51.100.20', arriving(70_000))).toBe('begun')
  })

  test('decision "A body": a turn that has taken its time refuses in the next, so that the runtime ends it', async () => {
    let nowMs = 0
    const queue = createArrivalQueue({ nowMs: () => nowMs })
    const first = queue.begin('198.51.100.1', arriving(0))
    nowMs = 30
    const begins = [8_000_000, 8_000_000].map((bytes) => queue.begin('198.51.100.1', arriving(bytes)))
    expect(await atOnce([first, ...begins])).toEqual(['begun', 'waits', 'waits'])
    expect((await Promise.all(begins)).toSorted()).toEqual(['begun', 'crowded'])
  })

  test('decision "A body": who is refused so is told to come again, and nothing of the request was looked at', async () => {
    const app = await createTestApp()
    const request = new Request('http://localhost/api/agent/launch/dry-run', {
      method: 'POST',
      headers: { 'x-svc-api-key': OPERATOR_KEY },
      body: 'x',
    })
    const answer = await createApp(app.deps)(request, '127.0.0.1', { tls: false, crowded: true })
    expect([answer.status, answer.headers.get('retry-after') !== null]).toEqual([503, true])
    expect(await answer.json()).toMatchObject({ ok: false, code: 'body_memory_exceeded' })
    expect(request.bodyUsed).toBe(false)
  })
})
