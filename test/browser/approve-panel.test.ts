import { expect, test } from 'bun:test'
import { makeKol } from '../support/make-kol.ts'
import { CREW_WALLETS, newPerson } from '../support/test-app.ts'
import { connect, listed, signButton } from './support/approving.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'

const LATER = 'To decide later, close this page'

browserTests('decision "Approving takes two steps": the panel of the approval page', (withScene) => {
  for (const look of [
    { width: 1_280, height: 800 },
    { width: 390, height: 844, touch: true, dark: true },
  ])
    test(
      `${look.width} px: the button is in sight wherever one is on the page, the text behind a fold, and no word of later while a signature is on its way`,
      withScene({ look, wallets: listed({ sign: 'never-answer' }) }, async (scene) => {
        const { page } = scene
        await scene.open(`/approve/${await scene.dryRun({ initialBuySol: 0.5 })}`)
        await connect(scene)
        await signButton(scene).waitFor()
        for (const top of [0, 600, 100_000]) {
          await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top)
          const { y, height } = (await signButton(scene).boundingBox())!
          expect([top, y >= 0 && y + height <= look.height]).toEqual([top, true])
        }
        expect(await page.locator('.message').isVisible()).toBe(false)
        await page.getByText('What exactly do I sign?').click()
        await page.locator('.message').waitFor()
        expect(await page.getByText(LATER).count()).toBe(1)
        await scene.screenshot(`approve-panel-${look.width}`)
        await scene.checkAccessible()
        await signButton(scene).click()
        await page.getByText('Step 2 of 2: confirm in Test Wallet').waitFor()
        expect(await page.getByText(LATER).count()).toBe(0)
        expect(scene.complaints).toEqual([])
      }),
      BROWSER_TEST_MS,
    )

  test(
    'who is paid is named, each of the crew with what the directory knows, and a cost has three lines until more are asked for',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const kols = [
        { ...makeKol({ handle: 'one', displayName: 'One', wallet: CREW_WALLETS[0]! as never }), optedOut: false },
        { ...makeKol({ handle: 'two', displayName: 'Two', wallet: newPerson().wallet }), optedOut: false },
      ]
      await app.deps.storage.kols.upsert(kols)
      const id = await scene.dryRun({ initialBuySol: 0.5 })
      await scene.open(`/approve/${id}`)
      const rows = page.locator('.shareholder')
      await rows.first().waitFor()
      for (const [handle, listing] of [
        ['@one', 'in the directory'],
        ['@two', 'in the directory with another wallet'],
        ['@three', 'not in the directory'],
      ] as const)
        expect(await rows.filter({ hasText: handle }).locator('.payee-marks').textContent()).toBe(`${listing}no consent signed`)
      expect(await page.locator('.payee-marks').count()).toBe(3)
      expect(await rows.filter({ hasText: '@one' }).locator('.shareholder-share').textContent()).toStartWith('30%')
      expect(await page.getByRole('list', { name: 'What to look at' }).innerText()).toBe(
        `@two is in the directory with another wallet (${kols[1]!.wallet}); this plan pays ${CREW_WALLETS[1]}.\nOf 3 wallets: 2 not in the directory, 3 no consent signed.\nThis key can also launch without an approval.`,
      )
      expect(await page.locator('.decision-summary').textContent()).toContain('5 wallets: KOL 60%, Treasury 25%, Agent 15%')
      const money = page.getByRole('region', { name: 'Who pays, and how much' })
      expect(await money.getByRole('row').count()).toBe(3)
      await money.getByRole('button', { name: /^\d+ smaller items/ }).click()
      const { plan } = (await app.call('GET', `/api/agent/launch/dry-run/${id}`)).body
      expect(await money.getByRole('row').count()).toBe(3 + plan.cost.items.length - 1)
      await scene.checkAccessible()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
