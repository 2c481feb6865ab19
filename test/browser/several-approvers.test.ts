import { expect, test } from 'bun:test'
import { newPerson, OPERATOR_KEY } from '../support/test-app.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { PHONE } from './support/chromium.ts'
import { checkFits } from './support/hostile-texts.ts'

const [first, second, third] = [newPerson(), newPerson(), newPerson()]
const env = { APPROVER_WALLETS: [first, second, third].map(({ wallet }) => wallet).join(','), APPROVALS_REQUIRED: '2' }

browserTests('decision "Several approvers": several approvers', (withScene) => {
  test(
    'two of three, on a phone and then with another account, approve a plan, and the agent launches it',
    withScene({ env, look: PHONE, wallets: () => [{ people: [first, second, third] }] }, async (scene) => {
      const { app, page } = scene
      const desk = { label: 'desk', requireApproval: true }
      const { key } = (await app.call('POST', '/api/agent/keys', desk, { key: OPERATOR_KEY })).body
      const id = await scene.dryRun({}, key)
      const sign = page.getByRole('button', { name: 'Sign approval for NMFROG' })
      const connect = page.getByRole('button', { name: 'Connect Test Wallet' })
      await scene.open(`/approve/${id}`)
      await page.locator('.decision-summary').getByText('0 of 2').waitFor()
      await page.locator('#bar').getByText('0 of 2 approved').waitFor()
      await connect.click()
      await sign.click()
      await page.getByText('You approved', { exact: true }).waitFor()
      await page.getByText('Needs 1 more approval.', { exact: true }).waitFor()
      await page.locator('#bar').getByText('1 of 2 approved').waitFor()
      await page.getByRole('button', { name: 'Copy link for the other approver' }).waitFor()
      await checkFits(page)
      await scene.screenshot('approve-one-of-two')
      await scene.checkAccessible()
      const body = app.launchBody({ imageBase64: scene.picture, dryRunId: id })
      const launch = () => app.call('POST', '/api/agent/launch', body, { key, headers: { 'x-launcher-key': app.launcher.secret } })
      expect(await launch()).toMatchObject({ status: 400, body: { code: 'dry_run_not_approved' } })

      await scene.open(`/approve/${id}`)
      await page.locator('.decision-summary').getByText('1 of 2').waitFor()
      await connect.click()
      // The same result as right after the signature.
      await page.getByText('You approved', { exact: true }).waitFor()
      expect(await sign.count()).toBe(0)
      expect(await page.locator('.decision').getByRole('alert').count()).toBe(0)
      expect(await page.locator('.decision').getByRole('combobox').count()).toBe(0)
      expect(await page.locator('.decision-foot').isVisible()).toBe(false)
      for (const name of ['Copy link for the other approver', 'Reject it after all']) await page.getByRole('button', { name }).waitFor()
      await page.getByRole('button', { name: 'Use another wallet' }).click()
      await connect.click()
      expect(await page.getByLabel('Account').inputValue()).toBe(second.wallet)
      await sign.click()
      await page.getByText('Approved', { exact: true }).waitFor()
      expect(await page.locator('.decision').textContent()).toContain('Approved by your wallet')
      await scene.screenshot('approve-two-of-two')
      await scene.checkAccessible()
      expect((await app.call('GET', `/api/agent/launch/dry-run/${id}`)).body.approvals).toMatchObject([
        { wallet: first.wallet },
        { wallet: second.wallet },
      ])
      expect((await launch()).status).toBe(201)
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
