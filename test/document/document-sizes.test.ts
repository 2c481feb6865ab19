import { expect, test } from 'bun:test'
import { PUMP_FACTS } from '../../src/adapters/launchpads/pump/facts.ts'
import { launchpadsOf } from '../../src/config/launchpads.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { createPaidApp } from '../support/payment-bank.ts'
import { createTestApp } from '../support/test-app.ts'
import type { TestAppOptions } from '../support/test-deps.ts'

/** Most bytes of the documents that an agent or its tools read first. */
const BYTES_MAX = { '/api/agent': 12_000, '/openapi.json': 350_000 }

/** Every launchpad beside the one that a test has, as a service without their settings has them. */
const disabled = launchpadsOf(readConfig({})).flatMap(({ facts, reason }) => (reason === null ? [] : [{ facts, reason }]))
const ALL_OFF: TestAppOptions = { disabled }
const loaded = () => Promise.reject(new Error('no document loads a launchpad'))
const ALL_ON: TestAppOptions = {
  entries: () => [PUMP_FACTS, ...disabled.map(({ facts }) => facts)].map((facts) => ({ facts, load: loaded })),
}

test.each([
  ['as it starts', () => createTestApp(ALL_OFF)],
  ['with jobs and payments', async () => (await createPaidApp({ ...ALL_OFF, env: { JOBS_ENABLED: '1' } })).app],
  ['with jobs, payments and every launchpad', async () => (await createPaidApp({ ...ALL_ON, env: { JOBS_ENABLED: '1' } })).app],
] as const)('decision "Documents in proportion": of a service %s no document is longer than it may be', async (what, start) => {
  const app = await start()
  expect((await app.call('GET', '/api/platforms')).body.platforms.length).toBeGreaterThan(disabled.length)
  for (const [path, most] of Object.entries(BYTES_MAX)) {
    const { length } = Buffer.from(await (await app.raw(new Request(`http://launch.test${path}`))).text())
    console.log(`${path} ${what}: ${length} bytes`)
    expect(length).toBeLessThanOrEqual(most)
  }
  await app.close()
})

test('decision "Documents in proportion": llms.txt says how long what it links is', async () => {
  const app = await createTestApp()
  const read = async (path: string) => (await app.raw(new Request(`http://launch.test${path}`))).text()
  const sizeOf = async (path: string) => `${Math.ceil(Buffer.byteLength(await read(path)) / 1_000)} kB`
  const index = await read('/llms.txt')
  for (const path of ['/llms-full.txt', '/openapi.json', '/api/agent'])
    expect(index).toContain(`launch.test${path}), ${await sizeOf(path)}`)
  const topics = [...index.matchAll(/launch\.test(\/llms\/\S+)\):/g)].map(([, path]) => path!)
  const sizes = await Promise.all(topics.map(sizeOf))
  const longest = sizes.toSorted((one, other) => Number.parseInt(other) - Number.parseInt(one))[0]!
  expect(index).toContain(`Each has at most ${longest}:`)
  await app.close()
})
