import { expect, test } from 'bun:test'
import { newPerson } from '../support/test-app.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { PHONE } from './support/chromium.ts'
import { listed, connect, signButton, stateOf } from './support/approving.ts'

browserTests('decision "Approving takes two steps": approval page, what goes wrong', (withScene) => {
  test(
    'without a wallet that can sign, the page says how to get one: beside a plan on a computer by phone, on a phone in its apps',
    withScene({ wallets: () => [{ people: [newPerson()], canSign: false }] }, async (scene) => {
      // A name that a phone could reach, of this machine.
      await scene.page.goto(`${scene.url.replace('127.0.0.1', 'launch.localhost')}/approve/${await scene.dryRun()}`)
      await scene.page.getByText('No wallet found in this browser').waitFor()
      const open = scene.page.getByRole('link', { name: /Open in Phantom/ })
      expect(await open.count()).toBe(0)
      // What leads to a download says so.
      expect(await scene.page.getByRole('link', { name: /^Get (Phantom|Solflare|Backpack)/ }).count()).toBe(3)
      expect(await scene.page.getByText('Sign with your phone').isVisible()).toBe(true)
      await scene.checkAccessible()
      await scene.page.setViewportSize(PHONE as { width: number; height: number })
      expect(await open.getAttribute('href')).toContain(`https://phantom.app/ul/browse/${encodeURIComponent(scene.page.url())}`)
      await scene.screenshot('approve-no-wallet')
      await scene.checkAccessible()
    }),
    BROWSER_TEST_MS,
  )

  test(
    'offline: the page says so, keeps the signature, and sends it once the connection is back',
    withScene({ wallets: listed(), failuresExpected: true }, async (scene) => {
      const { page, context } = scene
      const id = await scene.dryRun()
      await scene.open(`/approve/${id}`)
      await connect(scene)
      await signButton(scene).waitFor()
      await context.setOffline(true)
      await page.getByText('No connection to the service').waitFor()
      await signButton(scene).click()
      await page.getByText('it may not have arrived').waitFor()
      expect(await page.locator('#connection').isVisible()).toBe(false)
      await scene.screenshot('approve-offline')
      await scene.checkAccessible()
      await context.setOffline(false)
      await page.getByRole('button', { name: 'Send again' }).click()
      await page.getByText('Approved', { exact: true }).waitFor()
      expect(scene.wallet.texts).toHaveLength(1)
      expect(await stateOf(scene, id)).toMatchObject({ approved: true })
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'a failing service: nothing is lost on loading, and the same signature is sent again',
    withScene({ wallets: listed(), failuresExpected: true }, async (scene) => {
      const { page } = scene
      const id = await scene.dryRun()
      const broken = { status: 500, contentType: 'application/problem+json', body: '{"code":"internal_error"}' }
      await page.route('**/api/agent/launch/dry-run/*', (route) => route.fulfill(broken), { times: 1 })
      await page.route('**/approve', (route) => route.fulfill(broken), { times: 1 })
      await scene.open(`/approve/${id}`)
      await page.getByRole('heading', { name: 'The service has a problem' }).waitFor()
      await page.getByText(/^Trying again in \d s$/).waitFor()
      expect(await page.locator('.end-line').textContent()).toContain('500 internal_error')
      await page.getByRole('button', { name: 'Copy this line for the operator' }).waitFor()
      await scene.screenshot('approve-server-error')
      await scene.checkAccessible()
      await page.getByRole('button', { name: 'Try now' }).click()
      await connect(scene)
      await signButton(scene).click()
      await page.getByRole('alert').getByText('Your approval was not recorded').waitFor()
      await page.getByRole('button', { name: 'Send again' }).click()
      await page.getByText('Approved', { exact: true }).waitFor()
      expect(scene.wallet.texts).toHaveLength(1)
    }),
    BROWSER_TEST_MS,
  )

  test(
    'a picture that is not on screen cannot be approved',
    withScene({ wallets: listed(), failuresExpected: true }, async (scene) => {
      const { page } = scene
      await page.route('**/image', (route) => route.abort(), { times: 1 })
      await scene.open(`/approve/${await scene.dryRun()}`)
      const missing = page.locator('.decision').getByRole('alert').getByText('The picture did not load', { exact: true })
      await missing.waitFor()
      expect(await page.getByRole('button', { name: /picture/ }).allTextContents()).toEqual(['Load the picture'])
      await connect(scene)
      await page.getByRole('button', { name: 'Load the picture' }).waitFor()
      expect(await signButton(scene).count()).toBe(0)
      expect(await page.getByRole('button', { name: /picture/ }).allTextContents()).toEqual(['Load the picture'])
      expect(await missing.count()).toBe(1)
      await scene.screenshot('approve-no-picture')
      await scene.checkAccessible()
      await page.getByRole('button', { name: 'Load the picture' }).click()
      await signButton(scene).click()
      await page.getByText('Approved', { exact: true }).waitFor()
    }),
    BROWSER_TEST_MS,
  )

  test(
    'a wallet that never answers can be left, and one that goes away leaves the page at its first step',
    withScene({ wallets: listed({ sign: 'never-answer' }) }, async (scene) => {
      const { page } = scene
      await scene.open(`/approve/${await scene.dryRun()}`)
      await connect(scene)
      await signButton(scene).click()
      await page.getByText('Step 2 of 2: confirm in Test Wallet').waitFor()
      await scene.screenshot('approve-signing')
      await scene.checkAccessible()
      await page.getByRole('button', { name: 'Start over' }).click()
      await connect(scene)
      await signButton(scene).waitFor()
      await page.evaluate(() => dispatchEvent(new Event('test-wallet-disconnects')))
      await page.getByText('Step 1 of 2').waitFor()
    }),
    BROWSER_TEST_MS,
  )
})
