import { describe, expect, test } from 'bun:test'
import { clockFinding, databaseClockFinding } from '../../src/domain/operator/clock-finding.ts'
import { unixMs } from '../../src/domain/brands.ts'
import { approvalMessage } from '../../src/features/dry-run/approve-dry-run.ts'
import { HOUR_MS } from '../../src/domain/limits.ts'
import { createTestApp, OPERATOR_KEY } from '../support/test-app.ts'

describe('decision "A wrong clock": a clock that is wrong by an hour', () => {
  test.each([
    ['the signer’s is behind', -HOUR_MS],
    ['the signer’s is ahead', HOUR_MS],
  ])('%s: refused with serverTime, and signed again by that time it counts', async (_whose, offMs) => {
    const app = await createTestApp()
    const { dryRunId } = (await app.call('POST', '/api/agent/launch/dry-run', app.launchBody(), { key: OPERATOR_KEY })).body
    const path = `/api/agent/launch/dry-run/${dryRunId}/approve`
    const approveAt = (offsetMs: number) => {
      const at = String(app.clock.nowMs() + offsetMs)
      const message = approvalMessage(dryRunId, at)
      return app.call('POST', path, undefined, { headers: { ...app.signed(app.approver, () => message), 'x-svc-timestamp': at } })
    }
    const refused = await approveAt(offMs)
    expect(refused).toMatchObject({ status: 401, body: { code: 'wallet_signature_invalid' } })
    const serverTime = /serverTime is (\S+Z)/.exec(refused.body.detail)?.[1]
    expect(Date.parse(serverTime!)).toBe(app.clock.nowMs())
    expect((await approveAt(0)).status).toBe(200)
    await app.close()
  })

  test.each([
    [0, 'ok', 'agrees'],
    [200_000, 'warn', '200 s ahead of'],
    [-200_000, 'warn', '200 s behind'],
    [HOUR_MS, 'fail', '3600 s ahead of'],
    [-HOUR_MS, 'fail', '3600 s behind'],
  ] as const)('doctor tells it beside the chain’s: %i ms is %s', (offMs, level, words) => {
    const nowMs = unixMs(1_800_000_000_000)
    const finding = clockFinding({ chain: 'Base', nowMs: unixMs(nowMs + offMs), blockAtMs: nowMs }, { earlySec: 15, lateSec: 60 })
    expect(finding.level).toBe(level)
    expect(finding.text).toContain(words)
  })

  test('a machine whose clock is not the database’s is told in a sentence, from two seconds on', () => {
    expect([0, 1_999, -1_999].map(databaseClockFinding)).toEqual([null, null, null])
    expect([2_500, -3_600_000].map(databaseClockFinding)).toEqual([
      expect.objectContaining({ level: 'warn', text: expect.stringContaining('3 s ahead of the database’s') }),
      expect.objectContaining({ level: 'warn', text: expect.stringContaining('3600 s behind the database’s') }),
    ])
  })
})
