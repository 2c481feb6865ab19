import { describe, expect, test } from 'bun:test'
import { sha256Hex } from '../../../src/lib/bytes.ts'
import type { Mint } from '../../../src/domain/brands.ts'
import { watchGraduations } from '../../../src/features/coins/watch-graduations.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { newPerson, OPERATOR_KEY } from '../../support/test-app.ts'
import { createUpkeepScene, type UpkeepScene } from '../../support/upkeep-scene.ts'

const LISTED = 'a-key-that-the-operator-listed'
const statusUrl = 'https://x.com/launches/status/1234567890123456789'
const scene = () => createUpkeepScene({ env: { OPS_KEY_HASHES: sha256Hex(LISTED) } })
const feature = ({ app }: UpkeepScene, mint: Mint, key: string | undefined, body: unknown = { statusUrl }) =>
  app.call('POST', `/api/coins/${mint}/featured`, body, key === undefined ? {} : { key })

/** A call that is refused, and leaves the coin and all else as it was. */
const refused = (upkeep: UpkeepScene, ...how: [Mint, string | undefined, unknown?]) =>
  expectNothingHappened(upkeep.app, () => feature(upkeep, ...how))

async function graduatedCoin({ app, launch, run }: UpkeepScene): Promise<Mint> {
  const mint = await launch()
  await app.deps.simulation!.graduate(mint)
  await app.clock.advance(1_000)
  await run(watchGraduations)
  return mint
}

describe('POST /api/coins/{mint}/featured', () => {
  test.each(['operator', 'listed', 'flagged'])('rules 5.8: the %s key records the post', async (who) => {
    const upkeep = await scene()
    const mint = await graduatedCoin(upkeep)
    const minted = await upkeep.app.call('POST', '/api/agent/keys', { label: 'ops', ops: true }, { key: OPERATOR_KEY })
    const key = { operator: OPERATOR_KEY, listed: LISTED, flagged: minted.body.key as string }[who]
    const { status, body } = await feature(upkeep, mint, key)
    expect(status).toBe(200)
    expect(body.coin).toMatchObject({ featuredUrl: statusUrl, status: 'graduated' })
    expect(body.coin.timeline.at(-1)).toMatchObject({ state: 'Featured', reached: true })
    expect((await upkeep.call('GET', '/api/coins/graduated-unfeatured')).body.coins).toEqual([])
  })

  test('rules 5.8: 403 for a common key, 401 for none and a wrong one, whatever the body is; the coin stays as it was', async () => {
    const upkeep = await scene()
    const mint = await graduatedCoin(upkeep)
    expect(await refused(upkeep, mint, upkeep.key)).toMatchObject({ status: 403, body: { code: 'ops_key_required' } })
    expect(await refused(upkeep, mint, upkeep.key, {})).toMatchObject({ status: 403 })
    expect(await refused(upkeep, mint, undefined)).toMatchObject({ status: 401, body: { code: 'api_key_invalid' } })
    expect(await refused(upkeep, mint, 'wrong', {})).toMatchObject({ status: 401 })
    expect((await upkeep.app.deps.storage.coins.find(mint))!.featuredUrl).toBeNull()
  })

  test('decision "A post is featured once": a listed key opens nothing else', async () => {
    const { app } = await scene()
    for (const [method, path] of [
      ['GET', '/api/agent/keys'],
      ['POST', '/api/agent/keys'],
      ['GET', '/api/agent/launches'],
    ] as const)
      expect((await expectNothingHappened(app, () => app.call(method, path, undefined, { key: LISTED }))).status).toBe(401)
  })

  test('decision "A post is featured once": a coin is featured once: the same post again changes nothing, another is refused, and of two at once one wins', async () => {
    const upkeep = await scene()
    const mint = await graduatedCoin(upkeep)
    const other = { statusUrl: 'https://twitter.com/somebody/status/2' }
    const both = await Promise.all([feature(upkeep, mint, OPERATOR_KEY), feature(upkeep, mint, OPERATOR_KEY, other)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { featuredUrl, featuredAtMs } = (await upkeep.app.deps.storage.coins.find(mint))!
    await upkeep.app.clock.advance(60_000)
    expect((await feature(upkeep, mint, OPERATOR_KEY, { statusUrl: featuredUrl })).status).toBe(200)
    const again = await refused(upkeep, mint, OPERATOR_KEY, { statusUrl: 'https://x.com/a/status/3' })
    expect(again).toMatchObject({ status: 409, body: { code: 'coin_already_featured' } })
    expect(await upkeep.app.deps.storage.coins.find(mint)).toMatchObject({ featuredUrl, featuredAtMs })
  })

  test('rules 3.3: a coin is featured only after its graduation, and only when it was launched here', async () => {
    const upkeep = await scene()
    const mint = await upkeep.launch()
    expect(await refused(upkeep, mint, OPERATOR_KEY)).toMatchObject({ status: 400, body: { code: 'coin_not_graduated' } })
    const unknown = newPerson().wallet as string as Mint
    expect(await refused(upkeep, unknown, OPERATOR_KEY)).toMatchObject({ status: 400, body: { code: 'mint_unknown' } })
    expect((await upkeep.app.deps.storage.coins.find(mint))!.featuredAtMs).toBeNull()
  })

  test.each([
    'http://x.com/a/status/1',
    'https://x.com.evil.test/a/status/1',
    'https://evil.test/x.com/a/status/1',
    'https://x.com/a/status/',
    'https://x.com/a/status/1x',
    'https://x.com/a/status/1?s=20',
    'https://x.com/a b/status/1',
    'javascript:alert(1)//x.com/a/status/1',
  ])('rules 4.3: refuses the address %s, which is of no post, and records none', async (bad) => {
    const upkeep = await scene()
    const mint = await graduatedCoin(upkeep)
    expect(await refused(upkeep, mint, OPERATOR_KEY, { statusUrl: bad })).toMatchObject({
      status: 400,
      body: { code: 'validation_invalid', errors: [{ path: '/statusUrl' }] },
    })
    expect((await upkeep.app.deps.storage.coins.find(mint))!.featuredUrl).toBeNull()
  })
})
