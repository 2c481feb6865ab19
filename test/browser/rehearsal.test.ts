import { expect, test } from 'bun:test'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { type Look, PHONE } from './support/chromium.ts'

const LOOKS: readonly [string, Look][] = [
  ['phone, dark', { ...PHONE, dark: true }],
  ['desktop', {}],
]

browserTests('decision "A rehearsal": approval page', (withScene) => {
  test.each(LOOKS)(
    '%s: what would have happened is three figures, the rest folded, says whose word it is, and fits',
    (name, look) =>
      withScene({ look, wallets: ({ approver }) => [{ people: [approver] }] }, async (scene) => {
        const { app, page } = scene
        const id = await scene.dryRun({ rehearse: true, initialBuySol: 0.25 })
        await scene.open(`/approve/${id}`)
        const part = page.locator('#rehearsal')
        await part.waitFor()
        expect(await part.getByText('The sniper’s coins').isVisible()).toBe(false)
        await part.getByText('Creator fees', { exact: true }).first().waitFor()
        await part.getByText('Each figure').click()
        await part.getByText('The sniper’s coins').waitFor()
        await part.scrollIntoViewIfNeeded()
        await scene.screenshot(`rehearsal-${name}`)
        await scene.checkAccessible()
        const { rehearsal, plan } = (await app.call('GET', `/api/agent/launch/dry-run/${id}`)).body
        expect(await part.locator('tbody tr').count()).toBe(plan.shareholders.length)
        expect(await part.textContent()).toContain(rehearsal.result.ranBy)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      })(),
    BROWSER_TEST_MS,
  )

  test(
    'a plan without one has no such part, and one that could not be run says why',
    withScene({}, async (scene) => {
      const { app, page } = scene
      await scene.open(`/approve/${await scene.dryRun()}`)
      await page.locator('#money').waitFor()
      expect(await page.locator('#rehearsal').count()).toBe(0)
      const { estimateLaunch } = app.pad
      Object.assign(app.pad, {
        estimateLaunch: async (...asked: Parameters<typeof estimateLaunch>) => ({
          ...(await estimateLaunch(...asked)),
          lockPath: 'sequential',
        }),
      })
      Object.assign(app.pad.rehearsals!, { run: async () => ({ reason: 'This launch takes 2 transactions.' }) })
      await scene.open(`/approve/${await scene.dryRun({ rehearse: true })}`)
      await page.locator('#rehearsal').getByText('Not rehearsed: this launch takes 2 transactions.').waitFor()
      await page.getByText(/^The coin is created first and its fees are locked right after, in another transaction/).waitFor()
      await scene.screenshot('rehearsal-none')
      await scene.checkAccessible()
    }),
    BROWSER_TEST_MS,
  )
})
