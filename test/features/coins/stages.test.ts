import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CLANKER_FACTS } from '../../../src/adapters/launchpads/clanker/facts.ts'
import { PUMP_FACTS } from '../../../src/adapters/launchpads/pump/facts.ts'
import { ZORA_FACTS } from '../../../src/adapters/launchpads/zora/facts.ts'
import { coinRow } from '../../support/storage-rows.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
// What is looked at is known without any chain.
const load = () => Promise.reject(new Error('not asked here'))
const entries = () => [ZORA_FACTS, CLANKER_FACTS, PUMP_FACTS].map((facts) => ({ facts, load }))
beforeAll(async () => void (app = await createTestApp({ entries })))
afterAll(() => app.close())

/** What the coin page shows of a coin of this launchpad: its stages, and the items of its kit. */
async function shownOf(platform: string, mint: string) {
  await app.deps.storage.coins.insert(coinRow(mint, { platform, ...(platform === 'pump' ? {} : { currency: 'ETH' }) }))
  const { coin } = (await app.call('GET', `/api/coins/${mint}`)).body
  const { items } = (await app.call('GET', `/api/coins/${mint}/kit`)).body
  return { stages: coin.timeline.map(({ state }: { state: string }) => state), items: items.map(({ id }: { id: string }) => id) }
}

describe('rules 3.3: a coin shows the stages that it can reach', () => {
  const makeable = ['meme-pack', 'banner-logo', 'x-upkeep', 'website-polish']

  test.each(['zora', 'clanker'])('on %s, where no coin graduates, neither graduation nor what comes of it', async (platform) => {
    const mint = platform === 'zora' ? '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' : '0x52908400098527886E0F7030069857D2E4169EE7'
    expect(await shownOf(platform, mint)).toEqual({ stages: ['Launched'], items: makeable })
  })

  test('on pump all of them, reached or not', async () => {
    expect(await shownOf('pump', 'CoinOnItsCurve')).toEqual({
      stages: ['Launched', 'Graduated', 'Featured'],
      items: [...makeable, 'featured'],
    })
  })
})
