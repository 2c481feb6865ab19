import { describe, expect, test } from 'bun:test'
import { createCardProcess } from '../../src/adapters/coin-cards/card-process.ts'
import { openCardCanvas } from '../../src/adapters/coin-cards/open-card-canvas.ts'
import { demoPicture } from '../../src/commands/demo/demo-picture.ts'
import { coinCardsOf } from '../../src/config/coin-cards.ts'
import { bps } from '../../src/domain/brands.ts'
import { OWN_LIMITS } from '../../src/domain/limits/own-limits.ts'
import { readPictureShape } from '../../src/domain/picture-shape.ts'
import type { CoinCard } from '../../src/ports/pages/coin-cards.ts'
import { pictures } from '../fixtures/pictures.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { keepPicture } from './support/screenshots.ts'
import type { ShareRole } from '../../src/domain/crew/role.ts'

/** One red pixel. */
const GIF = 'R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='
const cards = coinCardsOf({ fromSource: true, timeoutMs: 600_000 })
const share = (handle: string, role: ShareRole, points: number) => ({ handle, role, bps: bps(points) })
const FROG: CoinCard = {
  name: 'Night Market Frog',
  ticker: 'FROG',
  serviceTitle: 'Agent Launch Service',
  feeShareLocked: true,
  shareholders: [share('@moonboy', 'kol', 6_000), share('Demo agent', 'agent', 1_500), share('treasury', 'treasury', 2_500)],
  picture: null,
}

async function drawn(name: string, changes: Partial<CoinCard>): Promise<Buffer> {
  const png = await cards.draw({ ...FROG, ...changes })
  await keepPicture(png, `card-${name}`)
  expect(readPictureShape('image/png', png)).toEqual({ widthPx: 1_200, heightPx: 630, animated: false, complete: true })
  expect(png.length).toBeLessThanOrEqual(OWN_LIMITS.cardBytesMax)
  return Buffer.from(png)
}

/** A PNG of so many random pixels, which no compression makes smaller. */
async function noise(side: number): Promise<Uint8Array> {
  const { kit, canvas, png } = await openCardCanvas(side, side)
  const random = createSeededRandom(5)
  const pixels = Uint8Array.from({ length: side * side * 4 }, (_, index) => (index % 4 === 3 ? 255 : random.below(256)))
  canvas.writePixels(pixels, side, side, 0, 0, kit.AlphaType.Unpremul, kit.ColorType.RGBA_8888)
  return png()
}

describe('decision "The card of a coin": the card of a coin', () => {
  test('has picture, name and split; a picture that does not decode leaves its place to a letter', async () => {
    const picture = demoPicture()
    const whole = await drawn('frog', { picture: { bytes: picture } })
    const empty = await drawn('no-picture', {})
    expect(whole.equals(empty)).toBe(false)
    for (const bytes of [new Uint8Array(64).fill(7), picture.subarray(0, 40)])
      expect((await drawn('broken-picture', { picture: { bytes } })).equals(empty)).toBe(true)
  }, 180_000)

  test('decision "The card of a coin": is right with emoji and with letters from right to left', async () => {
    const split = [share('@قمر_١', 'kol', 5_000), share('@שלום', 'kol', 2_500), share('treasury', 'treasury', 2_500)]
    const frog = await drawn('right-to-left', {
      name: 'ضفدع القمر 🐸🚀 Moon שלום',
      ticker: 'ضفدع',
      feeShareLocked: false,
      shareholders: split,
    })
    const rocket = await drawn('right-to-left-other', {
      name: 'ضفدع القمر 🚀🐸 Moon שלום',
      ticker: 'ضفدع',
      feeShareLocked: false,
      shareholders: split,
    })
    // A box in place of both would make them the same.
    expect(frog.equals(rocket)).toBe(false)
    // Each begins with its first letter on its own side, so that these stand in one order.
    expect((await drawn('hebrew-first', { name: 'א II' })).equals(await drawn('hebrew-last', { name: 'II א' }))).toBe(true)
    // Arabic letters join, which makes a word narrower than its letters.
    const { set } = await openCardCanvas(10, 10)
    const width = (text: string) => set(text, { sizePx: 60, color: '#fff', bold: true, widthPx: 1_000 }).widthPx
    expect(width('بيت')).toBeLessThan(['ب', 'ي', 'ت'].map(width).reduce((sum, each) => sum + each))
  }, 180_000)

  test('decision "The card of a coin": has the letters of Chinese, Japanese and Korean', async () => {
    const split = [share('@개구리', 'kol', 5_000), share('@カエル', 'kol', 5_000)]
    const named = (name: string) => drawn('east-asian', { name, ticker: '蛙', shareholders: split })
    const cards = await Promise.all(['月亮青蛙', '月亮青币', 'ムーンかえ', 'ムーンかい', '달개구리', '달개구름'].map(named))
    // Boxes would make two names of the same length the same.
    expect(new Set(cards.map((card) => card.toString('base64'))).size).toBe(cards.length)
  }, 180_000)

  test('names as many shareholders as fit and counts the rest; long and hostile texts stay on it', async () => {
    const many = Array.from({ length: 16 }, (_, index) => share(`@${'handle'.repeat(10)}${index}`, index % 2 ? 'referrer' : 'kol', 625))
    await drawn('many', { name: 'W'.repeat(32), ticker: 'WWWWWWWWWWWWW', shareholders: many, serviceTitle: 'A title '.repeat(20) })
    await drawn('hostile', { name: '</text>\u0000<svg onload=x>{{NAME}}', ticker: '"\'&<', shareholders: [] })
  }, 180_000)

  test('shows a picture of each type that is launched', async () => {
    const empty = await drawn('no-picture', {})
    for (const [type, base64] of Object.entries({ ...pictures, gif: GIF })) {
      const bytes = Buffer.from(base64, 'base64')
      expect((await drawn(`type-${type}`, { picture: { bytes } })).equals(empty)).toBe(false)
    }
  }, 180_000)

  test('stays small with a picture that is noise', async () => {
    await drawn('noise', { picture: { bytes: await noise(600) } })
  }, 180_000)
})

describe('decision "The card of a coin": what draws cards', () => {
  test('refuses and ends a drawing that takes too long, and takes the next one', async () => {
    const slow = createCardProcess({ command: ['sleep', '1000'], timeoutMs: 20 })
    for (let times = 0; times < 2; times += 1) {
      const { code, cause } = await slow.draw(FROG).catch((error) => error)
      expect([code, cause.message]).toEqual(['service_not_ready', 'drawing a card ended with 137 and 0 bytes: '])
    }
  })

  test('lets a bounded number wait', async () => {
    const slow = createCardProcess({ command: ['sleep', '1000'], timeoutMs: 20 })
    const refusals = await Promise.all(Array.from({ length: 30 }, () => slow.draw(FROG).catch(({ message }) => message as string)))
    expect(refusals.filter((message) => `${message}`.includes('many wait'))).toHaveLength(5)
  })

  test('gives its process no setting, and refuses what is too large', async () => {
    process.env['CARD_TEST_SECRET'] = 'of-the-settings'
    const telling = createCardProcess({ command: ['/bin/sh', '-c', '/usr/bin/env >&2; exit 3'] })
    const { cause } = await telling.draw(FROG).catch((error) => error)
    delete process.env['CARD_TEST_SECRET']
    expect(cause.message).toStartWith('drawing a card ended with 3 and 0 bytes: ')
    expect(cause.message).not.toContain('of-the-settings')
    const large = createCardProcess({ command: ['/usr/bin/head', '-c', '300001', '/dev/zero'] })
    expect((await large.draw(FROG).catch((error) => error)).code).toBe('service_not_ready')
  })
})
