import { expect, test } from 'bun:test'
import { lamports, type Signature, type Wallet } from '../../src/domain/brands.ts'
import { remitRow } from '../support/storage-rows.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { checkFits } from './support/hostile-texts.ts'
import { seedCoins } from './support/seed-board.ts'
import { WALLET } from './support/seed-earnings.ts'

browserTests('decision "Records of agents": the page of a wallet', (withScene) => {
  for (const look of [
    { width: 390, height: 844, touch: true, dark: true },
    { width: 1_280, height: 800, dark: false },
  ]) {
    test(
      `that launched says how many coins, and what their fees paid to others, at ${look.width} px`,
      withScene({ look }, async (scene) => {
        const { app, page } = scene
        const coins = await seedCoins(app, 3, (index) => ({ launcher: WALLET, feeShareLocked: index > 0 }))
        await app.deps.storage.remits.insert(
          [WALLET, 'another' as Wallet].map((wallet, index) =>
            remitRow(`r${index}`, { mint: coins[1]!.mint, wallet, amountAtomic: lamports(2_500_000), signature: `s${index}` as Signature }),
          ),
        )
        await scene.open(`/wallet/${WALLET}`)
        await page.waitForFunction(() => document.querySelector('[aria-busy]') === null)
        const line = page.getByText('3 coins, 2 locked, 0.0025 SOL paid to others')
        expect(await line.isVisible()).toBe(true)
        const launched = page.getByRole('region', { name: 'Launched here' })
        expect(await launched.locator('.entry a[href^="/coin/"]:not([href*="#"])').count()).toBe(3)
        // What its launcher has still to do leads to where it is done.
        expect(await launched.locator('.lock-way').getAttribute('href')).toEndWith('#fees-notice')
        // A promise that is not kept is marked as on every other page.
        expect(await launched.locator('.lock-warn').allTextContents()).toEqual(['Not locked'])
        await checkFits(page)
        await scene.screenshot(`wallet-launched-${look.width}`)
        await scene.checkAccessible()
        expect(scene.complaints).toEqual([])
      }),
      BROWSER_TEST_MS,
    )
  }
})
