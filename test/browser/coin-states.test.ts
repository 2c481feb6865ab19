import { expect, test } from 'bun:test'
import { unixMs, type Wallet } from '../../src/domain/brands.ts'
import type { Coin } from '../../src/domain/coin.ts'
import { newPerson } from '../support/test-app.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { PHONE } from './support/chromium.ts'
import { checkFits } from './support/hostile-texts.ts'
import { seedCoins, seedRemits } from './support/seed-board.ts'

const taken = { atMs: unixMs(1_795_000_000_000), to: newPerson().wallet as Wallet }

/** A state of a coin's fees, and what its page says of it: in the banner, in place of payouts, in the timeline. */
const STATES: readonly [
  string,
  Partial<Coin>,
  { readonly banner: RegExp; readonly split: string; readonly payouts: RegExp; readonly step: RegExp },
][] = [
  [
    'unlocked',
    { feeShareLocked: false },
    {
      banner:
        /^Fees are not locked: the launcher can still change who is paid.*Nobody in the split is paid until the launcher locks them; until then the fees are the launcher’s\.I am the launcher: lock the fees$/,
      split: 'Planned split',
      payouts: /none can come/,
      step: /Fees lockedNot yet/,
    },
  ],
  [
    'waiting for holders',
    { feeShareLocked: false, holderKol: true },
    {
      banner: /^Fees are not locked yet: the crew is still to be chosen.*pick the crew from the holders; the fees lock in the same step/,
      split: 'Planned split',
      payouts: /none can come/,
      step: /Fees lockedNot yet/,
    },
  ],
  [
    'redirected',
    { feesRedirected: taken },
    {
      banner: new RegExp(`^The fees were taken away.*${taken.to}`),
      split: 'Original fee split',
      payouts: /none will come/,
      step: /Fees locked\d.*Fees taken awayFound on/,
    },
  ],
]

browserTests('decision "A broken promise": the page of a coin whose fees are not locked', (withScene) => {
  for (const [name, changes, says] of STATES)
    for (const look of [PHONE, { width: 1_280, height: 800, dark: true }])
      test(
        `${name}, ${look.width} px: a banner above all, no green button, no lock, and no payout promised`,
        withScene({ look }, async (scene) => {
          const { app, page } = scene
          const [coin] = await seedCoins(app, 1, () => changes)
          if (changes.feesRedirected) await app.deps.storage.coinPasses.redirect(coin!.mint, changes.feesRedirected)
          await scene.open(`/coin/${coin!.mint}`)
          const banner = page.locator('section.fees-notice')
          await banner.waitFor()
          expect(await banner.textContent()).toMatch(says.banner)
          await page.getByRole('region', { name: says.split }).locator('.split-idle').waitFor()
          const crew = await page.locator('.split-table .role-kol').count()
          expect(crew > 0).toBe(!changes.holderKol)
          if (changes.holderKol) await page.getByRole('row', { name: /Crew from the holders.*60%/ }).waitFor()
          const { top, width } = await banner.evaluate((element) => element.getBoundingClientRect())
          expect(top).toBeLessThan(300)
          expect(width).toBeGreaterThanOrEqual(Math.min(look.width!, 1_152) - 40)
          expect(await page.getByRole('region', { name: 'Latest payouts' }).textContent()).toMatch(says.payouts)
          expect(await page.getByRole('region', { name: 'Timeline' }).textContent()).toMatch(says.step)
          expect(await page.locator('main .button-main:visible').count()).toBe(0)
          // The sign of locked fees stands for nothing else.
          expect(await page.locator('main path[d="M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3"]').count()).toBe(0)
          await checkFits(page)
          await scene.screenshot(`coin-${name.replaceAll(' ', '-')}-${look.width}`)
          await scene.checkAccessible()
          expect(scene.complaints).toEqual([])
        }),
        BROWSER_TEST_MS,
      )

  test(
    'a coin whose fees were taken away is not among the locked ones that the board counts',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const ways = [{ feesRedirected: taken }, { feeShareLocked: false }, { feeShareLocked: true }]
      const coins = await seedCoins(app, ways.length, (index) => ways[index]!)
      await app.deps.storage.coinPasses.redirect(coins[0]!.mint, taken)
      await scene.open('/board')
      await page.locator('#stats li').first().waitFor()
      expect(await page.locator('#stats li').allTextContents()).toEqual(['3 coins', '1 locked', '1 not locked', '1 with fees taken away'])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'a locked coin has no banner, and the lock as a step of its timeline; the API’s own stages stay',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const [coin] = await seedCoins(app, 1)
      await seedRemits(app, [coin!], 2)
      await scene.open(`/coin/${coin!.mint}`)
      const steps = page.getByRole('region', { name: 'Timeline' }).locator('.moment strong')
      await steps.first().waitFor()
      // What was paid came of trades, whether the chain still hands them out or not.
      const price = page.getByRole('region', { name: 'Price', exact: true })
      await price.getByText('No price right now', { exact: true }).waitFor()
      await price.getByRole('button', { name: 'Try again' }).waitFor()
      // No figure without a value: the chart says why there are none.
      expect(await page.locator('.figures dt').allTextContents()).toEqual(['Fees paid'])
      // Nobody buys or sells at a price that was not read.
      const box = page.getByRole('region', { name: 'Buy or sell' })
      await box.getByText('Buying and selling open again once there is a price.').waitFor()
      expect(await box.locator('button:enabled, input:enabled').count()).toBe(0)
      expect(await steps.allTextContents()).toEqual(['Launched', 'Fees locked', 'Graduated', 'Featured'])
      expect(await page.locator('.fees-notice').count()).toBe(0)
      const { body } = await app.call('GET', `/api/coins/${coin!.mint}`)
      expect(body.coin.timeline.map(({ state }: { state: string }) => state)).toEqual(['Launched', 'Graduated', 'Featured'])
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
