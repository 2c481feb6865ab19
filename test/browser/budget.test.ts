import { expect, test } from 'bun:test'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { seedCoins, seedRemits } from './support/seed-board.ts'

const BYTES_MAX = 60_000
const LOADS = 3

browserTests('decision "The pages": page budgets', (withScene) => {
  test(
    'under 60 kB of script and style a page, compressed; prints when it was interactive (500 ms are allowed)',
    withScene({ wallets: ({ approver }) => [{ people: [approver] }] }, async (scene) => {
      const { app, page } = scene
      const coins = await seedCoins(app, 60)
      await seedRemits(app, coins, 40)
      const id = await scene.dryRun()
      // When the page has its content and its buttons work: it says so by taking aria-busy away.
      await page.addInitScript(() => {
        const watch = () => document.querySelector('[aria-busy]') ?? ((window as any).readyMs ??= performance.now())
        document.addEventListener('DOMContentLoaded', () => {
          new MutationObserver(watch).observe(document, { subtree: true, childList: true, attributes: true })
        })
      })
      for (const path of [`/approve/${id}`, '/board', `/coin/${coins[0]!.mint}`]) {
        let bestMs = Infinity
        for (let load = 0; load < LOADS; load += 1) {
          await scene.open(path)
          await page.waitForFunction(() => (window as any).readyMs !== undefined)
          bestMs = Math.min(bestMs, (await page.evaluate(() => (window as any).readyMs)) as number)
        }
        const assets = (await page.evaluate(() =>
          performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
        )) as string[]
        const files = assets.filter((name) => /\.(js|css)$/.test(name))
        const bytes = files.reduce((sum, name) => sum + scene.sizes.get(name)!, 0)
        console.log(`${path.split('/')[1]}: ${bytes} bytes of script and style compressed, interactive after ${Math.round(bestMs)} ms`)
        expect(files).toHaveLength(2)
        expect(bytes).toBeLessThan(BYTES_MAX)
      }
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
