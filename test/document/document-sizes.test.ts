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
