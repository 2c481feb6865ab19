import { expect, test } from 'bun:test'
import { hashApiKey } from '../../src/domain/api-key.ts'
import { Secret } from '../../src/lib/secret.ts'
import { OPERATOR_KEY } from '../support/test-app.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { seed } from './support/seed-operator.ts'

browserTests('rules 4.4: an operator’s page that is left open', (withScene) => {
  test(
    'left open while the key is changed it puts everything away, and asks for nothing more',
    withScene({ failuresExpected: true }, async (scene) => {
      const { app, page } = scene
      await seed(scene)
      await scene.open('/operator')
      await page.getByLabel('Operator key').fill(OPERATOR_KEY)
      await page.keyboard.press('Enter')
      await page.locator('#refunds').getByRole('button', { name: 'Mark as refunded' }).click()
      await page.getByRole('dialog').waitFor()
      ;(app.deps.policy as { operatorKeyHash: string | null }).operatorKeyHash = hashApiKey(new Secret('another-operator-key'))
      await page.getByRole('dialog').getByRole('button', { name: 'Mark as refunded' }).click()
      await page.getByText('Locked: this key was changed').waitFor()
      expect(await page.locator('#console').innerHTML()).toBe('')
      // Nobody wrote a wrong key: the empty field is not red.
      expect(await page.getByLabel('Operator key').getAttribute('aria-invalid')).toBeNull()
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('key')
      expect((await app.deps.storage.payments.countByState()).get('refund_due')).toBe(1)
      await scene.screenshot('operator-put-away')
      await scene.checkAccessible()
      let asked = 0
      page.on('request', () => (asked += 1))
      await scene.pollNow()
      await page.evaluate(() => new Promise(requestAnimationFrame))
      expect(asked).toBe(0)
      await page.getByLabel('Operator key').fill('another-operator-key')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Findings' }).waitFor()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
