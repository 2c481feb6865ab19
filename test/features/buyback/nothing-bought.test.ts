import { describe, expect, test } from 'bun:test'
import { unixMs } from '../../../src/domain/brands.ts'
import { HOUR_MS } from '../../../src/domain/limits.ts'
import { runBuyback } from '../../../src/features/buyback/run-buyback.ts'
import { createMetricsReader } from '../../../src/features/metrics/metrics-reader.ts'
import { resumeOperations } from '../../../src/features/operations/resume-operations.ts'
import { type BuybackScene, createBuybackScene } from '../../support/buyback-scene.ts'
import { OPERATOR_KEY } from '../../support/test-app.ts'

async function sceneThatIsTold(): Promise<BuybackScene> {
  const scene = await createBuybackScene()
  const hook = { url: 'https://hooks.example/told', events: ['buyback.failed'] }
  expect((await scene.call('POST', '/api/webhooks', hook, { key: OPERATOR_KEY })).status).toBe(201)
  return scene
}

const newsOf = async ({ app, mint }: BuybackScene) =>
  (await app.deps.storage.events.list(mint)).flatMap(({ type, data }) => (type === 'buyback.failed' ? [data] : []))

const lastRunFailed = async ({ app }: BuybackScene): Promise<string | undefined> =>
  /^svc_buyback_last_run_failed (\S+)$/m.exec(await createMetricsReader(app.deps)())?.[1]

describe('rules 10.22: a run that should have bought and did not', () => {
  test('rules 10.22: one that was refused before anything was sent is told once, however often it is asked for', async () => {
    const scene = await sceneThatIsTold()
    const dueAtMs = unixMs(scene.app.clock.nowMs())
    const without = { ...scene.deps(), buybackPayer: null }
    await Promise.all([runBuyback(without, { dueAtMs }), runBuyback(without, { dueAtMs })])
    expect(await newsOf(scene)).toMatchObject([{ status: 'skipped', reason: 'buyback_not_configured', mint: scene.mint, ticker: 'NMFROG' }])
    expect(await lastRunFailed(scene)).toBe('1')
    await scene.runAt(unixMs(dueAtMs + HOUR_MS))
    expect([(await newsOf(scene)).length, await lastRunFailed(scene)]).toEqual([1, '0'])
  })

  test('rules 10.22: one that the chain did not take is told when that is proved, and not before', async () => {
    const scene = await sceneThatIsTold()
    const { advance } = scene.app.pad
    Object.assign(scene.app.pad, { advance: async () => [{ status: 'pending', height: null, error: null }] })
    const run = scene.runAt()
    await scene.app.clock.advance(91_000)
    await run
    expect([await newsOf(scene), await lastRunFailed(scene)]).toEqual([[], undefined])
    await scene.app.clock.advance(60_000)
    Object.assign(scene.app.pad, { advance })
    for (let pass = 0; pass < 2; pass += 1) await resumeOperations(scene.app.deps, { all: true })
    expect(await newsOf(scene)).toMatchObject([{ status: 'failed', reason: 'transaction_expired', wallet: scene.buyer.wallet }])
    expect(await lastRunFailed(scene)).toBe('1')
  })

  test('rules 10.22: one that only shows what it would do is no failure, and nobody is told', async () => {
    const scene = await sceneThatIsTold()
    await scene.runAt(undefined, { execute: false })
    expect([await newsOf(scene), await lastRunFailed(scene)]).toEqual([[], '0'])
  })
})
