import { expect, test } from 'bun:test'
import type { Mint } from '../../src/domain/brands.ts'
import { solToLamports } from '../../src/domain/money/sol.ts'
import { mintOf, newPerson } from '../support/test-app.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { LAYOUT_SHIFT_MAX, layoutShift } from './support/layout-shift.ts'
import type { PageScene } from './support/page-scene.ts'

/** Compressed, without pictures. */
const PAGE_BYTES_MAX = 70_000

async function launched({ app, picture }: PageScene): Promise<Mint> {
  const body = app.launchBody({ imageBase64: picture })
  const headers = { 'x-launcher-key': app.launcher.secret }
  return mintOf(await app.call('POST', '/api/agent/launch', body, { key: await app.claim(), headers })) as Mint
}

/** Strangers who buy, and sell a third of it, an hour apart. */
async function traded({ app }: PageScene, mint: Mint, count: number): Promise<void> {
  let { wallet } = newPerson()
  for (let trade = 0; trade < count; trade += 1) {
    const side = trade % 3 === 2 ? 'sell' : 'buy'
    if (side === 'buy') wallet = newPerson().wallet
    const sol = [0.7, 1.3, 0.45, 0.2, 0.9][trade % 5]! * (side === 'sell' ? 0.1 : 1)
    await app.deps.simulation!.trade({ mint, wallet, side, lamports: solToLamports(Math.round(sol * 1e6) / 1e6)! })
    await app.clock.advance(count > 50 ? 600_000 : 3_600_000)
  }
}

const LOOKS = [
  { width: 1_280, height: 800 },
  { width: 390, height: 844, touch: true },
] as const

browserTests('decision "Trades of a coin": its page', (withScene) => {
  for (const look of LOOKS)
    for (const count of [3, 200])
      test(
        `${look.width} px, ${count} trades: shows price, fees and the newest, in light and dark, in 70 kB and without moving`,
        withScene({ look, policy: { rateLimits: false } }, async (scene) => {
          const { page, sizes } = scene
          const mint = await launched(scene)
          await traded(scene, mint, count)
          await scene.open(`/coin/${mint}`)
          const trades = page.getByRole('region', { name: 'Latest trades' })
          const price = page.getByRole('region', { name: 'Price' })
          await price.locator('.price-line').waitFor()
          await page
            .locator('.figures')
            .getByText(count === 3 ? 'Since first trade' : '24 hours', { exact: true })
            .waitFor()
          await page.waitForLoadState('networkidle')
          expect(await trades.locator('.trades tbody tr').count()).toBe(Math.min(count, 8))
          const box = (await price.locator('.price-line').boundingBox())!
          expect(box.y + box.height).toBeLessThan(look.height)
          const labels = await price.locator('.chart-label').allTextContents()
          expect(labels.length).toBeGreaterThan(3)
          expect(labels).toEqual([...new Set(labels)])
          expect(await layoutShift(page)).toBeLessThan(LAYOUT_SHIFT_MAX)
          const weight = [...sizes].filter(([path]) => !/logo|card/.test(path)).reduce((sum, [, bytes]) => sum + bytes, 0)
          expect(weight).toBeLessThan(PAGE_BYTES_MAX)
          await scene.checkLightAndDark(`coin-trades-${look.width}-${count}`)
          await page.getByText('Show as a table').click()
          const table = page.locator('.chart-table')
          const rows = await table.locator('tbody tr').count()
          expect(rows).toBeGreaterThan(1)
          await scene.pollNow()
          await page.waitForLoadState('networkidle')
          expect(await table.locator('table').isVisible()).toBe(true)
          expect(scene.complaints).toEqual([])
        }),
        BROWSER_TEST_MS,
      )

  test(
    'a price that has moved without a trade, as of a coin that graduated: chart and head end at the same, and the change is of it',
    withScene({ policy: { rateLimits: false } }, async (scene) => {
      const { app, page } = scene
      const mint = await launched(scene)
      await traded(scene, mint, 6)
      await app.deps.simulation!.graduate(mint)
      await app.clock.advance(60_000)
      await scene.open(`/coin/${mint}`)
      const head = page.getByRole('region', { name: 'The coin' })
      await head.getByText('Graduated', { exact: true }).waitFor()
      await head.getByText('Market cap', { exact: true }).waitFor()
      // The badge says it: no figure says it again.
      expect(await head.getByText('To graduation').count()).toBe(0)
      expect(await page.locator('.price-pool').count()).toBe(1)
      await page.locator('.price-plot').getByText('Graduated', { exact: true }).waitFor()
      const price = (await head.locator('.figures dd').first().locator('[aria-hidden]').textContent())!
      const chart = page.getByRole('region', { name: 'Price' })
      expect(await chart.locator('.price-jump').count()).toBe(1)
      // In the drawing the zeros are counted by a lowered figure of its own.
      const drawn = chart.locator('.price-last').last()
      expect(`${await drawn.textContent()} SOL`).toBe(price.replaceAll(/[₀-₉]/g, (digit) => String('₀₁₂₃₄₅₆₇₈₉'.indexOf(digit))))
      expect(await drawn.locator('.zeros').textContent()).toBe('6')
      expect(Number(/[\d,]+/.exec((await head.locator('.change-up').textContent())!)![0].replaceAll(',', ''))).toBeGreaterThan(1_000)
      // The newest hour is a part of it.
      const [all, fees] = [chart.locator('.fee-bar'), await chart.locator('.fee-bar').count()]
      await chart.getByRole('radio', { name: '1 hour' }).check()
      expect(await all.count()).toBeLessThan(fees)
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
