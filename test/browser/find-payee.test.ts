import { expect, test } from 'bun:test'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { PHONE } from './support/chromium.ts'
import { checkFits } from './support/hostile-texts.ts'
import { seedEarnings, seedKol, WALLET } from './support/seed-earnings.ts'

browserTests('decision "Whoever is paid": the search at the foot of every page', (withScene) => {
  test(
    'with the keyboard alone a handle in any spelling leads to its page, and an address to the wallet’s',
    withScene({ look: PHONE }, async (scene) => {
      const { app, page } = scene
      await seedEarnings(app, 3)
      await seedKol(app)
      for (const [path, text, heading] of [
        ['/about', '@MoonBoy', 'Moon Boy (@moonboy)'],
        ['/docs', 'moonboy ', 'Moon Boy (@moonboy)'],
        ['/leaderboard', WALLET, 'Wallet'],
      ] as const) {
        await scene.open(path)
        await page.getByLabel('Am I in a coin?').focus()
        await page.keyboard.type(text)
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      }
      await page.locator('.entry a').first().waitFor()
      expect(new URL(page.url()).pathname).toEndWith(WALLET)
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'who is not there is offered names like it, or told what says for sure',
    withScene({ look: { ...PHONE, dark: true } }, async (scene) => {
      const { app, page } = scene
      await seedKol(app)
      await scene.open('/find?q=moon')
      await page.getByRole('link', { name: '@moonboy' }).waitFor()
      await checkFits(page)
      await scene.checkAccessible()
      await scene.open(`/find?q=${encodeURIComponent('<img src=x>')}`)
      await page.getByText('No match for “<img src=x>”').waitFor()
      // It stays in the field, to be mended.
      expect(await page.getByRole('main').getByPlaceholder('Wallet or @handle').inputValue()).toBe('<img src=x>')
      await checkFits(page)
      await scene.checkAccessible()
      await app.deps.storage.kols.setOptedOut('moonboy', true)
      await scene.open('/find?q=moonboy')
      await page.getByText('No match for “moonboy”').waitFor()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
