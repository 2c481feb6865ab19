import { heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import { createRateLimiter } from '../../src/http/request/rate-limit.ts'
import { createTestApp } from '../support/test-app.ts'

test('decision "Everything that is kept has an owner, a bound and an end": a million addresses, each of a site of its own, take less than 64 MiB', async () => {
  const app = await createTestApp()
  const limiter = createRateLimiter(app.deps)
  Bun.gc(true)
  const before = heapStats().heapSize
  for (let n = 0; n < 1_000_000; n += 1) limiter.count('public-read', null, { bucket: `2001:db8:${n}::/64`, site: `2001:db8:${n}::/48` })
  Bun.gc(true)
  expect(heapStats().heapSize - before).toBeLessThan(67_108_864)
  await app.close()
})
