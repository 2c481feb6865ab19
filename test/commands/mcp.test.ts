import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundledMain } from '../support/bundled-main.ts'
import { newSigner } from '../../clients/typescript/src/agent-launch-client.ts'
import { approvalMessage } from '../../src/features/dry-run/approve-dry-run.ts'
import { toBase58 } from '../../src/lib/bytes.ts'
import { signDetached } from '../../src/lib/ed25519.ts'
import { runAgentLaunch } from '../support/run-command.ts'
import { type ServerProcess, startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { CREW_WALLETS, newPerson, OPERATOR_KEY, pngBytes } from '../support/test-app.ts'

const MODERN = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const
const REVISIONS = [
  ['2026-07-28', MODERN],
  ['the generation before', {}],
] as const

const coin = {
  name: 'Desk Frog',
  ticker: 'DKFROG',
  description: 'It sits on the desk.',
  imageBase64: Buffer.from(pngBytes()).toString('base64'),
  crew: [{ handle: '@one', wallet: CREW_WALLETS[0], share: 100 }],
}

const MAIN = await bundledMain()

describe('decision "agent-launch mcp": mcp on standard input and output, over a service in a process of its own', () => {
  const data = temporaryDataDir()
  const home = mkdtempSync(join(tmpdir(), 'agent-launch-home-'))
  const keypair = join(home, 'launcher.json')
  const approver = newPerson()
  let server: ServerProcess
  let launcher: Awaited<ReturnType<typeof newSigner>>

  beforeAll(async () => {
    launcher = await newSigner()
    await Bun.write(keypair, JSON.stringify([...launcher.secretKey]), { mode: 0o600 })
    server = await startServerProcess({ DATA_DIR: data.dataDir, OPERATOR_API_KEY: OPERATOR_KEY, APPROVER_WALLETS: approver.wallet })
    await runAgentLaunch(['key', 'claim'], { HOME: home, BASE_URL: server.url }, home)
  })
  afterAll(async () => {
    await server.stop()
    data.remove()
    rmSync(home, { recursive: true, force: true })
  })

  const connect = async (options: object, args: readonly string[] = []) => {
    const client = new Client({ name: 'desktop', version: '1' }, options)
    await connectTo(client, args)
    return client
  }

  const connectTo = (client: Client, args: readonly string[]) => {
    const env = { PATH: process.env.PATH ?? '', HOME: home, BASE_URL: server.url }
    return client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp', ...args], env, stderr: 'ignore' }))
  }

  const approve = async (id: string) => {
    const timestamp = String(Date.now())
    const signature = toBase58(signDetached(new TextEncoder().encode(approvalMessage(id, timestamp)), approver.pair))
    const headers = { 'x-svc-wallet': approver.wallet, 'x-svc-timestamp': timestamp, 'x-svc-signature': signature }
    expect((await fetch(`${server.url}/api/agent/launch/dry-run/${id}/approve`, { method: 'POST', headers })).status).toBe(200)
  }

  test.each(REVISIONS)('the official client of %s lists, reads and calls with the key of the file', async (_name, options) => {
    const client = await connect(options)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('prepare_launch')
    expect(tools.map(({ name }) => name)).not.toContain('sign_and_launch')
    expect(await client.callTool({ name: 'list_launches', arguments: {} })).toMatchObject({ structuredContent: { ok: true, launches: [] } })
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('launch')
    const [resource] = (await client.listResources()).resources
    expect((await client.readResource({ uri: resource!.uri })).contents).toHaveLength(1)
    expect(await client.callTool({ name: 'coin', arguments: { mint: 'unknown' } })).toMatchObject({ isError: true })
    await client.close()
  })

  test('with a keypair it launches what was planned, once, and signs here', async () => {
    const client = await connect(MODERN, ['--keypair', keypair])
    const tool = (await client.listTools()).tools.find(({ name }) => name === 'sign_and_launch')!
    expect(Object.keys(tool.inputSchema.properties!)).not.toContain('launcherPubkey')
    const planned = (await client.callTool({ name: 'dry_run', arguments: { ...coin, launcherPubkey: launcher.address } })) as any
    expect(planned.structuredContent).toMatchObject({ ok: true })
    const { dryRunId } = planned.structuredContent
    const launched = (await client.callTool({ name: 'sign_and_launch', arguments: { ...coin, dryRunId } })) as any
    expect(launched.structuredContent).toMatchObject({ ok: true, feeShareLocked: true })
    const again = (await client.callTool({ name: 'sign_and_launch', arguments: { ...coin, dryRunId } })) as any
    expect(again).toMatchObject({ isError: true, structuredContent: { ok: false } })
    await client.close()
  })

  test.each(REVISIONS)(
    'signed by the wallet of this machine, the official client of %s locks fees that were left open, once',
    async (_name, options) => {
      const client = await connect(options, ['--keypair', keypair])
      const call = async (name: string, args: object) => (await client.callTool({ name, arguments: { ...args } })) as any
      const { structuredContent: launched } = await call('sign_and_launch', { ...coin, ticker: 'XLOCKFAIL' })
      expect(launched).toMatchObject({ ok: true, feeShareLocked: false })
      const { mint } = launched
      expect((await call('sign_and_lock', { mint })).structuredContent).toMatchObject({ ok: true, mint, feeShareLocked: true })
      expect((await call('launch_status', { mint })).structuredContent).toMatchObject({ feeShareLocked: true })
      expect(await call('sign_and_lock', { mint })).toMatchObject({
        isError: true,
        structuredContent: { code: 'fee_share_already_locked' },
      })
      await client.close()
    },
  )

  test('a signed lock of a coin that another wallet launched is refused, and stays open for its own', async () => {
    const own = await connect(MODERN, ['--keypair', keypair])
    const { structuredContent: launched } = (await own.callTool({
      name: 'sign_and_launch',
      arguments: { ...coin, ticker: 'XLOCKFAIL' },
    })) as any
    const other = join(home, 'other.json')
    await Bun.write(other, JSON.stringify([...(await newSigner()).secretKey]), { mode: 0o600 })
    const stranger = await connect(MODERN, ['--keypair', other])
    const lock = { name: 'sign_and_lock', arguments: { mint: launched.mint } }
    expect(await stranger.callTool(lock)).toMatchObject({ isError: true, structuredContent: { code: 'launcher_not_creator' } })
    expect(await own.callTool(lock)).toMatchObject({ structuredContent: { feeShareLocked: true } })
    await Promise.all([own.close(), stranger.close()])
  })

  test('decision "Approval over MCP": a launch that a person has to approve first: their client opens the page, and the same call goes on', async () => {
    const minted = await fetch(`${server.url}/api/agent/keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-api-key': OPERATOR_KEY },
      body: JSON.stringify({ label: 'careful', requireApproval: true }),
    })
    const keyFile = join(home, 'careful.key')
    await Bun.write(keyFile, ((await minted.json()) as { key: string }).key, { mode: 0o600 })
    const args = ['--keypair', keypair, '--key', keyFile]
    const plan = async (client: Client, ticker: string) =>
      ((await client.callTool({ name: 'dry_run', arguments: { ...coin, ticker, launcherPubkey: launcher.address } })) as any)
        .structuredContent as { dryRunId: string; approvalUrl: string }

    const opened: string[] = []
    const client = new Client({ name: 'desktop', version: '1' }, { ...MODERN, capabilities: { elicitation: { url: {} } } } as object)
    client.setRequestHandler('elicitation/create', async ({ params }: any) => {
      opened.push(params.url)
      await approve(params.url.split('/').at(-1))
      return { action: 'accept' as const }
    })
    await connectTo(client, args)
    const { dryRunId, approvalUrl } = await plan(client, 'APPRV')
    const launched = await client.callTool({ name: 'sign_and_launch', arguments: { ...coin, ticker: 'APPRV', dryRunId } })
    expect([opened, launched]).toEqual([
      [approvalUrl],
      expect.objectContaining({ structuredContent: expect.objectContaining({ feeShareLocked: true }) }),
    ])
    await client.close()

    // A client that opens no pages is told in words, and calls again.
    const words = await connect({}, args)
    const second = await plan(words, 'WORDS')
    const call = async () =>
      (await words.callTool({ name: 'sign_and_launch', arguments: { ...coin, ticker: 'WORDS', dryRunId: second.dryRunId } })) as any
    const early = await call()
    expect([early.isError, early.content.at(-1).text]).toEqual([true, expect.stringContaining(second.approvalUrl)])
    await approve(second.dryRunId)
    expect((await call()).structuredContent).toMatchObject({ feeShareLocked: true })
    await words.close()
  })

  test('what a service refuses before it has read a message is the answer to that message; other JSON is none', async () => {
    const answers = [{ jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'Too many calls.' } }, { ok: false }]
    const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json(answers.shift(), { status: 429 }) })
    const message = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list', params: {} })}\n`
    const env = { HOME: home, BASE_URL: other.url.origin }
    const ends = [await runAgentLaunch(['mcp'], env, home, message(1)), await runAgentLaunch(['mcp'], env, home, message(2))]
    await other.stop(true)
    const refusals = ends.map(({ out }) => JSON.parse(out)).map(({ id, error }) => [id, error.code])
    expect(refusals).toEqual([
      [1, -32_000],
      [2, -32_603],
    ])
  })

  test('what is no message, and a service that does not answer, are told as errors of the protocol; a secret from stdin is refused', async () => {
    const env = { HOME: home, BASE_URL: 'http://127.0.0.1:9' }
    const message = JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'tools/list', params: {} })
    const { code, out } = await runAgentLaunch(['mcp'], env, home, `no json\n[]\n${message}\n`)
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect([code, lines.map(({ id, error }) => [id, error.code])]).toEqual([
      0,
      [
        [null, -32_700],
        [null, -32_700],
        [5, -32_603],
      ],
    ])
    expect((await runAgentLaunch(['mcp', '--keypair', '-'], env, home, '')).code).toBe(2)
    expect((await runAgentLaunch(['mcp', '--url', 'http://launch.example'], env, home, '')).code).toBe(2)
  })
})
