import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer, type RunningServer } from '../../src/commands/start-server.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { jsonLines } from '../support/json-lines.ts'
import { commandsOf } from '../support/document-walk.ts'

let server: RunningServer
let directory: string
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'first-steps-'))
  // The document names the address, so the port has to be known before.
  const probe = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port } = probe
  await probe.stop(true)
  server = await startServer({ env: {} }, readConfig({ DATABASE_URL: 'sqlite::memory:', PORT: String(port), LOG_LEVEL: 'silent' }))
})
afterAll(async () => {
  await server.stop()
  rmSync(directory, { recursive: true })
})

const missing = ['bash', 'curl', 'jq', 'openssl'].filter((program) => !Bun.which(program))
if (missing.length > 0) console.log(`first steps of /llms.txt: skipped, there is no ${missing.join(', ')}`)

describe('decision "A topic": a client that knows nothing but /llms.txt', () => {
  test.skipIf(missing.length > 0)(
    'claims a key, dry-runs, launches and reads the status by running its commands as they stand',
    async () => {
      const commands = commandsOf(await (await fetch(`${server.url}/llms.txt`)).text())
      expect(commands.length).toBe(6)
      const shell = Bun.spawn(['bash', '-euo', 'pipefail', '-c', commands.join('\n')], { cwd: directory, stderr: 'pipe' })
      const [shown, complaints] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()])
      expect(complaints.replaceAll(/writing.*key\n|\.+\n|read.*key\n/g, '')).toBe('')
      expect(await shell.exited).toBe(0)
      const [plan, launched, status] = await Promise.all(
        ['plan', 'launched', 'status'].map((name) => Bun.file(join(directory, `${name}.json`)).json()),
      )
      expect(jsonLines(shown)).toHaveLength(3)
      expect(plan).toMatchObject({ ok: true, approvalRequired: false })
      expect(launched).toMatchObject({ ok: true, feeShareLocked: true, dryRunId: plan.dryRunId })
      expect(status).toMatchObject({
        ok: true,
        cluster: 'simulated',
        feeShareLocked: true,
        coin: { mint: launched.mint, ticker: 'NMFROG' },
      })
      const { coins } = (await (await fetch(`${server.url}/api/coins`)).json()) as { coins: unknown[] }
      expect(coins).toHaveLength(1)
    },
    60_000,
  )

  test('decision "Worked examples": on mainnet no command names a wallet that nobody holds', async () => {
    const { firstSteps } = await import('../../src/features/topics/first-steps.ts')
    const stated = (cluster: 'simulated' | 'mainnet-beta') =>
      JSON.stringify(firstSteps({ baseUrl: 'https://launch.test', cluster, dryRunLifetimeMs: 1_800_000 }))
    const wallets = stated('simulated').match(/[1-9A-HJ-NP-Za-km-z]{43,44}(?=\\")/g)!
    expect(wallets.length).toBeGreaterThanOrEqual(2)
    for (const wallet of wallets) expect(stated('mainnet-beta')).not.toContain(wallet)
    expect(stated('mainnet-beta')).toContain('WALLET_OF_ONE')
  })
})
