import { describe, expect, test } from 'bun:test'
import { unixMs } from '../../src/domain/brands.ts'
import type { EndpointFormat } from '../../src/domain/webhooks/webhook.ts'
import { FAILURE_LIMIT_MS, nextAttempt, backoffMs } from '../../src/domain/webhooks/webhook-schedule.ts'

const nowMs = unixMs(1_800_000_000_000)
const ended = { attempt: 1, format: 'standard' as EndpointFormat, status: 500 as number | null, firstFailedAtMs: nowMs, nowMs, random: 0 }

describe('rules 10.21: a failed attempt is followed by another on the schedule, and by none after the last', () => {
  test('5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h, then no more', () => {
    const waitsSeconds = Array.from({ length: 10 }, (_, index) => {
      const next = nextAttempt({ ...ended, attempt: index + 1 })
      return next.outcome === 'retry' ? (next.atMs - nowMs) / 1000 : next.outcome
    })
    expect(waitsSeconds).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, 'failed'])
  })

  test('chance lengthens a wait by up to a fifth and never shortens it', () => {
    const at = (random: number) => nextAttempt({ ...ended, attempt: 2, random })
    expect([at(0), at(0.5), at(1)]).toEqual(
      [300_000, 330_000, 360_000].map((delayMs) => ({ outcome: 'retry', atMs: unixMs(nowMs + delayMs) })),
    )
  })

  test.each([200, 201, 202, 204, 299])('%d is a success, however long the endpoint failed', (status) => {
    expect(nextAttempt({ ...ended, status, attempt: 10, firstFailedAtMs: unixMs(0) })).toEqual({ outcome: 'delivered' })
  })

  test.each([null, 100, 199, 300, 301, 302, 307, 400, 401, 404, 409, 429, 500, 503])('%p is tried again', (status) => {
    expect(nextAttempt({ ...ended, status })).toMatchObject({ outcome: 'retry' })
  })

  test('a mail that its server refused for good is not tried again; any other status of it is', () => {
    const next = (status: number | null) => nextAttempt({ ...ended, format: 'email', status }).outcome
    expect([250, 421, 451, 500, 550, 554, null].map(next)).toEqual(['delivered', 'retry', 'retry', 'failed', 'failed', 'failed', 'retry'])
  })

  test('410 disables at once', () => {
    expect(nextAttempt({ ...ended, status: 410 })).toEqual({ outcome: 'disable', reason: 'gone' })
  })

  test('5 days of failure disable, a moment less does not', () => {
    const since = (ms: number) => nextAttempt({ ...ended, firstFailedAtMs: unixMs(nowMs - ms) })
    expect(since(FAILURE_LIMIT_MS)).toEqual({ outcome: 'disable', reason: 'failing' })
    expect(since(FAILURE_LIMIT_MS - 1)).toMatchObject({ outcome: 'retry' })
  })

  test('an endpoint rests from the second failure in a row on: 5 s, 20 s, 80 s, then 5 minutes each', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 1_000].map(backoffMs)).toEqual([0, 0, 5_000, 20_000, 80_000, 300_000, 300_000, 300_000])
  })
})
