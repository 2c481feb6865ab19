import { expect, test } from 'bun:test'
import { CLANKER_FACTS } from '../../src/adapters/launchpads/clanker/facts.ts'
import { ZORA_FACTS } from '../../src/adapters/launchpads/zora/facts.ts'
import { lamports, type Mint, type Signature } from '../../src/domain/brands.ts'
import { remitRow } from '../support/storage-rows.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { PHONE } from './support/chromium.ts'
import { checkFits } from './support/hostile-texts.ts'
import type { PageScene } from './support/page-scene.ts'
import { seedCoins, seedRemits } from './support/seed-board.ts'

const ORDERS = [
  ['Market cap', 'cap'],
  ['24 h', 'change'],
  ['Progress', 'progress'],
  ['Holders', 'holders'],
] as const
const WIDTHS = [360, 768, 1_280]
const listed = ({ page }: PageScene) =>
  page.evaluate(() => [...document.querySelectorAll<HTMLAnchorElement>('.coin-link')].map((link) => link.pathname.slice('/coin/'.length)))

browserTests('rules 4.3: board, order and filters', (withScene) => {
  test(
    'each choice is in the address, comes back with it and with the way back, and is made by keyboard alone',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const coins = await seedCoins(app, 30)
      const best = [coins[7]!, coins[3]!]
      for (const [index, { mint }] of best.entries())
        await app.deps.storage.remits.insert([
          remitRow(`p${index}`, { mint: mint as Mint, amountAtomic: lamports(1_000_000_000 - index), signature: `p${index}` as Signature }),
        ])
      await scene.open('/board')
      await page.locator('.coin-row').first().waitFor()
      await page.getByRole('button', { name: 'Paid to crew' }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/board?sort=paid')
      await page.getByText('30 found').waitFor()
      expect((await listed(scene)).slice(0, 2)).toEqual(best.map(({ mint }) => mint as string))
      await page.getByLabel('Their fees').selectOption('open')
      await page.waitForURL('**/board?sort=paid&fees=open')
      await page.getByText('4 found').waitFor()
      expect(await page.getByRole('link', { name: 'RSS feed', exact: true }).getAttribute('href')).toContain('/feed.xml')
      expect(await page.evaluate(() => document.querySelector<HTMLAnchorElement>('.coin-feed')!.search)).toBe('?sort=paid&fees=open')
      await page.goBack()
      await page.getByText('30 found').waitFor()
      expect(await page.getByLabel('Their fees').inputValue()).toBe('')
      await page.goBack()
      await page.getByRole('columnheader', { name: 'Age' }).and(page.locator('[aria-sort=ascending]')).waitFor()
      expect(await listed(scene)).toEqual(coins.map(({ mint }) => mint as string))
      const address = '/board?sort=graduated&q=frog'
      await scene.open(address)
      expect(await page.getByLabel('Order').inputValue()).toBe('graduated')
      expect(await page.getByRole('searchbox').inputValue()).toBe('frog')
      await page.getByText(/found|No coin/).waitFor()
      expect(new URL(page.url()).search).toBe('?sort=graduated&q=frog')
      await scene.open('/board?sort=<script>&status=x&fees=locked')
      await page.getByText('26 found').waitFor()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'by what chains say the newest 200 are ordered, by each head and on a phone by one list, and the page says how many of them',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const coins = await seedCoins(app, 230)
      const best = [coins[150]!, coins[60]!, coins[3]!].map(({ mint }) => mint as string)
      await page.route('**/api/markets*', (route) => {
        const mints = new URL(route.request().url()).searchParams.get('mints')!.split(',')
        return route.fulfill({
          json: { ok: true, generatedAt: new Date(app.clock.nowMs()).toISOString(), markets: mints.flatMap(marketOf) },
        })
      })
      const marketOf = (mint: string) => {
        const rank = best.indexOf(mint)
        const figure = 9_000 - rank
        const amount = { amount: `${figure}000000000`, decimals: 9, currency: 'SOL' }
        const holders = { count: figure, orMore: false }
        return rank === -1
          ? []
          : [{ mint, stage: 'curve', price: '1', marketCap: amount, progressBps: figure, dayChangeBps: figure, holders }]
      }
      await scene.open('/board')
      await page.locator('.coin-row').first().waitFor()
      for (const [name, sort] of ORDERS) {
        await page.getByRole('button', { name }).click()
        await page.waitForURL(`**/board?sort=${sort}`)
        await page.getByText('Newest 200 only').waitFor()
        expect((await listed(scene)).slice(0, 3)).toEqual(best)
        expect(await page.locator('[aria-sort=descending]').allInnerTexts()).toEqual([name])
        expect(await page.evaluate(() => document.querySelector<HTMLAnchorElement>('.coin-feed')!.search)).toBe('')
      }
      await page.getByRole('button', { name: 'Age' }).click()
      await page.getByText('50 of 230').waitFor()
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByLabel('Order').selectOption('Holders')
      await page.getByText('Newest 200 only').waitFor()
      expect((await listed(scene)).slice(0, 3)).toEqual(best)
      expect(await page.getByRole('button', { name: 'Age' }).count()).toBe(0)
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'on a phone 15 rows stand above the payouts until more are asked for, each with its split while no progress is read, which is told',
    withScene({ look: PHONE }, async (scene) => {
      const { app, page } = scene
      const coins = await seedCoins(app, 60)
      await seedRemits(app, coins, 5)
      await scene.open('/board')
      await page.getByText('15 of 60').waitFor()
      const shown = (count: number) => coins.slice(0, count).map(({ mint }) => mint as string)
      expect(await listed(scene)).toEqual(shown(15))
      expect(await page.locator('.coin-row .split-bar').first().isVisible()).toBe(true)
      const unread = page.getByText('Market values cannot be read right now')
      await unread.waitFor()
      expect((await unread.boundingBox())!.height).toBeGreaterThan(10)
      const more = page.locator('.board-coins').getByRole('button', { name: 'Show more' })
      await more.click()
      expect(await listed(scene)).toEqual(shown(50))
      expect(
        await page.evaluate(() => document.activeElement?.closest('.coin-row')?.matches('.coin-group:nth-child(2) > :nth-child(6)')),
      ).toBe(true)
      await more.click()
      await more.waitFor({ state: 'hidden' })
      expect(await listed(scene)).toEqual(shown(60))
      // On a wide window the rest stands beside the rows, and all that are loaded are there at once.
      await page.setViewportSize({ width: 1_280, height: 800 })
      await scene.open('/board')
      await page.getByText('50 of 60').waitFor()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'at 360, 768 and 1280 px, light and dark, with 0, 3 and 200 coins: fits, and axe finds nothing',
    withScene({}, async (scene) => {
      const { app, page } = scene
      for (const count of [0, 3, 200]) {
        const missing = count - Number((await app.call('GET', '/api/board')).body.stats.coins)
        const coins = missing > 0 ? await seedCoins(app, missing, (index) => ({ name: `Coin ${count} ${index}` })) : []
        if (count === 200) await seedRemits(app, coins, 40)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 })
          await scene.open('/board')
          await page
            .locator(count === 0 ? '#empty :is(h1, h2)' : '.coin-row')
            .first()
            .waitFor()
          await scene.checkLightAndDark(`board-${count}-${width}`)
        }
      }
      expect(scene.complaints).toEqual([])
    }),
    3 * BROWSER_TEST_MS,
  )

  test(
    'with several launchpads every choice is seen whole, and the page of a coin names its own by its title',
    withScene(
      {
        policy: { rateLimits: false, cluster: 'mainnet-beta' },
        entries: (pad) => [ZORA_FACTS, CLANKER_FACTS].map((facts) => ({ facts, load: async () => ({ ...pad, facts }) })),
      },
      async (scene) => {
        const { app, page } = scene
        const [coin] = await seedCoins(app, 8, (index) => (index === 0 ? { platform: 'clanker' } : {}))
        for (const width of [...WIDTHS, 390]) {
          await page.setViewportSize({ width, height: 900 })
          await scene.open('/board')
          await page.getByLabel('Launchpad').waitFor()
          const cut = await page.evaluate(() =>
            [...document.querySelectorAll<HTMLSelectElement>('.coin-choices > select')].filter((select) => {
              const { left, right, width: has } = select.getBoundingClientRect()
              select.style.width = 'max-content'
              select.style.minWidth = 'max-content'
              const wants = select.getBoundingClientRect().width
              select.removeAttribute('style')
              return left < 0 || right > innerWidth || has < Math.min(wants, (innerWidth - 40) / 2) - 1
            }),
          )
          expect(cut).toEqual([])
          await checkFits(page)
        }
        await scene.open(`/coin/${coin!.mint}`)
        expect(await page.getByRole('link', { name: /^Trade on / }).textContent()).toBe('Trade on Clanker (opens in a new tab)')
      },
    ),
    BROWSER_TEST_MS,
  )
})
