import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { toJson } from '../../../src/adapters/storage/rows/json-column.ts'
import { openSqlite } from '../../../src/adapters/storage/engine/sqlite-dialect.ts'
import { planHash } from '../../../src/domain/plan/plan.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { temporaryDataDir } from '../../support/server-process.ts'
import { createTestApp, newPerson, type TestApp } from '../../support/test-app.ts'

let app: TestApp
let key: string
let id: string
let hash: string
let folder: ReturnType<typeof temporaryDataDir>

/** Writes to the database as somebody would who got hold of it. */
function inDatabase(statement: string, ...values: string[]) {
  const db = openSqlite(join(folder.dataDir, 'service.db'))
  db.query(statement).run(...values)
  db.close()
}

const storedPlan = async () => (await app.deps.storage.dryRuns.find(id as never))!.plan
const changedPlan = async () => {
  const plan = await storedPlan()
  return toJson(plan).replaceAll(plan.crew[0]!.wallet, newPerson().wallet)
}
const approve = (path = id) =>
  app.call('POST', `/api/agent/launch/dry-run/${path}/approve`, undefined, {
    headers: app.signed(app.approver, (at) => `svc-approve-dry-run:${path}:${at}`),
  })
const launch = (dryRunId = id) =>
  app.call('POST', '/api/agent/launch', app.launchBody({ dryRunId }), { key, headers: { 'x-launcher-key': app.launcher.secret } })
const view = (path = id) => app.call('GET', `/api/agent/launch/dry-run/${path}`)

beforeEach(async () => {
  folder = temporaryDataDir()
  app = await createTestApp({ databaseUrl: `sqlite:${join(folder.dataDir, 'service.db')}` })
  key = await app.claim()
  const made = await app.call('POST', '/api/agent/launch/dry-run', app.launchBody(), { key })
  id = made.body.dryRunId
  hash = made.body.planHash
})
afterEach(async () => {
  await app.close()
  folder.remove()
})

describe('the id of a dry-run binds its plan', () => {
  test('rules 10.11: it begins with half of the plan’s hash, and its other half is chance: two of one plan differ', async () => {
    expect(id.slice(0, 32)).toBe(hash.slice(0, 32))
    const again = (await app.call('POST', '/api/agent/launch/dry-run', app.launchBody(), { key })).body
    expect(again.planHash).toBe(hash)
    expect(again.dryRunId.slice(0, 32)).toBe(hash.slice(0, 32))
    expect(again.dryRunId).not.toBe(id)
  })

  test('rules 10.11: a row whose plan was changed is neither shown nor approved nor launched', async () => {
    const plan = await changedPlan()
    inDatabase('UPDATE dry_run SET plan_json = ? WHERE id = ?', plan, id)
    await expectNothingHappened(app, async () => {
      for (const answer of [await view(), await approve(), await launch(), await view(`${id}/image`)])
        expect(answer).toMatchObject({ status: 400, body: { code: 'dry_run_altered' } })
    })
    expect((await app.deps.storage.dryRuns.find(id as never))!.approvedAtMs).toBeNull()
  })

  test('rules 10.11: nor one whose hash was changed with the plan, after it was approved', async () => {
    expect((await approve()).status).toBe(200)
    await app.clock.advance(1_000)
    const plan = await changedPlan()
    inDatabase('UPDATE dry_run SET plan_json = ? WHERE id = ?', plan, id)
    inDatabase('UPDATE dry_run SET plan_hash = ? WHERE id = ?', planHash(await storedPlan()), id)
    await expectNothingHappened(app, async () => {
      for (const answer of [await view(), await approve(), await launch()])
        expect(answer).toMatchObject({ status: 400, body: { code: 'dry_run_altered' } })
    })
  })

  test('decision "A dry-run’s id": a row of an earlier version, whose id is chance alone, is approved and launched as before while it lives', async () => {
    const old = 'a'.repeat(32)
    inDatabase('UPDATE dry_run SET id = ? WHERE id = ?', old, id)
    expect((await view(old)).status).toBe(200)
    expect((await approve(old)).status).toBe(200)
    expect((await launch(old)).status).toBe(201)
  })
})
