import { expect, test } from 'bun:test'
import { unixMs } from '../../src/domain/brands.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { PHONE } from './support/chromium.ts'
import { checkOnlyText, HOSTILE } from './support/hostile-texts.ts'
import { seedCoins, seedRemits, splitOf } from './support/seed-board.ts'

browserTests('rules 4.3: the board shows the public record', (withScene) => {
  test(
    'a browser that opens the root sees the board: figures, chart, coins, payouts, and each coin’s own page',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const coins = await seedCoins(app, 24)
      await seedRemits(app, coins, 60)
      await scene.open('/')
      expect(new URL(page.url()).pathname).toBe('/board')
      await page.locator('.chart-svg').waitFor()
      await scene.screenshot('board')
      await scene.checkAccessible()
      const { body } = await app.call('GET', '/api/board')
      expect(await page.locator('#stats').textContent()).toContain(`${body.stats.coins} coins`)
      expect(await page.locator('.coin-row').count()).toBe(24)
      await page.getByRole('radio', { name: '30 days' }).check()
      await page.getByText('By role, last 30 days').waitFor()
      await page.locator('.payout summary').first().click()
      await page.locator('.payout-wallets').first().getByText('@moonboy').waitFor()
      await scene.screenshot('board-30-days')
      await page
        .getByRole('link', { name: /Night Market Frog/ })
        .first()
        .click()
      await page.getByRole('heading', { level: 1, name: /Night Market Frog/ }).waitFor()
      await scene.screenshot('coin')
      await scene.checkAccessible()
      const first = coins[0]!
      await page
        .getByRole('button', { name: /show the whole address/ })
        .first()
        .click()
      expect(await page.locator('.split-wallet .address').first().textContent()).toBe(first.shareholders[0]!.wallet)
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'fits a narrow phone, in light and dark',
    withScene({ look: PHONE }, async (scene) => {
      const { app, page } = scene
      const coins = await seedCoins(app, 9, (position) =>
        position === 0 ? { name: 'W'.repeat(32), ticker: 'W'.repeat(13), description: 'm'.repeat(240) } : {},
      )
      await seedRemits(app, coins, 30)
      await scene.open('/board')
      await page.locator('.chart-svg').waitFor()
      await scene.checkLightAndDark('board-phone')
      await scene.open(`/coin/${coins[0]!.mint}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await scene.checkLightAndDark('coin-phone')
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'an empty board says what to do first, and fills by itself; below a few coins stands how to launch the next',
    withScene({}, async (scene) => {
      const { page } = scene
      await scene.open('/board')
      await page.getByRole('heading', { name: 'Launch the first coin' }).waitFor()
      await scene.screenshot('board-empty')
      // It shows the lines of the very prompt that its button copies: of the first, which has addresses, its first sentence.
      const [first, ...others] = (await page.locator('.prompt-preview').textContent())!.split('\n')
      const agents = await (await fetch(new URL('/agents', page.url()))).text()
      expect(agents).toContain(`>${first!.replace(/…$/, '')}`)
      expect(agents).toContain(`\n${others.join('\n')}</pre>`)
      await page.getByRole('button', { name: 'Copy the prompt' }).waitFor()
      await scene.checkAccessible()
      await seedCoins(scene.app, 1)
      await scene.pollNow()
      await page.getByRole('link', { name: /Night Market Frog/ }).waitFor()
      expect(await page.locator('#empty').isHidden()).toBe(true)
      await page.getByRole('heading', { name: 'Let your assistant launch the next one' }).waitFor()
      await scene.checkAccessible()
      expect(await page.getByLabel('Search coins').isVisible()).toBe(false)
      expect(await page.getByLabel('Order').isVisible()).toBe(false)
      // In a column of gaps nothing stands, not even its head, and beside a figure a dash.
      expect(await page.getByRole('columnheader', { name: 'Paid to crew' }).count()).toBe(0)
      expect(await page.locator('.coin-row .coin-paid .no-figure').first().isVisible()).toBe(false)
      await page.getByText('Market values cannot be read right now').waitFor()
      await seedRemits(scene.app, await seedCoins(scene.app, 5), 1)
      await scene.pollNow()
      await page.locator('#next').waitFor({ state: 'hidden' })
      expect(await page.getByLabel('Order').isVisible()).toBe(true)
      expect(await page.locator('.coin-row .coin-paid .no-figure').first().isVisible()).toBe(true)
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'updates without flicker: nothing is asked twice in full, and what did not change is the same element',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const coins = await seedCoins(app, 12)
      await seedRemits(app, coins, 5)
      const statuses: number[] = []
      page.on('response', (response) => new URL(response.url()).pathname === '/api/board' && statuses.push(response.status()))
      await scene.open('/board')
      await page.locator('.chart-svg').waitFor()
      await page.locator('.payout').first().waitFor()
      await page.evaluate(() => document.querySelectorAll('.coin-row, .payout').forEach((row) => ((row as any).marked = true)))
      const settled = page.waitForResponse('**/api/board')
      await scene.pollNow()
      await settled
      expect(statuses.slice(0, 2)).toEqual([200, 304])
      expect(statuses.slice(1).every((status) => status === 304)).toBe(true)
      await seedCoins(app, 1, () => ({ name: 'Brand New', ticker: 'NEW', launchedAtMs: unixMs(app.clock.nowMs() - 1) }))
      await scene.pollNow()
      await page.getByRole('link', { name: /Brand New/ }).waitFor()
      const marked = await page.evaluate(() =>
        [...document.querySelectorAll('.coin-row, .payout')].map((row) => (row as any).marked ?? false),
      )
      expect(marked.filter((mark) => !mark)).toEqual([false])
      expect(marked[0]).toBe(false)
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'with 10,000 coins it shows pages of them, finds any of them, and prints its longest task',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const coins = await seedCoins(app, 10_000)
      await page.addInitScript(() => {
        const tasks: number[] = ((window as any).longTasks = [])
        new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => tasks.push(Math.round(duration)))).observe({
          type: 'longtask',
          buffered: true,
        })
      })
      await scene.open('/board')
      await page.getByText('50 of 10,000').waitFor()
      for (const shown of [200, 400, 600]) {
        await page.getByRole('button', { name: 'Show more' }).click()
        await page.getByText(`${shown} of 10,000`).waitFor()
      }
      const mints = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLAnchorElement>('.coin-link')].map((link) => link.pathname.slice('/coin/'.length)),
      )
      expect(mints).toEqual(coins.slice(0, 600).map(({ mint }) => mint as string))
      const firstRow = await page.locator('.coin-row').first().elementHandle()
      const oldest = coins.at(-1)!
      await page.getByRole('searchbox').fill(`$${oldest.ticker.toLowerCase()}`)
      await page.getByText('1 found').waitFor()
      expect(await page.locator('.coin-row').count()).toBe(1)
      await page.getByRole('searchbox').fill(coins[5_000]!.mint)
      await page.getByRole('link', { name: new RegExp(coins[5_000]!.name) }).waitFor()
      await page.getByRole('searchbox').fill('no such coin')
      await page.getByText('No coin matches “no such coin”.').waitFor()
      await scene.screenshot('board-no-match')
      await page.getByRole('searchbox').fill('')
      await page.getByText('600 of 10,000').waitFor()
      // The rows were not drawn again.
      expect(await page.evaluate((row) => row === document.querySelector('.coin-row'), firstRow)).toBe(true)
      const longest = Math.max(0, ...((await page.evaluate(() => (window as any).longTasks)) as number[]))
      console.log(`board with 10,000 coins: longest task ${longest} ms`)
      expect(scene.complaints).toEqual([])
    }),
    2 * BROWSER_TEST_MS,
  )

  test(
    'hostile texts in every field stay text, on the board and on the coin’s page',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const { name, description, twitter, website, handles, agent } = HOSTILE
      const [coin] = await seedCoins(app, 1, () => ({
        name,
        description,
        twitter,
        website,
        agent,
        featuredUrl: 'javascript:pwned=10',
        ticker: '<b>T</b>',
        shareholders: splitOf().map((share, index) => ({ ...share, handle: handles[index % 3]! })),
      }))
      await seedRemits(app, [coin!], 2)
      await scene.open('/board')
      await page.locator('.chart-svg').waitFor()
      await page.locator('.payout summary').first().click()
      await checkOnlyText(page)
      expect(await page.locator('main').textContent()).toContain(name)
      await scene.screenshot('board-hostile')
      await scene.open(`/coin/${coin!.mint}`)
      await page.locator('main:not([aria-busy])').waitFor()
      await checkOnlyText(page)
      const text = (await page.locator('main').textContent())!
      for (const part of [name, description, twitter, website, ...handles, agent.name, agent.objective, '<b>T</b>'])
        expect(text).toContain(part)
      await scene.screenshot('coin-hostile')
      await scene.checkAccessible()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'without a connection it keeps what it shows and says so; an unknown coin has its own words',
    withScene({ failuresExpected: true }, async (scene) => {
      const { app, page, context } = scene
      await seedCoins(app, 3)
      await scene.open('/board')
      await page.getByRole('link', { name: /Night Market Frog/ }).waitFor()
      await context.setOffline(true)
      await page.getByText('No connection to the service').waitFor()
      expect(await page.locator('.coin-row').count()).toBe(3)
      await scene.screenshot('board-offline')
      await scene.checkAccessible()
      await context.setOffline(false)
      await page.getByText('No connection to the service').waitFor({ state: 'hidden' })
      await scene.open('/coin/unknown')
      await page.getByRole('heading', { name: 'There is no such coin here' }).waitFor()
      await scene.checkAccessible()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
