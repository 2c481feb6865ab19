import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { importSample } from '../../src/commands/sample/import-sample.ts'
import { samplePair, withSampleSettings } from '../../src/commands/sample/sample-settings.ts'
import { type RunningServer, startServer } from '../../src/commands/start-server.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { approvalMessage } from '../../src/features/dry-run/approve-dry-run.ts'
import { FIRST_PICTURE } from '../../src/features/topics/first-steps.ts'
import { toBase58 } from '../../src/lib/bytes.ts'
import { signDetached } from '../../src/lib/ed25519.ts'
import { eventually } from '../support/eventually.ts'
import { newKeyPair } from '../support/new-key-pair.ts'
import { startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { newPerson } from '../support/test-app.ts'

describe('decision "What simulated mode has by default": a service with no settings', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer(
      { env: {} },
      readConfig(withSampleSettings({ DATABASE_URL: 'sqlite::memory:', PORT: '0', LOG_LEVEL: 'silent' })),
    )
    await importSample(server.deps)
  })
  afterAll(() => server.stop())

  const call = async (path: string, headers: Record<string, string> = {}, body?: unknown) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${server.url}${path}`, { headers, ...init })
    return { status: answer.status, body: (await answer.json()) as any }
  }

  test('has an approver, a payer of distributions, jobs, a directory and a referral code', async () => {
    const { capabilities } = (await call('/api/agent')).body
    expect(capabilities).toMatchObject({ humanApproval: true, operatorPaysCranks: true, jobs: true })
    expect((await call('/api/jobs/templates')).status).toBe(200)
    const { key } = (await call('/api/agent/keys/claim', {}, { referralCode: 'SAMPLE' })).body
    const hired = await call(
      '/api/agent/autohire',
      { 'x-svc-api-key': key },
      { name: 'Frog', ticker: 'FROG', description: 'A frog in the swamp.' },
    )
    expect([hired.status, hired.body.crew.length]).toEqual([200, 5])
    const plan = await call(
      '/api/agent/launch/dry-run',
      { 'x-svc-api-key': key },
      {
        intent: 'launch',
        name: 'Frog',
        ticker: 'FROG',
        imageBase64: FIRST_PICTURE,
        autoHire: {},
        launcherPubkey: toBase58(newKeyPair().publicKey),
      },
    )
    expect([plan.status, plan.body.feeMap.referrerBps]).toEqual([200, 500])
    const [timestamp, approver] = [String(Date.now()), samplePair('approver')]
    const signature = signDetached(new TextEncoder().encode(approvalMessage(plan.body.dryRunId, timestamp)), approver)
    const headers = { 'x-svc-wallet': toBase58(approver.publicKey), 'x-svc-timestamp': timestamp, 'x-svc-signature': toBase58(signature) }
    expect(await call(`/api/agent/launch/dry-run/${plan.body.dryRunId}/approve`, headers, {})).toMatchObject({ status: 200 })
  })

  test('a directory that has anybody in it is left as it is', async () => {
    const before = (await server.deps.storage.kols.all()).length
    await importSample(server.deps)
    expect((await server.deps.storage.kols.all()).length).toBe(before)
  })
})

test('decision "What simulated mode has by default": what is set stays, an empty one is not set; with a real chain nothing is added', () => {
  const set = { APPROVER_WALLETS: newPerson().wallet, CRANK_PAYER_KEY: 'mine', JOBS_ENABLED: '0' }
  expect(withSampleSettings(set)).toEqual(set)
  expect(withSampleSettings({ APPROVER_WALLETS: '', CRANK_PAYER_KEY: ' ' })).toEqual(withSampleSettings({}))
  const real = { SOLANA_RPC_URL: 'https://rpc.example' }
  expect(withSampleSettings(real)).toBe(real)
  const alone = { BASE_RPC_URL: 'https://base.example', EVM_TREASURY_WALLET: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }
  expect(withSampleSettings(alone)).toBe(alone)
})

test('decision "What simulated mode has by default": a service goes on without the directory that cannot be written', async () => {
  const { dataDir, remove } = temporaryDataDir()
  try {
    await (await startServerProcess({ DATA_DIR: dataDir })).stop()
    const database = new Database(`${dataDir}/service.db`)
    database.run('DELETE FROM kol')
    database.run("CREATE TRIGGER no_kols BEFORE INSERT ON kol BEGIN SELECT RAISE(ABORT, 'no kols'); END")
    database.close()
    const server = await startServerProcess({ DATA_DIR: dataDir })
    await eventually(() => server.logged('the sample directory was not imported'))
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(await server.stop()).toBe(0)
  } finally {
    remove()
  }
})
