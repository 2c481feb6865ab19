import { expect, test } from 'bun:test'
import { createAlarmWatch } from '../../src/features/alarms/alarm-watch.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { PHONE } from './support/chromium.ts'
import { checkFits } from './support/hostile-texts.ts'

browserTests('decision "Alarms": the page of the status', (withScene) => {
  test(
    'says that nothing is known, and by itself what works once that is known',
    withScene({ look: PHONE, policy: { statusPage: true } }, async (scene) => {
      const { app, page } = scene
      await scene.open('/status')
      await page.getByText('Not known: no check').waitFor()
      await app.clock.advance(60_000)
      await createAlarmWatch(app.deps)()
      await scene.pollNow()
      await page.getByText('Everything works').waitFor()
      expect(await page.locator('.status').count()).toBe(1)
      expect(await page.getByRole('link', { name: 'Status' }).isVisible()).toBe(true)
      await checkFits(page)
      await scene.checkAccessible()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'is linked at the foot of pages only where it is published',
    withScene({}, async (scene) => {
      await scene.open('/about')
      await scene.page.getByRole('link', { name: 'Approvals' }).waitFor()
      expect(await scene.page.getByRole('link', { name: 'Status' }).count()).toBe(0)
    }),
    BROWSER_TEST_MS,
  )
})
