import { expect, test } from 'bun:test'
import { lamports, type Signature, unixMs, type Wallet } from '../../src/domain/brands.ts'
import { remitRow } from '../support/storage-rows.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { checkFits, checkOnlyText, HOSTILE } from './support/hostile-texts.ts'
import type { PageScene } from './support/page-scene.ts'
import { seedCoins, seedRemits } from './support/seed-board.ts'
import { seedEarnings, seedKol, WALLET, splitWith } from './support/seed-earnings.ts'

const BYTES_MAX = 60_000
const BASED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' as Wallet

const LOOKS = [
  { width: 360, height: 740, touch: true },
  { width: 768, height: 1_024 },
  { width: 1_280, height: 900 },
] as const

const opened = async (scene: PageScene, path: string) => {
  await scene.open(path)
  await scene.page.waitForFunction(() => document.querySelector('[aria-busy]') === null)
}

browserTests('decision "Sums of payments": earnings', (withScene) => {
  for (const payments of [0, 3, 200]) {
    for (const look of LOOKS) {
      test(
        `a wallet with ${payments} payments at ${look.width} px, light and dark`,
        withScene({ look }, async (scene) => {
          const { app, page } = scene
          if (payments > 0) await seedEarnings(app, payments)
          await opened(scene, `/wallet/${WALLET}`)
          await scene.checkLightAndDark(`wallet-${payments}-${look.width}`)
          expect(await page.locator('.board-columns > section .entry').count()).toBe(Math.min(payments, 10))
          expect(await page.getByText('This wallet has not been paid yet').isVisible()).toBe(payments === 0)
          expect(scene.complaints).toEqual([])
        }),
        BROWSER_TEST_MS,
      )
    }
  }

  test(
    'says to the unit what was paid, lists every payment when asked, and leads to the coin and to the CSV',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const coins = await seedEarnings(app, 120)
      await seedKol(app)
      await opened(scene, `/wallet/${WALLET}`)
      const { paid } = (await app.call('GET', `/api/wallets/${WALLET}`)).body
      expect(await page.locator('.stat').first().textContent()).toContain('in 120 payments')
      const remits = page.locator('.board-columns > section')
      for (const shown of [60, 110, 120]) {
        await remits.getByRole('button', { name: 'Show more' }).click()
        await page.waitForFunction((count) => document.querySelectorAll('.board-columns > section .entry').length === count, shown)
      }
      const exact = (figures: Element[]) => figures.map((figure) => figure.getAttribute('title') ?? figure.textContent ?? '')
      const amounts = await remits.locator('strong.entry-figure > .figure').evaluateAll(exact)
      const sum = amounts.reduce(
        (total, text) =>
          total +
          BigInt(
            text
              .replace(' SOL', '')
              .split('.')
              .map((part, at) => (at === 0 ? part : part.padEnd(9, '0')))
              .join(''),
          ),
        0n,
      )
      expect(String(sum)).toBe(paid[0].amount)
      await page.getByRole('radio', { name: '52 weeks' }).check()
      await page.getByText('in the last 52 weeks: ').waitFor()
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download CSV' }).click()
      expect((await download).suggestedFilename()).toBe(`remits-${WALLET}.csv`)
      await page.getByRole('link', { name: 'Moon Boy (@moonboy)' }).click()
      await page.getByRole('heading', { level: 1, name: 'Moon Boy (@moonboy)' }).waitFor()
      await page.waitForFunction(() => document.querySelector('[aria-busy]') === null)
      await scene.screenshot('kol')
      await scene.checkAccessible()
      await page.locator('.entry a').first().click()
      await page.getByRole('heading', { level: 1, name: new RegExp(coins[0]!.name) }).waitFor()
      await page.locator('.shareholder-handle').getByRole('link', { name: '@moonboy' }).click()
      await page.getByRole('heading', { level: 1, name: /^Wallet \w{4}…\w{4}$/ }).waitFor()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'a new payment is there by itself, and what was there is not drawn again',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const [coin] = await seedEarnings(app, 5)
      await opened(scene, `/wallet/${WALLET}`)
      await page.evaluate(() => document.querySelectorAll('.entry').forEach((row) => ((row as any).marked = true)))
      const news = { mint: coin!.mint, ticker: 'BRANDNEW', wallet: WALLET, role: 'kol' as const, atMs: unixMs(app.clock.nowMs() + 1) }
      await app.deps.storage.remits.insert([remitRow('new', { ...news, signature: 'brand-new' as Signature })])
      await scene.pollNow()
      await page.getByText('$BRANDNEW').waitFor()
      const marked = await page.evaluate(() =>
        [...document.querySelectorAll('section .entries > .entry')].map((row) => (row as any).marked ?? false),
      )
      expect(marked.slice(0, 6)).toEqual([false, true, true, true, true, true])
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'the leaderboard names promoters best paid first, currencies apart, and leads to them by the keyboard alone',
    withScene({ look: { width: 360, height: 740 } }, async (scene) => {
      const { app, page } = scene
      const coins = await seedCoins(app, 9)
      await seedRemits(app, coins, 30)
      await seedEarnings(app, 40)
      await seedKol(app)
      const eth = {
        wallet: BASED,
        role: 'kol',
        handle: '@based',
        currency: 'ETH',
        amountAtomic: lamports(1_234_567_890_123_456_789n),
      } as const
      await app.deps.storage.remits.insert([remitRow('eth', { ...eth, signature: 'eth' as Signature })])
      for (const width of [768, 1_280]) {
        await page.setViewportSize({ width, height: 900 })
        await opened(scene, '/leaderboard')
        await page.locator('.leaders tbody tr').first().waitFor()
        await checkFits(page)
        await scene.screenshot(`leaderboard-${width}`)
      }
      await page.setViewportSize({ width: 360, height: 740 })
      await opened(scene, '/leaderboard')
      await page.locator('.leaders tbody tr').first().waitFor()
      await scene.checkLightAndDark('leaderboard-360')
      const { leaders } = (await app.call('GET', '/api/leaderboard?limit=50')).body
      const rows = page.locator('.leaders tbody tr')
      expect(await rows.count()).toBe(25)
      await page.getByRole('button', { name: 'Show more' }).click()
      await rows.nth(leaders.length - 1).waitFor()
      expect(await rows.count()).toBe(leaders.length)
      const fractions = await rows.locator('.figure-fraction').allTextContents()
      expect(new Set(fractions.map(({ length }) => length)).size).toBe(1)
      const drawn = await rows.locator('.figure-fraction').evaluateAll((all) => all.map(({ innerHTML }) => innerHTML))
      // All digits alike: no part of an amount is quieter than the rest.
      expect(drawn.join(' ')).toMatch(/^(\.\d{4,} ?)+$/)
      await page.locator('.range input').first().focus()
      await page.keyboard.press('ArrowRight')
      await page.getByTitle('1.234567890123456789 ETH').waitFor()
      expect(await page.locator('.leaders tbody tr').count()).toBe(1)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: /^Wallet \w{4}…\w{4}$/ }).waitFor()
      expect(await page.locator('#address .address').textContent()).toBe(BASED)
      await page.waitForFunction(() => document.querySelector('[aria-busy]') === null)
      // One payment fills no chart: the figure says all of it.
      expect(await page.getByText('Paid in ETH').isVisible()).toBe(false)
      await checkFits(page)
      await opened(scene, `/wallet/${BASED.toLowerCase()}`)
      expect(await page.locator('#address .address').textContent()).toBe(BASED)
      await scene.checkAccessible()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'hostile names of coins and promoters stay text, on the wallet, the leaderboard and the KOL’s page',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const { name, handles } = HOSTILE
      const [coin] = await seedCoins(app, 1, () => ({ name, ticker: '<b>T</b>', shareholders: splitWith(WALLET, handles[0]) }))
      await seedRemits(app, [coin!], 3)
      for (const path of [`/wallet/${WALLET}`, '/leaderboard']) {
        await opened(scene, path)
        await page.locator('.entry, .leaders tbody tr').first().waitFor()
        await checkOnlyText(page)
        await scene.checkAccessible()
      }
      expect(await page.locator('main').textContent()).toContain(handles[0])
      await seedKol(app, { displayName: name, narratives: [handles[1]] })
      await opened(scene, '/kol/moonboy')
      await page.locator('.entry').first().waitFor()
      await checkOnlyText(page)
      expect(await page.locator('main').textContent()).toContain(name)
      await scene.checkAccessible()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'an address that is none and a handle of nobody have pages that say so; without a connection a wallet stays',
    withScene({ failuresExpected: true }, async (scene) => {
      const { page, context, app } = scene
      await seedEarnings(app, 3)
      for (const [path, heading, asked] of [
        ['/wallet/nonsense', 'That is not a wallet address', 'nonsense'],
        ['/kol/nobody', '@nobody is not here', '@nobody'],
      ] as const) {
        expect((await page.goto(`${scene.url}${path}`))!.status()).toBe(404)
        await page.getByRole('heading', { level: 1, name: heading }).waitFor()
        expect(await page.getByRole('main').getByPlaceholder('Wallet or @handle').inputValue()).toBe(asked)
        await scene.checkAccessible()
      }
      await opened(scene, `/wallet/${WALLET}`)
      await context.setOffline(true)
      await page.getByText('No connection to the service').waitFor()
      expect(await page.locator('.board-columns > section .entry').count()).toBe(3)
      await context.setOffline(false)
      await page.getByText('No connection to the service').waitFor({ state: 'hidden' })
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'at most 60 kB of script and style a page, compressed, and at most five entries to go to',
    withScene({}, async (scene) => {
      const { app, page } = scene
      await seedEarnings(app, 20)
      await seedKol(app)
      for (const path of [`/wallet/${WALLET}`, '/kol/moonboy', '/leaderboard']) {
        await opened(scene, path)
        const assets = (await page.evaluate(() =>
          performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
        )) as string[]
        const files = assets.filter((name) => /\.(js|css)$/.test(name))
        expect(files).toHaveLength(2)
        const bytes = files.reduce((sum, name) => sum + scene.sizes.get(name)!, 0)
        console.log(`${path.split('/')[1]}: ${bytes} bytes of script and style compressed`)
        expect(bytes).toBeLessThan(BYTES_MAX)
        expect(await page.locator('.top-nav a').count()).toBeLessThanOrEqual(5)
      }
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
