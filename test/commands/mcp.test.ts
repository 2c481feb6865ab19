import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSigner } from '../../clients/typescript/src/agent-launch-client.ts'
import { runAgentLaunch } from '../support/run-command.ts'
import { type ServerProcess, startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { CREW_WALLETS, pngBytes } from '../support/test-app.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname

describe('mcp on standard input and output, over a service in a process of its own', () => {
  const data = temporaryDataDir()
  const home = mkdtempSync(join(tmpdir(), 'agent-launch-home-'))
  const keypair = join(home, 'launcher.json')
  let server: ServerProcess
  let launcher: Awaited<ReturnType<typeof newSigner>>

  beforeAll(async () => {
    launcher = await newSigner()
    await Bun.write(keypair, JSON.stringify([...launcher.secretKey]), { mode: 0o600 })
    server = await startServerProcess({ DATA_DIR: data.dataDir })
    await runAgentLaunch(['key', 'claim'], { HOME: home, BASE_URL: server.url }, home)
  })
  afterAll(async () => {
    await server.stop()
    data.remove()
    rmSync(home, { recursive: true, force: true })
  })

  const connect = async (options: object, args: readonly string[] = []) => {
    const client = new Client({ name: 'desktop', version: '1' }, options)
    const env = { PATH: process.env.PATH ?? '', HOME: home, BASE_URL: server.url }
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp', ...args], env, stderr: 'ignore' }))
    return client
  }

  test.each([
    ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
    ['the generation before', {}],
  ])('the official client of %s lists, reads and calls with the key of the file', async (_name, options) => {
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
    const client = await connect({ versionNegotiation: { mode: { pin: '2026-07-28' } } }, ['--keypair', keypair])
    const tool = (await client.listTools()).tools.find(({ name }) => name === 'sign_and_launch')!
    expect(Object.keys(tool.inputSchema.properties!)).not.toContain('launcherPubkey')
    const coin = {
      name: 'Desk Frog',
      ticker: 'DKFROG',
      description: 'It sits on the desk.',
      imageBase64: Buffer.from(pngBytes()).toString('base64'),
      crew: [{ handle: '@one', wallet: CREW_WALLETS[0], share: 100 }],
    }
    const planned = (await client.callTool({ name: 'dry_run', arguments: { ...coin, launcherPubkey: launcher.address } })) as any
    expect(planned.structuredContent).toMatchObject({ ok: true })
    const { dryRunId } = planned.structuredContent
    const launched = (await client.callTool({ name: 'sign_and_launch', arguments: { ...coin, dryRunId } })) as any
    expect(launched.structuredContent).toMatchObject({ ok: true, feeShareLocked: true })
    const again = (await client.callTool({ name: 'sign_and_launch', arguments: { ...coin, dryRunId } })) as any
    expect(again).toMatchObject({ isError: true, structuredContent: { ok: false } })
    await client.close()
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
