import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bundledMain } from '../support/bundled-main.ts'
import { toBase58, toBase64 } from '../../src/lib/bytes.ts'
import { eventually } from '../support/eventually.ts'
import { newKeyPair } from '../support/new-key-pair.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'
import { pngBytes } from '../support/test-app.ts'

const probe = mountSmallDisk(1)
probe?.unmount()
if (!probe) console.log('SKIPPED a full disk: this user may not mount a file system')

const MIB = 1_048_576
const main = await bundledMain()

interface Answer {
  readonly status: number
  readonly body: any
  readonly retryAfter: string | null
}

describe.skipIf(!probe)('decision "Without room nothing new is begun": a full disk', () => {
  let disk: SmallDisk
  let server: ServerProcess | null
  beforeEach(() => {
    disk = mountSmallDisk(20)!
    server = null
  })
  afterEach(async () => {
    await server?.kill()
    disk.unmount()
  })

  const env = () => ({ DATA_DIR: disk.folder, DISK_FREE_MIN_MIB: '2', OPERATOR_API_KEY: 'operator-key-of-the-tests' })
  const launcher = newKeyPair()
  const crew = [{ handle: '@one', wallet: toBase58(newKeyPair().publicKey), share: 100 }]
  const coin = (changes = {}) => ({
    name: 'Night Market Frog',
    ticker: 'NMFROG',
    description: 'A frog.',
    imageBase64: toBase64(pngBytes()),
    crew,
    launcherPubkey: toBase58(launcher.publicKey),
    ...changes,
  })
  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${server!.url}${path}`, {
      method,
      headers: { 'x-svc-api-key': 'operator-key-of-the-tests', 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, body: isJson ? JSON.parse(text) : text, retryAfter: response.headers.get('retry-after') }
  }
  const dryRun = () => call('POST', '/api/agent/launch/dry-run', coin())
  const launch = (changes = {}, headers = {}) =>
    call('POST', '/api/agent/launch', coin(changes), { 'x-launcher-key': toBase58(launcher.secretKey.reveal()), ...headers })
  const ready = async () => (await call('GET', '/readyz')).status === 200

  test('nothing new is begun, a launch under way is finished with the reserve, and with room all goes on without a restart', async () => {
    server = await startServerProcess(env())
    await eventually(() => existsSync(join(disk.folder, 'reserve')))
    const received: string[] = []
    const receiver = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: async (request) => {
        received.push(((await request.json()) as { type: string }).type)
        return new Response()
      },
    })
    await call('POST', '/api/webhooks', { url: `http://127.0.0.1:${receiver.port}/`, events: ['launch.created', 'feeShare.locked'] })
    expect((await dryRun()).status).toBe(200)
    const { mint: earlier } = (await launch()).body
    await eventually(() => received.length === 2)

    const slow = launch({ ticker: 'XSLOW' }, { 'x-idempotency-key': 'under-way-when-full' })
    await eventually(async () => (await call('GET', '/api/agent/launches')).body.launches.some((row: any) => row.state === 'broadcast'))
    disk.fill()
    const refused = { status: 503, retryAfter: '30', body: { code: 'storage_full', detail: expect.stringContaining('MiB are free') } }
    await eventually(async () => /^svc_storage_full 1$/m.test((await call('GET', '/metrics')).body))
    expect(await dryRun()).toMatchObject(refused)
    expect(await launch({ ticker: 'OTHER' })).toMatchObject(refused)
    expect(await call('POST', '/api/agent/crank', { mint: earlier })).toMatchObject(refused)
    expect(await call('POST', '/api/agent/keys/claim', {})).toMatchObject(refused)
    expect(await call('GET', '/readyz')).toMatchObject({ status: 503, body: { detail: expect.stringContaining('storage (only') } })
    const metrics = (await call('GET', '/metrics')).body as string
    expect(metrics).toMatch(/^svc_storage_full 1$/m)
    expect(metrics).toMatch(/^svc_data_dir_free_bytes \d{1,6}$/m)
    expect(metrics).toMatch(/^svc_database_bytes [1-9]\d+$/m)
    // What reads goes on.
    expect((await call('GET', '/api/coins')).body.coins).toHaveLength(1)
    expect((await call('GET', '/api/agent/launches')).status).toBe(200)
    // Landed and written down with what the reserve held.
    const landed = await slow
    expect(landed.status).toBe(201)
    expect(existsSync(join(disk.folder, 'reserve'))).toBe(false)
    await eventually(() => received.length === 4)

    disk.empty()
    await eventually(ready)
    expect((await dryRun()).status).toBe(200)
    expect((await launch({ ticker: 'AGAIN' })).status).toBe(201)
    await eventually(() => existsSync(join(disk.folder, 'reserve')))
    await eventually(() => received.length === 6)
    expect((await call('GET', '/api/coins')).body.coins).toHaveLength(3)
    expect(server.logged('request failed')).toBe(false)
    await receiver.stop(true)
    expect(await server.stop()).toBe(0)
    server = null
  }, 180_000)

  test('where no room is watched, a write that finds none says so too, and keeps nothing; the cause is in the log', async () => {
    server = await startServerProcess({ ...env(), DISK_FREE_MIN_MIB: '0' })
    expect((await dryRun()).status).toBe(200)
    disk.fill()
    const big = coin({ imageBase64: toBase64(new Uint8Array(600_000).fill(7, 8).map((byte, index) => pngBytes()[index] ?? byte)) })
    const refused = await call('POST', '/api/agent/launch/dry-run', big)
    expect(refused).toMatchObject({
      status: 503,
      retryAfter: '30',
      body: { code: 'storage_full', detail: expect.stringContaining('disk is full') },
    })
    // Whoever wrote first met it: this request, or a job of the schedule.
    const whoTells = ['request refused', 'job failed', 'job run not recorded', 'no try for the leader lease']
    await eventually(() => whoTells.some((message) => server!.logged(message)))
    const readyz = await call('GET', '/readyz')
    expect(readyz).toMatchObject({ status: 503, body: { detail: expect.stringContaining('storage (the disk is full') } })
    disk.empty()
    await eventually(ready)
    expect((await call('POST', '/api/agent/launch/dry-run', big)).status).toBe(200)
    // The simulated chain writes a file of its own.
    disk.fill()
    let airdrop: Answer = { status: 200, body: null, retryAfter: null }
    for (let tries = 0; tries < 2_000 && airdrop.status === 200; tries += 1)
      airdrop = await call('POST', `/api/simulated/wallets/${toBase58(newKeyPair().publicKey)}/airdrop`, { sol: 1 })
    expect(airdrop).toMatchObject({ status: 503, body: { code: 'storage_full' } })
    disk.empty()
    await eventually(ready)
  }, 180_000)

  test('decision "A backup": a backup without room is one sentence, exit code 1 and no file; a first start leaves no half a key', async () => {
    server = await startServerProcess(env())
    for (let size = 0; size < 3; size += 1) {
      const bytes = new Uint8Array(1_500_000).fill(size + 1)
      bytes.set(pngBytes().subarray(0, 8))
      expect((await call('POST', '/api/agent/launch/dry-run', coin({ imageBase64: toBase64(bytes) }))).status).toBe(200)
    }
    const backup = async () => {
      const child = Bun.spawn([process.execPath, main, 'backup'], { env: { DATA_DIR: disk.folder }, stdout: 'pipe', stderr: 'pipe' })
      const [err, code] = await Promise.all([new Response(child.stderr).text(), child.exited])
      return { err, code }
    }
    disk.fill(2 * MIB)
    const refused = await backup()
    expect(refused).toEqual({ code: 1, err: expect.stringMatching(/^No backup was made: .* MiB are free there\. .*\n$/) })
    expect(readdirSync(join(disk.folder, 'backups'))).toEqual([])
    disk.empty()
    expect(await backup()).toMatchObject({ code: 0 })
    await server.stop()
    server = null

    const bare = mountSmallDisk(1)!
    bare.fill()
    const start = Bun.spawn([process.execPath, main, 'serve'], {
      env: { DATA_DIR: join(bare.folder, '.'), PORT: '0' },
      stdout: 'ignore',
      stderr: 'pipe',
    })
    expect(await start.exited).not.toBe(0)
    expect(existsSync(join(bare.folder, 'secret.key'))).toBe(false)
    bare.unmount()
  }, 180_000)
})
