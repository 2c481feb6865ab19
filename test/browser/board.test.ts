import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chromiumPath, PHONE, startBrowser, type TestBrowser } from './support/chromium.ts'
import { createScene } from './support/page-scene.ts'
import { seedCoins, seedRemits } from './support/seed-board.ts'

describe.skipIf(chromiumPath === null)('board', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())

  test('desk', async () => {
    const scene = await createScene(browser)
    const coins = await seedCoins(scene.app, 70)
    await seedRemits(scene.app, coins, 60)
    await scene.open('/board')
    await scene.page.getByText('Night Market Frog').first().waitFor()
    await scene.page.locator('.chart-svg').waitFor()
    await scene.screenshot('board-desk')
    await scene.checkAccessible()
    await scene.open(`/coin/${coins[0]!.mint}`)
    await scene.page.getByRole('heading', { level: 1 }).waitFor()
    await scene.screenshot('coin-desk')
    await scene.checkAccessible()
    expect(scene.complaints).toEqual([])
    await scene.close()
  }, 30_000)

  test('phone', async () => {
    const scene = await createScene(browser, { look: { ...PHONE, dark: true } })
    const coins = await seedCoins(scene.app, 9)
    await seedRemits(scene.app, coins, 60)
    await scene.open('/board')
    await scene.page.locator('.chart-svg').waitFor()
    await scene.screenshot('board-phone')
    await scene.open(`/coin/${coins[0]!.mint}`)
    await scene.page.getByRole('heading', { level: 1 }).waitFor()
    await scene.screenshot('coin-phone')
    await scene.close()
  }, 30_000)

  test('empty', async () => {
    const scene = await createScene(browser)
    await scene.open('/board')
    await scene.page.getByText('No coin has been launched').waitFor()
    await scene.screenshot('board-empty')
    await scene.checkAccessible()
    await scene.close()
  })
})
