import { afterAll, describe, expect, test } from 'bun:test'
import { createPrometheus } from '../../../src/adapters/prometheus.ts'
import { unixMs } from '../../../src/domain/brands.ts'
import type { EventData } from '../../../src/domain/events.ts'
import { createAlarmWatch } from '../../../src/features/alarms/alarm-watch.ts'
import { noDisk } from '../../../src/ports/machine/disk.ts'
import { databasesUnderTest } from '../../support/databases-under-test.ts'
import { temporaryDataDirs } from '../../support/server-process.ts'
import { createTestApp, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'

const { next: folder, removeAll } = temporaryDataDirs()
afterAll(removeAll)

/** A replica beside the app, on a disk of its own; its clock may be ahead of the others'. */
function replicaOf({ deps }: TestApp, aheadMs = 0) {
  const room = { full: false }
  const disk = { ...noDisk, shortage: () => (room.full ? 'only 1 MiB is free' : null) }
  const clock = {
    ...deps.clock,
    nowMs: () => unixMs(deps.clock.nowMs() + aheadMs),
    machineMs: () => unixMs(deps.clock.machineMs() + aheadMs),
  }
  return { room, look: createAlarmWatch({ ...deps, clock, metrics: createPrometheus(), disk }) }
}

const register = (app: TestApp, key: string) =>
  app.call('POST', '/api/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['*'] }, { key })

const news = async ({ deps }: TestApp) =>
  (await deps.storage.events.listNewest({ limit: 50, cursor: null }, ['operator.alert'])).rows
    .map(({ data }) => data as EventData['operator.alert'])
    .filter(({ alert }) => alert === 'AgentLaunchNoRoom')
    .toReversed()

describe.each(databasesUnderTest(folder))('decision "Alarms": several replicas: %s', (_name, make) => {
  test('one that all see is told once, lasts while one of them sees it, and ends once', async () => {
    const app = await createTestApp({ databaseUrl: await make() })
    await register(app, OPERATOR_KEY)
    const replicas = [replicaOf(app), replicaOf(app), replicaOf(app)]
    const minutes = async (count: number) => {
      for (let minute = 0; minute < count; minute += 1) {
        await app.clock.advance(60_000)
        await Promise.all(replicas.map(({ look }) => look()))
      }
    }
    await minutes(1)
    for (const { room } of replicas) room.full = true
    await minutes(4)
    const raised = { alert: 'AgentLaunchNoRoom', state: 'raised', severity: 'critical', subject: '', clearedAt: null }
    expect(await news(app)).toMatchObject([{ ...raised, runbook: 'docs/operate.md#agentlaunchnoroom' }])
    replicas[0]!.room.full = false
    replicas[1]!.room.full = false
    await minutes(4)
    expect(await news(app)).toHaveLength(1)
    replicas[2]!.room.full = false
    await minutes(4)
    const { raisedAt } = (await news(app))[0]!
    expect((await news(app)).slice(1)).toMatchObject([{ alert: 'AgentLaunchNoRoom', state: 'cleared', raisedAt }])
    await app.close()
  })
})

test.each([80_000, 300_000])('decision "Alarms": clocks that are %d ms apart raise once and end once', async (aheadMs) => {
  const app = await createTestApp()
  await register(app, OPERATOR_KEY)
  const [behind, ahead] = [replicaOf(app), replicaOf(app, aheadMs)]
  const looks = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      await app.clock.advance(15_000)
      await (at % 2 === 0 ? behind : ahead).look()
    }
  }
  await looks(4)
  behind.room.full = true
  await looks(60)
  expect((await news(app)).map(({ state }) => state)).toEqual(['raised'])
  behind.room.full = false
  await looks(2)
  expect(await news(app)).toHaveLength(1)
  ahead.room.full = true
  await looks(20)
  expect(await news(app)).toHaveLength(1)
  ahead.room.full = false
  await looks(12)
  expect((await news(app)).map(({ state }) => state)).toEqual(['raised', 'cleared'])
  const alerts = (await app.deps.storage.events.listNewest({ limit: 50, cursor: null }, ['operator.alert'])).rows
  // A process that starts cannot know more than the row says; from then on it knows by its own clock.
  expect(alerts.filter(({ data }) => (data as EventData['operator.alert']).alert === 'AgentLaunchDown').length).toBeLessThanOrEqual(2)
  await app.close()
})

test('decision "Alarms": webhooks of others than the operator are told nothing', async () => {
  const app = await createTestApp()
  const key = await app.claim()
  expect((await register(app, key)).status).toBe(201)
  await register(app, OPERATOR_KEY)
  const replica = replicaOf(app)
  replica.room.full = true
  for (let minute = 0; minute < 3; minute += 1) {
    await app.clock.advance(60_000)
    await replica.look()
  }
  expect(await news(app)).toHaveLength(1)
  const deliveriesOf = async (by: string) => {
    const [endpoint] = (await app.call('GET', '/api/webhooks', undefined, { key: by })).body.webhooks
    return (await app.call('GET', `/api/webhooks/${endpoint.id}/deliveries`, undefined, { key: by })).body.deliveries
  }
  expect(await deliveriesOf(key)).toEqual([])
  expect(await deliveriesOf(OPERATOR_KEY)).toHaveLength(1)
  await app.close()
})
