import { expect, test } from 'bun:test'
import { LIMITS } from '../../src/domain/limits.ts'
import { newPerson, OPERATOR_KEY, type TestApp } from '../support/test-app.ts'
import { checkRefused } from './support/approving.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { type Look, PHONE } from './support/chromium.ts'
import { checkFits, checkOnlyText, HOSTILE } from './support/hostile-texts.ts'
import type { PageScene, SceneOptions } from './support/page-scene.ts'

const approver: NonNullable<SceneOptions['wallets']> = (app) => [{ people: [app.approver] }]
const button = ({ page }: PageScene, name: string | RegExp) => page.getByRole('button', { name })
const rows = ({ page }: PageScene) => page.locator('.waiting-plan')

/** A key whose launches need an approval. */
const desk = async (app: TestApp, label = 'Frog desk'): Promise<string> =>
  (await app.call('POST', '/api/agent/keys', { label, requireApproval: true }, { key: OPERATOR_KEY })).body.key

async function open(scene: PageScene): Promise<void> {
  await scene.open('/approvals')
  await button(scene, 'Connect Test Wallet').click()
  await button(scene, 'Sign to open the list').click()
}

const LOOKS: readonly [string, Look][] = [
  ['phone', PHONE],
  ['tablet', { width: 768, height: 1_024 }],
  ['desktop', {}],
]

browserTests('rules 5.9: the page of plans that wait', (withScene) => {
  test.each(LOOKS)(
    '%s: an approver signs once, sees what waits, least time first, and goes to a plan',
    (name, look) =>
      withScene({ look, wallets: approver, policy: { rateLimits: false } }, async (scene) => {
        const { app, page } = scene
        const key = await desk(app)
        await scene.dryRun({}, key)
        await app.clock.advance(60_000)
        const newest = await scene.dryRun({ name: 'Harbor Gull', ticker: 'GULL', initialBuySol: 0.5 }, key)
        await scene.dryRun({ name: 'Nobody asked' })
        await scene.open('/approvals')
        await page.getByRole('heading', { name: 'Sign in as an approver' }).waitFor()
        await scene.checkLightAndDark(`approvals-closed-${name}`)
        await button(scene, 'Connect Test Wallet').click()
        const shown = await page.locator('.message').textContent()
        await checkFits(page)
        await button(scene, 'Sign to open the list').click()
        await rows(scene).first().waitFor()
        expect(scene.wallet.texts).toEqual([shown!])
        expect(shown).toMatch(new RegExp(`^svc-open-approvals:[^:]+(:\\d+)?:${app.approver.wallet}:\\d{13}$`))
        const texts = await rows(scene).allTextContents()
        expect(texts.length).toBe(2)
        for (const part of [
          'Harbor Gull',
          '$GULL',
          'KOL 60% Agent 15% Treasury 25%',
          'Frog desk',
          'no launch yet',
          '3 unlisted wallets',
          'left',
        ])
          expect(texts[1]).toContain(part)
        expect(texts[0]).toContain('Night Market Frog')
        await scene.checkLightAndDark(`approvals-open-${name}`)
        await page.getByLabel('Show plans that need no approval').check()
        await page.getByText('Needs no approval', { exact: true }).waitFor()
        expect(await rows(scene).count()).toBe(3)
        await page.getByRole('link', { name: /Harbor Gull/ }).click()
        await page.waitForURL(`**/approve/${newest}`)
        expect(scene.complaints).toEqual([])
      })(),
    BROWSER_TEST_MS,
  )

  test.each([
    ['phone', PHONE],
    ['desktop, dark', { dark: true }],
  ] as readonly [string, Look][])(
    '%s: what changed since the approved plan stands with its plan, folded',
    (name, look) =>
      withScene({ look, wallets: approver, policy: { rateLimits: false } }, async (scene) => {
        const { app, page } = scene
        const key = await desk(app)
        const first = await scene.dryRun({ initialBuySol: 0.5 }, key)
        const headers = app.signed(app.approver, (at) => `svc-approve-dry-run:${first}:${at}`)
        await app.call('POST', `/api/agent/launch/dry-run/${first}/approve`, undefined, { headers })
        await app.clock.advance(1_000)
        await scene.dryRun({ initialBuySol: 0.5 }, key)
        await app.clock.advance(1_000)
        const crew = app
          .launchBody()
          .crew.slice(0, 2)
          .map((seat: object) => ({ ...seat, share: 50 }))
        await scene.dryRun({ name: 'Night Market Toad', initialBuySol: 0.75, crew }, key)
        await open(scene)
        await rows(scene).first().waitFor()
        expect(await rows(scene).first().locator('.waiting-changes').textContent()).toMatch(
          /^The same as the plan of .* that was approved\.$/,
        )
        // What expires first stands first.
        const changes = rows(scene).nth(1).locator('.waiting-changes')
        expect(await changes.locator('summary').textContent()).toMatch(/^Name, First buy, Total cost, 2 shares changed since the plan of/)
        expect(await changes.locator('dl').isVisible()).toBe(false)
        await changes.locator('summary').click()
        expect(await changes.locator('.change').first().textContent()).toBe('NameWasNight Market FrogIsNight Market Toad')
        await checkFits(page)
        await scene.screenshot(`approvals-changes-${name}`)
        await scene.checkAccessible()
        expect(scene.complaints).toEqual([])
      })(),
    BROWSER_TEST_MS,
  )

  test(
    'new plans appear, decided ones go, and nothing is left in the end',
    withScene({ wallets: approver, policy: { rateLimits: false } }, async (scene) => {
      const { app, page } = scene
      await open(scene)
      await page.getByRole('heading', { name: 'No plans to approve' }).waitFor()
      await scene.screenshot('approvals-nothing')
      await scene.checkAccessible()
      const id = await scene.dryRun({}, await desk(app))
      await scene.pollNow()
      await rows(scene).waitFor()
      const headers = app.signed(app.approver, (at) => `svc-reject-dry-run:${id}:${at}`)
      await app.call('POST', `/api/agent/launch/dry-run/${id}/reject`, { reason: 'No.' }, { headers })
      await scene.pollNow()
      await rows(scene).waitFor({ state: 'detached' })
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'after 15 minutes the list closes by itself, and opens with a new signature',
    withScene({ wallets: approver, failuresExpected: true }, async (scene) => {
      const { app, page } = scene
      await scene.dryRun({}, await desk(app))
      await open(scene)
      await rows(scene).waitFor()
      await app.clock.advance(LIMITS.approvalsOpenMs)
      await scene.pollNow()
      await page.getByText('The list is closed').waitFor()
      expect(await rows(scene).count()).toBe(0)
      await scene.screenshot('approvals-over')
      await scene.checkAccessible()
      await page.reload()
      await button(scene, 'Connect Test Wallet').click()
      await button(scene, 'Sign to open the list').click()
      await rows(scene).waitFor()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'a wallet that is not listed is told so, and sees nothing',
    withScene({ wallets: () => [{ people: [newPerson()] }], failuresExpected: true }, async (scene) => {
      await scene.dryRun({}, await desk(scene.app))
      await open(scene)
      await scene.page.getByRole('alert').getByText('This wallet is not an approver').waitFor()
      expect(await rows(scene).count()).toBe(0)
      await checkRefused(scene)
      await scene.screenshot('approvals-stranger')
      await scene.checkAccessible()
    }),
    BROWSER_TEST_MS,
  )

  test(
    'the operator opens it with the key, which is nowhere in the page; another key opens nothing',
    withScene({ failuresExpected: true }, async (scene) => {
      const { app, page } = scene
      const key = await desk(app)
      await scene.dryRun({}, key)
      await scene.open('/approvals')
      const openWith = async (text: string) => {
        await page.getByText('I am the operator').click()
        await page.getByLabel('Operator key').fill(text)
        await page.keyboard.press('Enter')
      }
      await openWith(key)
      await page.getByText('The key did not open the list').waitFor()
      expect(await rows(scene).count()).toBe(0)
      await page.reload()
      await openWith(OPERATOR_KEY)
      await rows(scene).waitFor()
      expect(await page.content()).not.toContain(OPERATOR_KEY)
      expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))).toBe('[{},{},""]')
      await button(scene, 'Sign out').click()
      expect(await rows(scene).count()).toBe(0)
      expect(await page.getByLabel('Operator key').inputValue()).toBe('')
    }),
    BROWSER_TEST_MS,
  )

  test(
    'forty-five plans: twenty at a time, by keyboard too; hostile names and labels stay text',
    withScene({ wallets: approver, policy: { rateLimits: false } }, async (scene) => {
      const { app, page } = scene
      const key = await desk(app, HOSTILE.handles[0])
      const first = await scene.dryRun({}, key)
      await app.call('POST', `/api/agent/launch/dry-run/${first}/approve`, undefined, {
        headers: app.signed(app.approver, (at) => `svc-approve-dry-run:${first}:${at}`),
      })
      for (let n = 0; n < 44; n += 1) await scene.dryRun({ ticker: `T${n}N`, name: n % 2 ? 'Night Market Frog' : `Coin ${n}` }, key)
      // Each share is larger than the agent's, so that each handle is among those that are named.
      const crew = app
        .launchBody()
        .crew.map((member: object, index: number) => ({ ...member, handle: HOSTILE.handles[index], share: [36, 34, 30][index] }))
      await app.clock.advance(1_000)
      await scene.dryRun({ name: HOSTILE.name, crew }, key)
      await open(scene)
      await rows(scene).first().waitFor()
      expect(await rows(scene).count()).toBe(20)
      await checkOnlyText(page)
      const text = (await rows(scene).first().textContent())!
      expect(text).toContain(HOSTILE.name)
      const names = await rows(scene).first().locator('.waiting-split > p').first().getAttribute('title')
      for (const handle of HOSTILE.handles) expect(names).toContain(handle)
      await scene.screenshot('approvals-hostile')
      await scene.checkAccessible()
      for (const count of [40, 45]) {
        await button(scene, 'Show more').focus()
        await page.keyboard.press('Enter')
        await rows(scene)
          .nth(count - 1)
          .waitFor()
        expect(await rows(scene).count()).toBe(count)
      }
      expect(await button(scene, 'Show more').count()).toBe(0)
      // A long list can be narrowed to what differs from a plan that was approved.
      await page.getByLabel('All (45)').waitFor()
      const changed = page.getByLabel(/^Changed \(\d+\)$/)
      await changed.check()
      const count = await rows(scene).count()
      expect(count).toBeWithin(1, 45)
      expect(await page.getByText(`Changed (${count})`).count()).toBe(1)
      expect(await page.locator('details.waiting-changes').count()).toBe(count)
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
