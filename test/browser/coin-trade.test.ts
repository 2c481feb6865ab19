import { expect, test } from 'bun:test'
import type { Mint } from '../../src/domain/brands.ts'
import { watchGraduations } from '../../src/features/coins/watch-graduations.ts'
import { mintOf } from '../support/test-app.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { checkFits } from './support/hostile-texts.ts'
import type { PageScene } from './support/page-scene.ts'

async function launched({ app, picture }: PageScene): Promise<string> {
  const body = app.launchBody({ imageBase64: picture })
  const headers = { 'x-launcher-key': app.launcher.secret }
  return mintOf(await app.call('POST', '/api/agent/launch', body, { key: await app.claim(), headers }))
}

const SIZES = [
  { width: 1_280, height: 800 },
  { width: 390, height: 844, touch: true },
] as const

browserTests('decision "The pages": the page of a coin that trades', (withScene) => {
  for (const look of SIZES)
    test(
      `${look.width} px: every figure is in the first screen, and a row of the split is ${look.width < 640 ? 44 : 40} px high`,
      withScene({ look }, async (scene) => {
        const { page } = scene
        await scene.open(`/coin/${await launched(scene)}`)
        const figures = page.locator('.figures > div')
        await page.getByText('To graduation', { exact: true }).waitFor()
        expect(await figures.locator('dt').allTextContents()).toEqual(['Price', 'Market cap', 'To graduation', 'Holders', 'Fees paid'])
        for (const figure of await figures.all()) expect((await figure.boundingBox())!.y + 40).toBeLessThan(look.height)
        const rows = await page.locator('.split-table tbody tr').all()
        for (const row of rows) expect((await row.boundingBox())!.height).toBeLessThanOrEqual(look.width < 640 ? 45 : 41)
        expect(rows).toHaveLength(5)
        for (const name of ['Kit', 'On chain']) {
          const part = page.getByRole('region', { name })
          expect(await part.locator('.fold-body').isVisible()).toBe(false)
          await part.getByRole('heading', { name }).click()
          await part.locator('.fold-body').waitFor()
        }
        await checkFits(page)
        await scene.screenshot(`coin-open-${look.width}`)
        await scene.checkAccessible()
        expect(scene.complaints).toEqual([])
      }),
      BROWSER_TEST_MS,
    )

  test(
    'a coin that has graduated says so before the record does, and is dated by the record once that follows',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const mint = await launched(scene)
      await app.deps.simulation!.graduate(mint as Mint)
      // As long as a curve takes to become a pool.
      await app.clock.advance(60_000)
      await scene.open(`/coin/${mint}`)
      const graduated = page.locator('.timeline > li', { hasText: 'Graduated' })
      await graduated.getByText('Just now').waitFor()
      expect(await graduated.getAttribute('class')).toContain('moment-reached')
      expect((await app.call('GET', `/api/coins/${mint}`)).body.coin.status).not.toBe('graduated')
      await scene.checkAccessible()
      await watchGraduations(app.deps, {
        dueAtMs: app.clock.nowMs(),
        position: null,
        keepPosition: async () => {},
        mayContinue: async () => true,
      })
      await scene.pollNow()
      await graduated.getByText('Just now').waitFor({ state: 'detached' })
      expect(await graduated.textContent()).toMatch(/\d{4}/)
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'a newcomer buys and sells with a click, by keyboard too, and keeps wallet and focus over reloads and looks',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const mint = await launched(scene)
      await scene.open(`/coin/${mint}`)
      // In a wide window the box itself stands beside the price.
      expect(await page.getByRole('button', { name: 'Buy or sell' }).count()).toBe(0)
      await page.setViewportSize({ width: 900, height: 800 })
      await page.getByRole('button', { name: 'Buy or sell' }).click()
      const box = page.getByRole('region', { name: 'Buy or sell' })
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('trade-sol')
      await box.getByText('You hold 10 SOL and 0 tokens of this coin.').waitFor()
      expect(await box.getByRole('button', { name: 'Sell' }).isDisabled()).toBe(true)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('2')
      await box.getByRole('button', { name: 'Buy' }).press('Enter')
      await box.getByText(/^Bought [\d,]+ tokens/).waitFor()
      // What one just did is there at once: no other clock than the page's own was moved.
      await page.getByRole('region', { name: 'Latest trades' }).getByRole('link', { name: 'You', exact: true }).waitFor()
      await page.getByRole('region', { name: 'Largest holders' }).getByText('You', { exact: true }).waitFor()
      await page.locator('.figures > div', { hasText: 'Holders' }).getByText('1', { exact: true }).waitFor()
      await page.locator('.price-line').waitFor({ state: 'attached' })
      const { coin } = (await app.call('GET', `/api/simulated/${mint}`)).body
      expect([coin.tradeCount, coin.holderCount]).toEqual([1, 1])
      await page.getByLabel('Amount in SOL').focus()
      await scene.pollNow()
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('trade-sol')
      await scene.screenshot('coin-traded')
      await scene.checkAccessible()
      await page.reload()
      await page.getByLabel('Amount in SOL').fill('1000')
      await box.getByRole('button', { name: 'Sell' }).click()
      await box.getByText(/^Sold [\d,]+ tokens/).waitFor()
      await box.getByText('and 0 tokens of this coin.').waitFor()
      for (const amount of ['0', 'much', '-1']) {
        await page.getByLabel('Amount in SOL').fill(amount)
        await box.getByRole('button', { name: 'Buy' }).click()
        await box.getByText('Enter an amount above zero.').waitFor()
      }
      expect((await app.call('GET', `/api/simulated/${mint}`)).body.coin.tradeCount).toBe(2)
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'a trade that is refused says why, and where trades are not open there is no box',
    withScene({ failuresExpected: true }, async (scene) => {
      const { page } = scene
      const mint = await launched(scene)
      await scene.open(`/coin/${mint}`)
      const box = page.getByRole('region', { name: 'Buy or sell' })
      await page.getByLabel('Amount in SOL').fill('900')
      await box.getByRole('button', { name: 'Buy' }).click()
      await box.getByRole('status').filter({ hasText: /\./ }).waitFor()
      expect(await box.getByRole('status').textContent()).not.toContain('Bought')
      await page.route('**/api/simulated/**', (route) => route.fulfill({ status: 404, json: { code: 'simulated_only' } }))
      await page.reload()
      await page.getByRole('heading', { name: 'Timeline' }).waitFor()
      expect([await box.count(), await page.getByRole('button', { name: 'Buy or sell' }).count()]).toEqual([0, 0])
    }),
    BROWSER_TEST_MS,
  )
})
