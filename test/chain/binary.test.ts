import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toBase64 } from '../../src/lib/bytes.ts'
import { newPerson, OPERATOR_KEY, pngBytes } from '../support/test-app.ts'
import { chainSkipReason } from './support/chain-programs.ts'
import { type ChainServer, startChainServer } from './support/chain-server.ts'
import { SOL } from './support/pump-scene.ts'
import { crewOf } from './support/service-scene.ts'

const ROOT = join(import.meta.dir, '../..')
const BINARY = join(ROOT, 'dist/agent-launch')
const builds = process.env.CI === 'true' || process.env.BINARY_TEST === '1'
const reason = chainSkipReason() ?? (builds || existsSync(BINARY) ? null : 'there is no dist/agent-launch; BINARY_TEST=1 builds it')
if (reason) console.warn(`test/chain/binary skipped: ${reason}`)

describe.skipIf(reason !== null)('the executable itself, on the real programs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'binary-chain-'))
  let server: ChainServer

  beforeAll(async () => {
    if (builds) {
      const build = Bun.spawn([process.execPath, 'build.ts'], { cwd: ROOT, stdout: 'ignore', stderr: 'inherit' })
      expect(await build.exited).toBe(0)
    }
    server = startChainServer()
  }, 180_000)
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('rules 1.1: it dry-runs, launches, locks in the slot of the create, and stops when it is told to', async () => {
    const child = Bun.spawn([BINARY], {
      cwd: folder,
      env: {
        PORT: '0',
        BASE_URL: 'https://launch.example.com',
        DATA_DIR: folder,
        OPERATOR_API_KEY: OPERATOR_KEY,
        SOLANA_RPC_URL: server.url,
        TREASURY_WALLET: newPerson().wallet,
        LOG_FORMAT: 'json',
      },
      stdout: 'pipe',
      stderr: 'inherit',
    })
    const reader = child.stdout.getReader()
    let out = ''
    while (!/"url":"[^"]+"/.test(out)) out += new TextDecoder().decode((await reader.read()).value)
    const url = /"url":"([^"]+)"/.exec(out)![1]!
    const launcher = newPerson()
    server.chain.airdrop(launcher.wallet, 2n * SOL)
    const body = {
      name: 'Binary Frog',
      ticker: 'BFROG',
      imageBase64: toBase64(pngBytes()),
      crew: crewOf(5),
      launcherPubkey: launcher.wallet,
      initialBuySol: 0.1,
    }
    const post = async (path: string, what: object) => {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-svc-api-key': OPERATOR_KEY, 'x-launcher-key': launcher.secret },
        body: JSON.stringify(what),
      })
      return { status: response.status, body: (await response.json()) as Record<string, any> }
    }
    const dryRun = await post('/api/agent/launch/dry-run', body)
    expect(dryRun).toMatchObject({ status: 200, body: { lockPath: 'atomic-v1', cluster: 'mainnet-beta' } })
    const launched = await post('/api/agent/launch', { ...body, dryRunId: dryRun.body.dryRunId })
    expect(launched).toMatchObject({ status: 201, body: { feeShareLocked: true, feesLockedAtLaunch: true, lockPath: 'atomic-v1' } })
    expect(launched.body.createSlot).toBe(launched.body.lockSlot)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  }, 180_000)
})
