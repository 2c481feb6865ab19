import { expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { startServerProcess, temporaryDataDir } from '../support/server-process.ts'

const KEY = 'operator-key-of-the-tests'
const THROWING = new URL('../fixtures/throw-on-signal.ts', import.meta.url).pathname

test('decision "A database that is away": an error of a connection that nobody waited for is logged and counted, any other ends the process', async () => {
  const folder = temporaryDataDir()
  const server = await startServerProcess({ DATA_DIR: folder.dataDir, OPERATOR_API_KEY: KEY, BUN_OPTIONS: `--preload=${THROWING}` })
  try {
    const counted = async () => {
      const response = await fetch(`${server.url}/metrics`, { headers: { 'x-svc-api-key': KEY } })
      return /^svc_connection_faults_total (\d+)$/m.exec(await response.text())?.[1] ?? '0'
    }
    expect(await counted()).toBe('0')
    process.kill(server.pid, 'SIGUSR2')
    await eventually(async () => (await counted()) === '1')
    await eventually(() => server.logged('a connection broke that nobody waited for'))
    process.kill(server.pid, 'SIGUSR2')
    await eventually(async () => (await counted()) === '2')
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)

    process.kill(server.pid, 'SIGWINCH')
    await eventually(() =>
      fetch(`${server.url}/healthz`).then(
        () => false,
        () => true,
      ),
    )
    // It ended by itself before it was told to.
    expect(await server.stop()).toBe(1)
  } finally {
    await server.kill()
    folder.remove()
  }
}, 60_000)
