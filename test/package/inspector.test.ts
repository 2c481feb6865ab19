import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { approvalMessage } from '../../src/features/dry-run/approve-dry-run.ts'
import { toBase58 } from '../../src/lib/bytes.ts'
import { RESOURCES } from '../../src/mcp/resources.ts'
import { signDetached } from '../../src/lib/ed25519.ts'
import { newKeyPair } from '../support/new-key-pair.ts'
import { type ServerProcess, startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { signOffer } from '../support/sign-offer.ts'
import { CREW_WALLETS, newPerson, OPERATOR_KEY, pngBytes } from '../support/test-app.ts'

setDefaultTimeout(180_000)

const EXECUTABLE = join(import.meta.dir, '../../dist/agent-launch')
const INSPECTOR = join(import.meta.dir, 'inspector/node_modules/@modelcontextprotocol/inspector')
if (!existsSync(INSPECTOR)) {
  console.warn('The inspector is not run: `bun run mcp:inspector` installs it (in test/package/inspector).')
}

describe.skipIf(!existsSync(INSPECTOR))('decision "MCP": the inspector of MCP, from the command line', () => {
  const data = temporaryDataDir()
  const [approver, payer, launcher] = [newPerson(), newPerson(), newPerson()]
  let server: ServerProcess
  beforeAll(async () => {
    const env = { OPERATOR_API_KEY: OPERATOR_KEY, APPROVER_WALLETS: approver.wallet, CRANK_PAYER_KEY: payer.secret }
    server = await startServerProcess({ DATA_DIR: data.dataDir, ...env }, existsSync(EXECUTABLE) ? EXECUTABLE : undefined)
  })
  afterAll(async () => {
    await server.stop()
    data.remove()
  })

  const ask = async (key: string | null, ...args: string[]): Promise<any> => {
    const { bin } = await Bun.file(join(INSPECTOR, 'package.json')).json()
    const program = join(INSPECTOR, Object.values(bin as Record<string, string>)[0]!)
    const headers = key === null ? [] : ['--header', `x-svc-api-key: ${key}`]
    const command = [process.execPath, program, '--cli', `${server.url}/mcp`, '--transport', 'http', ...headers, ...args]
    const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' })
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
    if (!out.trim().startsWith('{')) throw new Error(`the inspector said: ${out}${err}`)
    return JSON.parse(out)
  }
  const call = async (key: string | null, name: string, args: Record<string, unknown> = {}): Promise<any> => {
    const given = Object.entries(args).flatMap(([field, value]) => [
      '--tool-arg',
      `${field}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ])
    return (await ask(key, '--method', 'tools/call', '--tool-name', name, ...given)).structuredContent
  }
  const post = async (path: string, body: object | null, headers: Record<string, string> = {}): Promise<any> => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
    })
    return response.json()
  }

  test('lists what there is, and launches, approves, repairs and cranks a coin by tools alone', async () => {
    const { tools } = await ask(null, '--method', 'tools/list')
    expect(tools.map(({ name }: { name: string }) => name)).toContain('prepare_launch')
    expect((await ask(null, '--method', 'resources/list')).resources).toHaveLength(RESOURCES.length)
    expect((await ask(null, '--method', 'prompts/list')).prompts).toHaveLength(3)
    expect((await call(null, 'claim_key', { label: 'inspector' })).key).toStartWith('svc_ak_')

    const { key } = await post('/api/agent/keys', { label: 'careful', requireApproval: true }, { 'x-svc-api-key': OPERATOR_KEY })
    const mint = newKeyPair()
    const launch = {
      name: 'Inspected Frog',
      ticker: 'XLOCKFAIL',
      imageBase64: Buffer.from(pngBytes()).toString('base64'),
      crew: [{ handle: '@one', wallet: CREW_WALLETS[0], share: 100 }],
      launcherPubkey: launcher.wallet,
      mintPubkey: toBase58(mint.publicKey),
    }
    const approve = async (id: string) => {
      const timestamp = String(Date.now())
      const signature = toBase58(signDetached(new TextEncoder().encode(approvalMessage(id, timestamp)), approver.pair))
      const headers = { 'x-svc-wallet': approver.wallet, 'x-svc-timestamp': timestamp, 'x-svc-signature': signature }
      expect(await post(`/api/agent/launch/dry-run/${id}/approve`, null, headers)).toMatchObject({ ok: true })
    }
    const { dryRunId } = await call(key, 'dry_run', launch)
    expect(await call(key, 'prepare_launch', { ...launch, dryRunId })).toMatchObject({ code: 'dry_run_not_approved' })
    await approve(dryRunId)
    expect(await call(key, 'plan', { id: dryRunId })).toMatchObject({ approved: true })
    const offer = await call(key, 'prepare_launch', { ...launch, dryRunId })
    const transactions = signOffer(offer, [launcher.pair, mint])
    expect(await call(key, 'submit_signed', { launchId: offer.launchId, transactions })).toMatchObject({ feeShareLocked: false })

    const target = { mint: launch.mintPubkey, launcherPubkey: launcher.wallet }
    const plan = await call(key, 'dry_run', { intent: 'wire-fees', ...target })
    await approve(plan.dryRunId)
    const lock = await call(key, 'wire_fees', { ...target, dryRunId: plan.dryRunId })
    const locked = { lockId: lock.lockId, transactions: signOffer(lock, [launcher.pair]) }
    expect(await call(key, 'submit_lock', locked)).toMatchObject({ feeShareLocked: true })

    const trade = { wallet: newPerson().wallet, side: 'buy', sol: 2 }
    expect(await post(`/api/simulated/${launch.mintPubkey}/trades`, trade)).toMatchObject({ ok: true })
    expect((await call(key, 'crank', { mint: launch.mintPubkey })).distributedSol).toBeGreaterThan(0)
    expect((await call(key, 'launch_status', { mint: launch.mintPubkey })).feeShareLocked).toBe(true)
  })
})
