import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { runAgentLaunch } from '../support/run-command.ts'
import { startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { OPERATOR_KEY } from '../support/test-app.ts'

// Every command is a process of its own, and starts slowly on a busy machine.
setDefaultTimeout(180_000)

const [OLD, NEW, OTHER] = ['5', '7', '9'].map((digit) => `the sealing key with the number ${digit.repeat(32)}`) as [string, string, string]
let dataDir: string
let remove: () => void
beforeEach(() => ({ dataDir, remove } = temporaryDataDir()))
afterEach(() => remove())

const run = (args: readonly string[], env: Record<string, string>) => runAgentLaunch(args, { DATA_DIR: dataDir, PORT: '9', ...env })

test('decision "The sealing key rotates": beside a running service, and then without the old key', async () => {
  const server = await startServerProcess({ DATA_DIR: dataDir, OPERATOR_API_KEY: OPERATOR_KEY, SECRET_KEY: OLD })
  const body = JSON.stringify({ url: 'http://127.0.0.1:9/hook', events: ['launch.created'] })
  const headers = { 'x-svc-api-key': OPERATOR_KEY, 'content-type': 'application/json' }
  expect((await fetch(`${server.url}/api/webhooks`, { method: 'POST', headers, body })).status).toBe(201)

  expect(await run(['keys', 'reseal'], { SECRET_KEY: NEW })).toMatchObject({ code: 2, err: expect.stringContaining('SECRET_KEY_PREVIOUS') })
  const lost = await run(['keys', 'reseal'], { SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OTHER })
  expect(lost).toMatchObject({ code: 1, out: expect.stringContaining('127.0.0.1'), err: expect.stringContaining('nothing was changed') })

  const both = { SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD }
  expect((await run(['doctor'], both)).out).toContain('1 of the newest 1 endpoint(s) still need SECRET_KEY_PREVIOUS')
  expect(await run(['keys', 'reseal'], both)).toMatchObject({ code: 0, out: expect.stringContaining('1 endpoint(s) are sealed') })
  await server.stop()
  expect((await run(['doctor'], { SECRET_KEY: NEW })).out).toContain('the sealing key opens the webhook secrets')
})
