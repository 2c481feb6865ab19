import { afterEach, describe, expect, test } from 'bun:test'
import { coinCardsOf } from '../../../src/config/coin-cards.ts'
import { OWN_LIMITS } from '../../../src/domain/limits/own-limits.ts'
import { AppError } from '../../../src/domain/errors.ts'
import { readPictureShape } from '../../../src/domain/picture-shape.ts'
import { createDrawnCards } from '../../../src/features/coins/drawn-cards.ts'
import { sha256Hex } from '../../../src/lib/bytes.ts'
import { COIN_CARDS_REFUSALS, type CoinCard, type CoinCards } from '../../../src/ports/pages/coin-cards.ts'
import { exactly } from '../../support/exact-refusals.ts'
import type { KeyId } from '../../../src/domain/brands.ts'
import { seedCoins } from '../../browser/support/seed-board.ts'
import { createTestApp, pngBytes, type TestApp } from '../../support/test-app.ts'

let app: TestApp
afterEach(() => app.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  app.raw(new Request(`http://launch.test${path}`, { headers: { 'x-forwarded-for': '198.51.100.7', ...headers } }))

/** The cards that were drawn, and what draws them. */
function recorded(by: CoinCards = exactly(coinCardsOf({ fromSource: true, timeoutMs: 600_000 }), COIN_CARDS_REFUSALS)) {
  const drawn: CoinCard[] = []
  const coinCards: CoinCards = {
    draw(card) {
      drawn.push(card)
      return by.draw(card)
    },
  }
  return { drawn, coinCards }
}

const unable: CoinCards = { draw: () => Promise.reject(new AppError('service_not_ready', { parts: 'cards of coins (test)' })) }

describe('decision "The card of a coin": GET /coin/{mint}/card.png', () => {
  test('is drawn once a state, for all who ask at once, and sent to nobody who has it', async () => {
    const { drawn, coinCards } = recorded()
    app = await createTestApp({ coinCards })
    const [coin] = await seedCoins(app, 1, () => ({ feeShareLocked: false, feeShareSignature: null }))
    const path = `/coin/${coin!.mint}/card.png`
    const [first, second] = await Promise.all([get(path), get(`${path}?open`)])
    const png = new Uint8Array(await first.arrayBuffer())
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(first.headers.get('cache-control')).toBe('public, max-age=300')
    expect(readPictureShape('image/png', png)).toMatchObject({ widthPx: 1_200, heightPx: 630, complete: true })
    expect(png.length).toBeLessThanOrEqual(OWN_LIMITS.cardBytesMax)
    expect(sha256Hex(new Uint8Array(await second.arrayBuffer()))).toBe(sha256Hex(png))
    const etag = first.headers.get('etag')!
    expect((await get(path)).headers.get('etag')).toBe(etag)
    const same = await get(path, { 'if-none-match': etag })
    expect([same.status, await same.text()]).toEqual([304, ''])
    expect(drawn).toHaveLength(1)
    expect(drawn[0]).toMatchObject({ name: coin!.name, ticker: coin!.ticker, feeShareLocked: false })
    expect(drawn[0]!.picture).not.toBeNull()

    await app.deps.storage.coins.lock(coin!.mint, { ...coin!, feeShareSignature: coin!.signature })
    const locked = await get(path, { 'if-none-match': etag })
    expect([locked.status, locked.headers.get('etag') === etag]).toEqual([200, false])
    expect(drawn.map(({ feeShareLocked }) => feeShareLocked)).toEqual([false, true])
  }, 180_000)

  test('of no coin is refused, and nothing is drawn', async () => {
    const { drawn, coinCards } = recorded(unable)
    app = await createTestApp({ coinCards })
    const unknown = await get('/coin/8Y1QJm5ZcM3rLhR8hB1cVqk2uF3Jv5oVdW2r8cQHpump/card.png')
    expect(unknown.status).toBe(404)
    expect(((await unknown.json()) as { code: string }).code).toBe('coin_not_found')
    expect((await get('/coin/%3Cscript%3E/card.png')).status).toBe(404)
    expect(drawn).toEqual([])
  })

  test('that cannot be drawn now is 503 and not kept; a picture of too many pixels is not decoded', async () => {
    const { drawn, coinCards } = recorded(unable)
    app = await createTestApp({ coinCards })
    const huge = pngBytes()
    new DataView(huge.buffer).setUint32(16, OWN_LIMITS.cardPicturePixelsMax)
    const sha256 = sha256Hex(huge)
    await app.deps.storage.images.insert(
      { sha256, contentType: 'image/png', bytes: huge },
      { keyId: 'operator' as KeyId, atMs: app.clock.nowMs() },
    )
    const [coin] = await seedCoins(app, 1, () => ({ imageSha256: sha256 }))
    for (let times = 1; times <= 2; times += 1) {
      const answer = await get(`/coin/${coin!.mint}/card.png`)
      expect([answer.status, answer.headers.has('retry-after'), drawn.length]).toEqual([503, true, times])
    }
    expect(drawn[0]!.picture).toBeNull()
  })
})

describe('decision "The card of a coin": cards that were drawn', () => {
  test('are kept up to a bound; the one not asked for longest goes first', async () => {
    app = await createTestApp()
    const kept = createDrawnCards({ bytesMax: 10 })
    const draws: string[] = []
    const find = (tag: string) =>
      kept.find(tag, async () => {
        draws.push(tag)
        return new Uint8Array(4)
      })
    for (const tag of ['a', 'b', 'a', 'c', 'a', 'b']) await find(tag)
    expect(draws).toEqual(['a', 'b', 'c', 'b'])
  })
})
