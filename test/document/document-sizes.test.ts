import { expect, test } from 'bun:test'
import { createPaidApp } from '../support/payment-bank.ts'
import { createTestApp } from '../support/test-app.ts'

/** Most bytes of the documents that an agent or its tools read first. */
const BYTES_MAX = { '/api/agent': 12_000, '/openapi.json': 350_000 }

test.each([
  ['as it starts', () => createTestApp()],
  ['with jobs and payments', async () => (await createPaidApp({ env: { JOBS_ENABLED: '1' } })).app],
] as const)('decision "Documents in proportion": of a service %s no document is longer than it may be', async (what, start) => {
  const app = await start()
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
