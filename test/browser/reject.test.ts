import { expect, test } from 'bun:test'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { type Look, PHONE } from './support/chromium.ts'
import { checkFits } from './support/hostile-texts.ts'
import type { PageScene, SceneOptions } from './support/page-scene.ts'
import { keepScreenshot } from './support/screenshots.ts'

const REASON = 'The crew is not ours <b>at all</b>.'

const approver: NonNullable<SceneOptions['wallets']> = (app) => [{ people: [app.approver] }]
const button = ({ page }: PageScene, name: string) => page.getByRole('button', { name })
const viewOf = async ({ app }: PageScene, id: string) => (await app.call('GET', `/api/agent/launch/dry-run/${id}`)).body

const LOOKS: readonly [string, Look][] = [
  ['phone, dark', { ...PHONE, dark: true }],
  ['tablet', { width: 768, height: 1_024 }],
  ['desktop', {}],
]

browserTests('rules 3.1: approval page, rejections', (withScene) => {
  test.each(LOOKS)(
    '%s: an approver says no and why, signs exactly the shown text, and the agent reads the reason',
    (name, look) =>
      withScene({ look, wallets: approver }, async (scene) => {
        const { page } = scene
        const id = await scene.dryRun()
        await scene.open(`/approve/${id}`)
        await button(scene, 'Connect Test Wallet').click()
        await button(scene, 'Reject instead').click()
        await button(scene, 'Sign rejection of NMFROG').click()
        await page.getByText('Say why', { exact: true }).waitFor()
        expect(await page.evaluate(() => document.activeElement?.id)).toBe('reason')
        expect(scene.wallet.texts).toEqual([])
        await page.keyboard.type(` The crew is not\nours <b>at all</b>. `)
        await checkFits(page)
        await scene.screenshot(`reject-ready-${name}`)
        await scene.checkAccessible()
        const shown = await page.locator('.message').textContent()
        expect(shown).toMatch(new RegExp(`^svc-reject-dry-run:${id}:\\d{13}$`))
        await button(scene, 'Sign rejection of NMFROG').click()
        await page.getByText('Rejected by your wallet', { exact: true }).waitFor()
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Rejected')
        expect(await page.locator('.decision').textContent()).toContain(REASON)
        expect(scene.wallet.texts).toEqual([shown!])
        expect(await viewOf(scene, id)).toMatchObject({ approved: false, rejected: true, rejectionReason: REASON })
        await scene.screenshot(`reject-rejected-${name}`)
        await scene.checkAccessible()
        expect(scene.complaints).toEqual([])
      })(),
    BROWSER_TEST_MS,
  )

  test(
    'what was approved is rejected after all, or stays approved',
    withScene({ wallets: approver }, async (scene) => {
      const { page } = scene
      const id = await scene.dryRun()
      await scene.open(`/approve/${id}`)
      await button(scene, 'Connect Test Wallet').click()
      await button(scene, 'Sign approval for NMFROG').click()
      await button(scene, 'Reject it after all').click()
      await button(scene, 'Connect Test Wallet').click()
      await button(scene, 'Do not reject').click()
      await page.getByText('Approved by your wallet', { exact: true }).waitFor()
      await button(scene, 'Reject it after all').click()
      await page.getByLabel('Reason').fill(REASON)
      await button(scene, 'Sign rejection of NMFROG').click()
      await page.getByText('Rejected by your wallet', { exact: true }).waitFor()
      expect(await viewOf(scene, id)).toMatchObject({ rejected: true, rejectionReason: REASON })
      expect(await button(scene, 'Reject it after all').count()).toBe(0)
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'the launcher’s own wallet, which cannot approve, can reject',
    withScene({ wallets: ({ launcher }) => [{ people: [launcher] }] }, async (scene) => {
      const { app, page } = scene
      ;(app.deps.policy.approvers as Set<typeof app.launcher.wallet>).add(app.launcher.wallet)
      const id = await scene.dryRun()
      await scene.open(`/approve/${id}`)
      await button(scene, 'Connect Test Wallet').click()
      await page.getByText('This is the launcher’s own wallet').waitFor()
      await button(scene, 'Reject instead').click()
      expect(await page.getByText('This is the launcher’s own wallet').count()).toBe(0)
      await page.getByLabel('Reason').fill(REASON)
      await button(scene, 'Sign rejection of NMFROG').click()
      await page.getByText('Rejected by your wallet', { exact: true }).waitFor()
      expect(await viewOf(scene, id)).toMatchObject({ rejectedByWallet: app.launcher.wallet })
    }),
    BROWSER_TEST_MS,
  )

  test(
    'on a phone the bar leads to the decision, and is quiet once it is on screen',
    withScene({ look: PHONE, wallets: approver }, async (scene) => {
      const { page } = scene
      await scene.open(`/approve/${await scene.dryRun()}`)
      const decide = button(scene, 'See the decision')
      await decide.waitFor()
      await keepScreenshot(page, 'approve-phone-bar', { fullPage: false })
      await decide.click()
      await decide.waitFor({ state: 'hidden' })
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('decision')
      const isClear = await page.evaluate(() => {
        const [bar, heading] = ['#bar', '#decision'].map((id) => document.querySelector(id)!.getBoundingClientRect())
        return heading!.top >= bar!.bottom && heading!.bottom <= innerHeight
      })
      expect(isClear).toBe(true)
      await page.evaluate(() => scrollTo(0, 0))
      await decide.waitFor()
    }),
    BROWSER_TEST_MS,
  )

  test(
    'on a phone the buttons say how many warnings there are, and lead to them',
    withScene({ look: PHONE, wallets: approver }, async (scene) => {
      const { page } = scene
      await scene.open(`/approve/${await scene.dryRun()}`)
      const warnings = page.getByRole('list', { name: 'What to look at' }).getByRole('listitem')
      await warnings.first().waitFor()
      const before = button(scene, `${await warnings.count()} warnings: read them`)
      expect(await before.isVisible()).toBe(true)
      await button(scene, 'Connect Test Wallet').click()
      await button(scene, 'Sign approval for NMFROG').waitFor()
      await page.evaluate(() => scrollTo(0, 0))
      await button(scene, `${await warnings.count()} warnings: read them`).click()
      await page.waitForFunction(() => {
        const [list, foot] = ['.plan-warnings ul', '.decision-foot'].map((at) => document.querySelector(at)!.getBoundingClientRect())
        return list!.top >= 0 && list!.bottom <= foot!.top
      })
    }),
    BROWSER_TEST_MS,
  )

  test(
    'on a phone a rejection begins at its reason, in sight above its buttons, also when it was tried without one',
    withScene({ look: PHONE, wallets: approver }, async (scene) => {
      const { page } = scene
      await scene.open(`/approve/${await scene.dryRun()}`)
      await button(scene, 'Connect Test Wallet').click()
      await page.getByText('What exactly do I sign?').click()
      const reasonIsSeen = () =>
        page.waitForFunction(() => {
          const [bar, field, sign] = ['#bar', '#reason', '.button-no'].map((at) => document.querySelector(at)!.getBoundingClientRect())
          const isSeen = field!.top >= bar!.bottom && field!.bottom <= sign!.top && sign!.bottom <= innerHeight
          return document.activeElement!.id === 'reason' && isSeen
        })
      await page.evaluate(() => scrollTo(0, 0))
      await button(scene, 'Reject instead').click()
      await reasonIsSeen()
      expect(await page.locator('.message').isVisible()).toBe(false)
      expect(await page.locator('.to-warnings').count()).toBe(0)
      await page.evaluate(() => scrollTo(0, 0))
      await button(scene, 'Sign rejection of NMFROG').click()
      await reasonIsSeen()
      expect(await page.locator('#reason').getAttribute('aria-invalid')).toBe('true')
      await scene.screenshot('reject-unsaid')
      await scene.checkAccessible()
      // One touch is a reason, which can be gone on with.
      await button(scene, 'Too costly').click()
      expect(await page.locator('#reason').inputValue()).toBe('Too costly.')
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('reason')
      expect(await page.getByText('Say why', { exact: true }).isVisible()).toBe(false)
    }),
    BROWSER_TEST_MS,
  )

  test(
    'rules 2.5: says which key asks: its name as text, its fingerprint, and what it has launched',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const label = '<img src=x onerror=alert(1)> desk'
      const { body: claimed } = await app.call('POST', '/api/agent/keys/claim', { label })
      const launched = await app.call('POST', '/api/agent/launch', app.launchBody(), {
        key: claimed.key,
        headers: { 'x-launcher-key': app.launcher.secret },
      })
      expect(launched.status).toBe(201)
      await scene.open(`/approve/${await scene.dryRun({ name: 'Another', ticker: 'OTHER' }, claimed.key)}`)
      const asks = page.getByRole('region', { name: 'Who asks' })
      await asks.waitFor()
      const text = (await asks.textContent())!
      for (const part of [label, claimed.keyRow.fingerprint, '1 coin']) expect(text).toContain(part)
      expect(await page.locator('main img[src="x"]').count()).toBe(0)
      await scene.screenshot('approve-asker')
      await scene.checkAccessible()
    }),
    BROWSER_TEST_MS,
  )
})
