import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/limits.ts'
import { pruneStorage } from '../../../src/features/maintenance/prune-storage.ts'
import { toBase64 } from '../../../src/lib/bytes.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { PROPERTY_INPUTS } from '../../support/property.ts'
import { temporaryDataDir } from '../../support/server-process.ts'
import { createTestApp, newPerson, OPERATOR_KEY, pngBytes, type TestApp } from '../../support/test-app.ts'
import type { TestAppOptions } from '../../support/test-deps.ts'

const DRY_RUN = '/api/agent/launch/dry-run'
const MIB = 1_048_576

const pictureOf = (seed: number, size: number): string => {
  const bytes = new Uint8Array(size).fill(seed)
  bytes.set(pngBytes(seed).subarray(0, 8))
  bytes.set([seed >> 8, seed & 255], 40)
  return toBase64(bytes)
}

let app: TestApp
let folder: ReturnType<typeof temporaryDataDir>
const start = async (options: TestAppOptions = {}) => {
  app = await createTestApp({ policy: { rateLimits: false }, ...options, databaseUrl: `sqlite:${join(folder.dataDir, 'service.db')}` })
}
beforeEach(() => void (folder = temporaryDataDir()))
afterEach(async () => {
  await app.close()
  folder.remove()
})

const fileBytes = () => statSync(join(folder.dataDir, 'service.db')).size
const dryRun = (key: string, seed: number, size = 4_900_000) =>
  app.call('POST', DRY_RUN, app.launchBody({ imageBase64: pictureOf(seed, size) }), { key })
const pruned = async () => {
  const pruning = pruneStorage(app.deps)
  while ((await Promise.race([pruning.then(() => 'done'), app.clock.advance(50).then(() => 'more')])) !== 'done');
}

describe('decision "Everything that is kept has an owner, a bound and an end": pictures have an owner, a bound and an end', () => {
  // Twenty in check:full.
  const pictures = PROPERTY_INPUTS > 1_000 ? 20 : 8

  test(`${pictures} dry-runs with different pictures of 4.9 MB: hours later they are gone, and so is the room they took`, async () => {
    await start({ policy: { rateLimits: false, pictureQuota: { ownBytes: 200 * MIB, allBytes: 400 * MIB } } })
    const key = await app.claim()
    for (let seed = 1; seed <= pictures; seed += 1) expect((await dryRun(key, seed)).status).toBe(200)
    expect(await app.deps.storage.bytes()).toBeGreaterThan(pictures * 4_900_000)
    await app.clock.advance(59 * MINUTE_MS)
    await pruned()
    expect(await app.deps.storage.bytes()).toBeGreaterThan(pictures * 4_900_000)
    await app.clock.advance(2 * MINUTE_MS)
    await pruned()
    expect(await app.deps.storage.bytes()).toBeLessThan(4 * MIB)
    // The log is folded in when the last connection ends.
    await app.deps.storage.close()
    expect(fileBytes()).toBeLessThan(4 * MIB)
    await start()
  })

  test('a launch has its picture for good, a failed one lets it go, and a plan under way keeps it', async () => {
    await start()
    const key = await app.claim()
    const launch = (changes: Record<string, unknown>) =>
      app.call('POST', '/api/agent/launch', app.launchBody(changes), { key, headers: { 'x-launcher-key': app.launcher.secret } })
    const { dryRunId } = (await dryRun(key, 1, 1_000)).body
    const body = { imageBase64: undefined, dryRunId }
    const launched = await launch(body)
    expect(launched.status).toBe(201)
    expect((await launch({ imageBase64: pictureOf(2, 1_000), ticker: 'XCREATEFAIL' })).status).toBe(400)
    const direct = await launch({ imageBase64: pictureOf(3, 1_000) })
    await app.clock.advance(3 * 24 * HOUR_MS)
    await pruned()
    const logo = async (mint: string) => (await app.call('GET', `/api/coins/${mint}/logo`)).status
    expect([await logo(launched.body.mint), await logo(direct.body.mint)]).toEqual([200, 200])
    const left = await app.deps.storage.images.unusedOfAll('')
    expect(left.all).toBe(0)
  })

  test('a caller whose unused pictures fill the quota is refused before anything is stored; other keys of the address too', async () => {
    await start({ env: { PICTURE_QUOTA_MIB: '5', PICTURE_TOTAL_MIB: '100' } })
    const claim = () => app.call('POST', '/api/agent/keys/claim', {}, { address: '203.0.113.77' })
    const [first, second] = [(await claim()).body.key, (await claim()).body.key]
    expect((await dryRun(first, 1, 2_600_000)).status).toBe(200)
    const before = await app.deps.storage.bytes()
    const refused = await expectNothingHappened(app, () => dryRun(second, 2, 2_800_000))
    expect(refused).toMatchObject({ status: 429, body: { code: 'picture_quota_exceeded', retryAfterSec: 3_600 } })
    expect(refused.headers.get('retry-after')).toBe('3600')
    const unsigned = app.launchBody({ imageBase64: pictureOf(3, 2_800_000), mintPubkey: newPerson().wallet })
    expect(await app.call('POST', '/api/agent/launch/unsigned', unsigned, { key: second })).toMatchObject({ status: 429 })
    expect(await app.deps.storage.bytes()).toBe(before)
    // The same picture again takes no more room; a small one fits; another address has its own.
    expect((await dryRun(second, 1, 2_600_000)).status).toBe(200)
    expect((await dryRun(second, 4, 1_000)).status).toBe(200)
    expect((await dryRun(await app.claim(), 2, 2_800_000)).status).toBe(200)
    await app.clock.advance(HOUR_MS + 1_000)
    await pruned()
    expect((await dryRun(second, 2, 2_800_000)).status).toBe(200)
  })

  test('claimed keys together leave a quarter of the room to keys that the operator minted', async () => {
    await start({ env: { PICTURE_QUOTA_MIB: '5', PICTURE_TOTAL_MIB: '8' } })
    const [one, two] = [await app.claim(), await app.claim()]
    expect((await dryRun(one, 1, 3 * MIB)).status).toBe(200)
    const refused = await expectNothingHappened(app, () => dryRun(two, 2, 4 * MIB))
    expect(refused).toMatchObject({ status: 503, body: { code: 'pictures_full' } })
    expect(refused.headers.get('retry-after')).toBe('60')
    expect((await dryRun(OPERATOR_KEY, 2, 4 * MIB)).status).toBe(200)
    expect((await dryRun(OPERATOR_KEY, 3, 2 * MIB)).body.code).toBe('picture_quota_exceeded')
  })
})
