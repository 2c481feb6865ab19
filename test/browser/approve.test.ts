import { expect, test } from 'bun:test'
import { mintOf } from '../support/test-app.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { PHONE } from './support/chromium.ts'
import { checkFits, checkOnlyText, HOSTILE } from './support/hostile-texts.ts'
import type { PageScene } from './support/page-scene.ts'

const sign = (scene: PageScene) => scene.page.getByRole('button', { name: 'Sign approval for NMFROG' })

browserTests('decision "Approving takes two steps": approval page', (withScene) => {
  test(
    'a listed wallet signs exactly the shown text, the agent launches, and the page follows',
    withScene({ env: {}, wallets: ({ approver }) => [{ people: [approver] }] }, async (scene) => {
      const { app, page } = scene
      const key = await app.claim()
      const changes = {
        initialBuySol: 0.25,
        website: 'https://frog.example/noodles',
        agent: { name: 'Demo agent', objective: 'Sell noodles' },
      }
      const id = await scene.dryRun(changes, key)
      await scene.open(`/approve/${id}`)
      await page.getByRole('heading', { level: 1, name: 'Night Market Frog' }).waitFor()
      await scene.screenshot('approve-choose')
      await scene.checkAccessible()
      for (const { wallet } of (await app.call('GET', `/api/agent/launch/dry-run/${id}`)).body.plan.shareholders) {
        expect(await page.locator('.shareholder', { hasText: wallet }).count()).toBe(1)
      }

      await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
      await sign(scene).waitFor()
      await scene.screenshot('approve-ready')
      await scene.checkAccessible()
      const shown = await page.locator('.message').textContent()
      expect(shown).toMatch(new RegExp(`^svc-approve-dry-run:${id}:\\d{13}$`))
      // The text begins with the hash that stands beside it: who signs it signs the plan.
      const hash = (await page.locator('.decision [aria-label], .decision .address').allTextContents()).join(' ').replaceAll(/\s/g, '')
      expect(hash).toContain(id.slice(0, 32))
      await sign(scene).click()
      await page.getByText('Approved', { exact: true }).waitFor()
      await page.getByText('Approved by your wallet', { exact: true }).waitFor()
      // A screen reader says the result, and the focus is on it.
      const announced = (await page.getByRole('status').filter({ hasText: 'Approved' }).textContent())!
      expect(announced).toMatch(/^Result\. Approved\. Approved by your wallet\. /)
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Approved')
      expect(scene.wallet.texts).toEqual([shown!])
      expect((await app.call('GET', `/api/agent/launch/dry-run/${id}`)).body.approvedByWallet).toBe(app.approver.wallet)
      await scene.screenshot('approve-approved')
      await scene.checkAccessible()

      const body = app.launchBody({ ...changes, imageBase64: scene.picture, dryRunId: id })
      const launched = await app.call('POST', '/api/agent/launch', body, { key, headers: { 'x-launcher-key': app.launcher.secret } })
      expect(launched.status).toBe(201)
      await scene.pollNow()
      await page.locator('.result', { hasText: /^Launched$/ }).waitFor()
      await scene.screenshot('approve-launched')
      await scene.checkAccessible()
      await page.getByRole('link', { name: 'See the coin' }).click()
      await page.waitForURL(`**/coin/${mintOf(launched)}`)
      await page.getByRole('heading', { level: 1, name: /Night Market Frog/ }).waitFor()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'works on a narrow phone in the dark, by keyboard alone, and nothing is wider than the screen',
    withScene({ look: { ...PHONE, dark: true }, wallets: ({ approver }) => [{ people: [approver] }] }, async (scene) => {
      const { page } = scene
      await scene.open(`/approve/${await scene.dryRun({ name: 'W'.repeat(32), description: 'm'.repeat(190) })}`)
      const connect = page.getByRole('button', { name: 'Connect Test Wallet' })
      await connect.waitFor()
      await checkFits(page)
      await scene.screenshot('approve-phone')
      await scene.checkAccessible()
      // The decision comes after everything that it is about.
      const order = await page.evaluate(() =>
        document.querySelector('.details')!.compareDocumentPosition(document.querySelector('.decision')!),
      )
      expect(order & 4).toBe(4)
      for (let presses = 0; presses < 60 && !(await connect.evaluate((button) => button === document.activeElement)); presses += 1)
        await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await sign(scene).waitFor()
      await checkFits(page)
      await scene.screenshot('approve-phone-ready')
      // Enter pressed once more after connecting must not sign: the focus is on the heading and not on the button.
      await page.keyboard.press('Enter')
      expect(scene.wallet.texts).toEqual([])
      for (let presses = 0; presses < 20 && !(await sign(scene).evaluate((button) => button === document.activeElement)); presses += 1)
        await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByText('Approved', { exact: true }).waitFor()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'shows what changed since the approved plan of the same name, with both values, and that the first has nothing to compare with',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const key = await app.claim()
      const first = await scene.dryRun({}, key)
      await scene.open(`/approve/${first}`)
      await page.getByText('No earlier plan of this agent was approved. Read all of it.').waitFor()
      const headers = app.signed(app.approver, (at) => `svc-approve-dry-run:${first}:${at}`)
      await app.call('POST', `/api/agent/launch/dry-run/${first}/approve`, undefined, { headers })
      await app.clock.advance(1_000)
      const crew = app.launchBody().crew
      const moved = [{ ...crew[0], share: 60 }, crew[1], { ...crew[2], share: 10 }]
      await scene.open(`/approve/${await scene.dryRun({ crew: moved, description: 'Another text.', initialBuySol: 1 }, key)}`)
      const section = page.getByRole('region', { name: 'Changed since the approved plan' })
      await section.waitFor()
      await scene.screenshot('approve-changes')
      await scene.checkAccessible()
      const text = (await section.textContent())!
      for (const part of ['30% to @one', '36% to @one', '12% to @three', '6% to @three', 'Another text.', '0 SOL', '1 SOL'])
        expect(text).toContain(part)
      expect(text).not.toContain('@two')
    }),
    BROWSER_TEST_MS,
  )

  test(
    'a plan that was used and that nobody approved is never headed as an approved one, but told in a line',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const key = await app.claim()
      const { body: used } = await app.call('POST', '/api/agent/launch/dry-run', app.launchBody(), { key })
      const launch = (dryRunId: string) =>
        app.call('POST', '/api/agent/launch', app.launchBody({ dryRunId }), { key, headers: { 'x-launcher-key': app.launcher.secret } })
      expect((await launch(used.dryRunId)).status).toBe(201)
      await app.clock.advance(1_000)
      const { body: same } = await app.call('POST', '/api/agent/launch/dry-run', app.launchBody(), { key })
      await scene.open(`/approve/${same.dryRunId}`)
      await page.getByText('No earlier plan of this agent was approved. Read all of it.').waitFor()
      expect(await page.locator('main').textContent()).not.toContain('approved by nobody')
      const none = page.getByRole('region', { name: 'No approved plan to compare with' })
      await scene.open(`/approve/${await scene.dryRun({ name: 'Night Market Frog!', description: 'Another text.' }, key)}`)
      await none.waitFor()
      expect(await none.textContent()).toContain('was approved by nobody. This one differs from it in 3 fields.')
      await scene.checkAccessible()
    }),
    BROWSER_TEST_MS,
  )

  test(
    'hostile texts in every field stay text',
    withScene({ wallets: ({ approver }) => [{ people: [approver], name: '<b>Evil</b>' }] }, async (scene) => {
      const { app, page } = scene
      const key = await app.claim()
      const crew = app.launchBody().crew.map((member: object, index: number) => ({ ...member, handle: HOSTILE.handles[index] }))
      const { name, description, twitter, website, agent } = HOSTILE
      const id = await scene.dryRun({ name, description, agent, crew }, key)
      // Such addresses are refused today; plans of earlier versions may hold them.
      await page.route(`**/api/agent/launch/dry-run/${id}`, async (route) => {
        const view = await (await route.fetch()).json()
        await route.fulfill({ json: { ...view, plan: { ...view.plan, twitter, website } } })
      })
      await scene.open(`/approve/${id}`)
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await page.getByRole('button', { name: 'Connect <b>Evil</b>' }).click()
      await sign(scene).waitFor()
      await checkOnlyText(page)
      const text = (await page.locator('main').textContent())!
      for (const part of [name, twitter, website, ...HOSTILE.handles, ...Object.values(agent)]) expect(text).toContain(part)
      await scene.screenshot('approve-hostile')
      await scene.checkAccessible()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'a fee wiring shows the mint, no picture, and is signed under its own name',
    withScene({ wallets: ({ approver }) => [{ people: [approver] }] }, async (scene) => {
      const { app, page } = scene
      const key = await app.claim()
      const body = app.launchBody({ ticker: 'XLOCKFAIL' })
      const launched = await app.call('POST', '/api/agent/launch', body, { key, headers: { 'x-launcher-key': app.launcher.secret } })
      expect(launched.status).toBe(202)
      const wire = { intent: 'wire-fees', mint: mintOf(launched), crew: body.crew, launcherPubkey: app.launcher.wallet }
      const dryRun = await app.call('POST', '/api/agent/launch/dry-run', wire, { key })
      expect(dryRun.status).toBe(200)
      await scene.open(`/approve/${dryRun.body.dryRunId}`)
      await page.getByRole('heading', { level: 1, name: 'Lock the fees of Night Market Frog' }).waitFor()
      expect(await page.locator('main').textContent()).toContain(mintOf(launched))
      expect(await page.locator('main .picture').count()).toBe(0)
      await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
      await page.getByRole('button', { name: 'Sign approval for fee lock', exact: true }).waitFor()
      expect(await page.locator('.decision-summary').textContent()).toContain('Fee lock of Night Market Frog ($XLOCKFAIL)')
      await scene.screenshot('approve-wire-fees')
      await scene.checkAccessible()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'a wallet that signs another text is told apart, and its signature is not sent',
    withScene({ wallets: ({ approver }) => [{ people: [approver], sign: 'other-text' }] }, async (scene) => {
      const sent: string[] = []
      scene.page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
      await scene.open(`/approve/${await scene.dryRun()}`)
      await scene.page.getByRole('button', { name: 'Connect Test Wallet' }).click()
      await sign(scene).click()
      await scene.page.getByText('The wallet signed another text').waitFor()
      expect(sent).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
