import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../src/commands/free-port.ts'
import { hasPythonClients, runPython } from '../support/python-clients.ts'
import { type ServerProcess, startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { newPerson, OPERATOR_KEY } from '../support/test-app.ts'

setDefaultTimeout(180_000)

const EXECUTABLE = join(import.meta.dir, '../../dist/agent-launch')

describe.skipIf(!hasPythonClients())('the official Python clients launch a coin at the executable', () => {
  const approver = newPerson()
  let data: ReturnType<typeof temporaryDataDir>
  let server: ServerProcess
  beforeEach(async () => {
    data = temporaryDataDir()
    // Its documents name the port, which the clients follow.
    const env = { DATA_DIR: data.dataDir, PORT: String(freePort()), OPERATOR_API_KEY: OPERATOR_KEY, APPROVER_WALLETS: approver.wallet }
    server = await startServerProcess(env, existsSync(EXECUTABLE) ? EXECUTABLE : undefined)
  })
  afterEach(async () => {
    await server.stop()
    data.remove()
  })

  /** Runs a program with a key that asks for approval, and an approver who gives it. */
  async function walk(program: string, env: Record<string, string> = {}) {
    const response = await fetch(`${server.url}/api/agent/keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-api-key': OPERATOR_KEY },
      body: JSON.stringify({ label: 'careful', requireApproval: true }),
    })
    const { key } = (await response.json()) as { readonly key: string }
    const seed = Buffer.from(approver.pair.secretKey.reveal().slice(0, 32)).toString('hex')
    return runPython(program, { SERVICE_URL: server.url, SERVICE_KEY: key, APPROVER_SEED: seed, ...env })
  }

  test.each([
    ['auto', '2026-07-28'],
    ['legacy', '2025-11-25'],
  ])('decision "MCP": the SDK of MCP, %s, by tools alone, and reads the rest', async (mode, version) => {
    expect(await walk('mcp_walk.py', { MCP_MODE: mode })).toEqual({
      version,
      tools: expect.arrayContaining(['dry_run', 'prepare_launch', 'submit_signed']),
      read: true,
      templates: 2,
      prompted: 'text',
      refused: [-32602, -32602, -32602, 'validation_invalid'],
      early: 'dry_run_not_approved',
      locked: [true, true],
    })
  })

  test('decision "Other agents": the SDK of A2A, which verifies the card’s signature, by messages alone', async () => {
    expect(await walk('a2a_walk.py')).toEqual({
      early: 'dry_run_not_approved',
      locked: true,
      coin: 'PYFROG',
      answered: true,
      // There are no tasks: an unknown one is refused, a list of them is empty.
      refused: ['validation_invalid', 'TaskNotFoundError', 'none', 'InvalidParamsError'],
    })
  })

  test('rules 10.21: standardwebhooks and svix take the message, and neither a changed one nor one under another secret', async () => {
    const judged = [true, false, false]
    expect(await walk('webhook_walk.py')).toEqual({ type: 'launch.created', mint: true, judged: [judged, judged] })
  })
})
