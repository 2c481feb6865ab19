import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { EVENT_TYPES } from '../../../src/domain/events.ts'
import { approvalMessage } from '../../../src/features/dry-run/approve-dry-run.ts'
import { resumeOperations } from '../../../src/features/operations/resume-operations.ts'
import { traces } from '../../support/nothing-happened.ts'
import { temporaryDataDir } from '../../support/server-process.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const PATH = '/api/agent/launch'

let folder: ReturnType<typeof temporaryDataDir>
let app: TestApp
let key: string
let database: string

beforeEach(async () => {
  folder = temporaryDataDir()
  database = join(folder.dataDir, 'service.db')
  app = await createTestApp({ databaseUrl: `sqlite:${database}`, impatient: true })
  key = await app.claim()
  await app.call('POST', '/api/webhooks', { url: 'https://public.test/hook', events: ['*'] }, { key })
})
afterEach(async () => {
  await app.close()
  folder.remove()
})

function change(statement: string): void {
  const db = new Database(database, { strict: true })
  db.run(statement)
  db.close()
}
const refuseEvents = () => change("CREATE TRIGGER no_event BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'no event today'); END")
const takeEvents = () => change('DROP TRIGGER no_event')
const events = async () =>
  (await app.deps.storage.events.listNewest({ limit: 50, cursor: null }, EVENT_TYPES)).rows.map(({ type }) => type as string).toSorted()

test('rules 10.13: a launch whose events cannot be written has not ended, and ends with all of them once they can', async () => {
  refuseEvents()
  const headers = { 'x-launcher-key': app.launcher.secret, 'x-idempotency-key': 'events-and-state' }
  const launch = () => app.call('POST', PATH, app.launchBody(), { key, headers })
  expect(await launch()).toMatchObject({ status: 503, body: { code: 'launch_unresolved' } })
  expect(await traces(app)).toMatchObject({ coins: 0 })
  expect(await events()).toEqual([])
  takeEvents()
  await app.clock.advance(20_000)
  await resumeOperations(app.deps)
  expect(await launch()).toMatchObject({ status: 201, body: { feeShareLocked: true } })
  expect(await traces(app)).toMatchObject({ coins: 1 })
  expect(await events()).toEqual(['feeShare.locked', 'launch.created'])
})

test('rules 10.22: an approval whose event cannot be written is none', async () => {
  const { dryRunId: id } = (await app.call('POST', `${PATH}/dry-run`, app.launchBody(), { key })).body
  const approve = () =>
    app.call('POST', `${PATH}/dry-run/${id}/approve`, undefined, { headers: app.signed(app.approver, (at) => approvalMessage(id, at)) })
  refuseEvents()
  expect((await approve()).status).toBe(500)
  expect((await app.call('GET', `${PATH}/dry-run/${id}`)).body).toMatchObject({ approved: false, approvals: [] })
  takeEvents()
  await app.clock.advance(1_000)
  expect(await approve()).toMatchObject({ status: 200, body: { approved: true } })
  expect(await events()).toEqual(['dryRun.approved', 'dryRun.created', 'dryRun.named'])
})
