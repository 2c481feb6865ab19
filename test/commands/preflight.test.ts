import { expect, setDefaultTimeout, test } from 'bun:test'
import { createMachineTime } from '../../src/adapters/machine-time.ts'
import { publicAddressFinding } from '../../src/commands/preflight/public-address-finding.ts'
import { runAgentLaunch } from '../support/run-command.ts'
import { startServerProcess, temporaryDataDir } from '../support/server-process.ts'

setDefaultTimeout(180_000)

test('decision "What keeps a start from happening": preflight names what is missing, in the order of the page, and makes nothing', async () => {
  const { dataDir, remove } = temporaryDataDir()
  try {
    const bare = await runAgentLaunch(['preflight'], { DATA_DIR: dataDir, PORT: '9' })
    expect(bare.code).toBe(1)
    expect([...(bare.out.match(/^\d\. +[A-Z_]+/gm) ?? [])]).toEqual(
      ['BASE_URL', 'TRUSTED_PROXIES', 'OPERATOR_API_KEY', 'TREASURY_WALLET'].map((name, index) => `${`${index + 1}.`.padEnd(7)} ${name}`),
    )
    expect(bare.out).toContain('Not ready to launch: 4 thing(s)')
    const several = await runAgentLaunch(['preflight'], { DATA_DIR: dataDir, OPERATOR_KEYS: `anna:all:${'ab'.repeat(32)}` })
    expect(several.out).not.toContain('OPERATOR_API_KEY')
    const refused = await runAgentLaunch(['preflight'], { DATA_DIR: dataDir, BASE_URL: 'ftp://x', TRUSTED_PROXIES: '127.0.0.0/8' })
    expect(refused.out).toMatch(/^1\. +OPERATOR_API_KEY[^]*^2\. +TREASURY_WALLET[^]*^3\. +BASE_URL[^]*fix: /m)
  } finally {
    remove()
  }
})

test('decision "What keeps a start from happening": the public address is asked for a service that is ready', async () => {
  const { dataDir, remove } = temporaryDataDir()
  const server = await startServerProcess({ DATA_DIR: dataDir })
  const find = () => publicAddressFinding(createMachineTime(), { BASE_URL: server.url })
  expect(await find()).toEqual({ level: 'ok', text: `the service answers at ${server.url}, and is ready` })
  await server.stop()
  expect(await find()).toMatchObject({ level: 'fail', text: expect.stringContaining(`no service answers at ${server.url}`) })
  remove()
})
