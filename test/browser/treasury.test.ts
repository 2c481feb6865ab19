import { expect, test } from 'bun:test'
import { exactFigure } from '../../src/domain/money/figure-text.ts'
import { newPerson } from '../support/test-app.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { seedCoins } from './support/seed-board.ts'
import { seedBuybacks } from './support/seed-buybacks.ts'

const buyer = newPerson()
const env = { BUYBACK_KEY: buyer.secret }

const LOOKS = [
  { width: 1_280, height: 800 },
  { width: 390, height: 844, touch: true },
] as const

browserTests('rules 1.9: what the treasury bought', (withScene) => {
  test.each(LOOKS)(
    'in all and of each coin, with every transaction; nothing says when it buys next: $width px, light and dark',
    (look) =>
      withScene({ look, env }, async (scene) => {
        const { app, page } = scene
        await seedBuybacks(app, await seedCoins(app, 3), 14, buyer.wallet)
        await scene.open('/treasury')
        await page.waitForFunction(() => document.querySelector('[aria-busy]') === null)
        const { treasury } = (await app.call('GET', '/api/buybacks')).body
        expect(await page.locator('.stat', { hasText: 'Spent' }).textContent()).toContain(exactFigure(treasury.spent))
        expect(await page.locator('.stat', { hasText: 'Balance' }).textContent()).toContain('in the wallet that buys')
        expect(await page.locator('[aria-labelledby="coins-title"] .entry').count()).toBe(3)
        const latest = page.locator('[aria-labelledby="latest-title"] .entry')
        expect(await latest.count()).toBe(10)
        await page.getByRole('button', { name: 'Show more' }).click()
        await page.waitForFunction(() => document.querySelectorAll('[aria-labelledby="latest-title"] .entry').length === 14)
        await scene.checkLightAndDark(`treasury-${look.width}`)
        expect(scene.complaints).toEqual([])
      })(),
    BROWSER_TEST_MS,
  )

  test(
    'a treasury that bought nothing, and has no wallet, says so',
    withScene({ look: { ...LOOKS[1], dark: true } }, async (scene) => {
      const { page } = scene
      await scene.open('/board')
      await page.getByRole('link', { name: 'Treasury', exact: true }).click()
      await page.getByRole('heading', { name: 'Buybacks are off' }).waitFor()
      expect(await page.getByText('When they begin, each one appears here with its transaction.').isVisible()).toBe(true)
      await scene.screenshot('treasury-empty')
      await scene.checkAccessible()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
