import { expect, test } from 'bun:test'
import type { PolicyClauses } from '../../src/domain/policy/policy-clauses.ts'
import { policyMessage } from '../../src/domain/policy/spending-policy.ts'
import type { PolicyTextView } from '../../src/features/policies/policy-view.ts'
import { DAY_MS } from '../../src/domain/limits.ts'
import { CREW_WALLETS, newPerson, OPERATOR_KEY, type Person } from '../support/test-app.ts'
import { checkRefused } from './support/approving.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { type Look, PHONE } from './support/chromium.ts'
import { checkOnlyText, HOSTILE } from './support/hostile-texts.ts'
import { LAYOUT_SHIFT_MAX, layoutShift } from './support/layout-shift.ts'
import type { PageScene, SceneOptions } from './support/page-scene.ts'

const approver: NonNullable<SceneOptions['wallets']> = (app) => [{ people: [app.approver] }]
const policy = { rateLimits: false } as const
const button = ({ page }: PageScene, name: string | RegExp) => page.getByRole('button', { name })
const connect = (scene: PageScene) => button(scene, 'Connect Test Wallet').click()
const see = ({ page }: PageScene, text: string | RegExp) => page.getByText(text).first().waitFor()

/** A key that needs approvals, and a policy for it that nobody has signed. */
async function proposal({ app }: PageScene, changes: Partial<PolicyClauses> = {}, label = 'Frog desk') {
  const { key, id } = (await app.call('POST', '/api/agent/keys', { label, requireApproval: true }, { key: OPERATOR_KEY })).body
  const clauses = {
    keyId: id,
    platforms: ['simulated'],
    currency: 'SOL',
    launchMax: '1',
    dayMax: '1.5',
    firstBuyMax: '0.5',
    wallets: CREW_WALLETS.slice(0, 3).map((wallet) => ({ wallet, bpsMax: 6_000 })),
    directory: false,
    from: new Date(app.clock.nowMs()).toISOString(),
    until: new Date(app.clock.nowMs() + 7 * DAY_MS).toISOString(),
    ...changes,
  }
  const read: PolicyTextView = (await app.call('POST', '/api/policies/text', clauses)).body
  return { key: key as string, read, path: read.policyUrl.slice(app.deps.policy.baseUrl.length) }
}

const sign = ({ app }: PageScene, person: Person, { text, clauses }: PolicyTextView) =>
  app.call('POST', '/api/policies', clauses, { headers: app.signed(person, (at) => policyMessage(text, at)) })

const LOOKS: readonly [string, Look][] = [
  ['phone', PHONE],
  ['desktop', {}],
]

browserTests('decision "A spending policy": its page', (withScene) => {
  test.each(LOOKS)(
    '%s: an approver reads what he allows, signs exactly that, and sees what was spent',
    (name, look) =>
      withScene({ look, wallets: approver, policy }, async (scene) => {
        const { app, page } = scene
        const { key, read, path } = await proposal(scene)
        await scene.open(path)
        await page.getByRole('heading', { name: 'What you allow' }).waitFor()
        const words = (await page.locator('main').textContent())!
        for (const part of ['Frog desk', 'simulated', '1 SOL', '1.5 SOL', '0.5 SOL', 'Nobody but these', '60%', read.keyName])
          expect(words).toContain(part)
        expect(await layoutShift(page)).toBeLessThan(LAYOUT_SHIFT_MAX)
        await scene.checkLightAndDark(`policy-fresh-${name}`)
        await connect(scene)
        const message = (await page.locator('.message').textContent())!
        const toText = button(scene, 'Read the exact text')
        if (look.width === PHONE.width) {
          await toText.click()
          await page.locator('.text-end').scrollIntoViewIfNeeded()
          await page.mouse.wheel(0, 200)
          await toText.waitFor({ state: 'hidden' })
        }
        expect(await toText.isVisible()).toBe(false)
        expect(message).toMatch(/\nsigned at: \d{13}$/)
        expect(message).toStartWith(`${read.text}\n`)
        await scene.checkLightAndDark(`policy-text-${name}`)
        await button(scene, 'Sign this policy').focus()
        await page.keyboard.press('Enter')
        await see(scene, 'Launches inside it need no approval.')
        expect(scene.wallet.texts).toEqual([message])
        await scene.checkLightAndDark(`policy-signed-${name}`)
        const body = app.launchBody()
        const { dryRunId } = (await app.call('POST', '/api/agent/launch/dry-run', body, { key })).body
        const headers = { 'x-launcher-key': app.launcher.secret }
        expect((await app.call('POST', '/api/agent/launch', { ...body, dryRunId }, { key, headers })).status).toBe(201)
        await page.getByRole('link', { name: 'All policies' }).click()
        await connect(scene)
        await button(scene, 'Sign to open the list').click()
        await see(scene, /of 1\.5 SOL spent today/)
        await page.getByText('Launches under it').click()
        await page.getByRole('link', { name: body.name }).waitFor()
        await scene.checkLightAndDark(`policies-${name}`)
        await button(scene, 'Revoke').click()
        await page.getByRole('dialog', { name: 'Revoke the policy of Frog desk' }).waitFor()
        expect(await page.evaluate(() => document.querySelector('main')!.inert)).toBe(true)
        await page.keyboard.press('Escape')
        expect(await page.evaluate(() => [document.querySelectorAll('dialog').length, document.activeElement?.textContent])).toEqual([
          0,
          'Revoke',
        ])
        await button(scene, 'Revoke').click()
        // Who opened the list is connected.
        await see(scene, `svc-revoke-policy:${read.hash}`)
        await scene.checkLightAndDark(`policies-revoke-${name}`)
        await button(scene, 'Sign to revoke it').click()
        await page.locator('.badge', { hasText: 'Revoked' }).waitFor()
        await page.getByRole('status').getByText('Revoked just now').waitFor()
        expect(await page.evaluate(() => [document.querySelectorAll('dialog').length, document.querySelector('main')!.inert])).toEqual([
          0,
          false,
        ])
        expect((await app.deps.storage.policies.find(read.hash))!.revokedAtMs).not.toBeNull()
        await scene.open(path)
        await see(scene, 'It was revoked on')
        expect(await button(scene, 'Connect Test Wallet').count()).toBe(0)
        await scene.screenshot(`policy-revoked-${name}`)
        expect(scene.complaints).toEqual([])
      })(),
    BROWSER_TEST_MS,
  )

  test(
    'a wallet that is no approver’s is told so, and nothing is signed; hostile labels stay text',
    withScene({ wallets: () => [{ people: [newPerson()] }], failuresExpected: true, policy }, async (scene) => {
      const { read, path } = await proposal(scene, { wallets: [], directory: true }, HOSTILE.handles[0])
      await scene.open(path)
      await see(scene, 'Everyone in the directory')
      await connect(scene)
      await button(scene, 'Sign this policy').click()
      await scene.page.getByRole('alert').getByText('This wallet is not an approver').waitFor()
      await checkRefused(scene)
      await checkOnlyText(scene.page)
      await scene.screenshot('policy-stranger')
      await scene.checkAccessible()
      expect(await scene.app.deps.storage.policies.find(read.hash)).toBeNull()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'of two approvers the first sees that another one is needed, and cannot sign twice',
    withScene({ wallets: approver, policy: { ...policy, approvalsRequired: 2 }, failuresExpected: true }, async (scene) => {
      const { read, path } = await proposal(scene)
      await scene.open(path)
      await see(scene, 'It needs 2 signatures.')
      await connect(scene)
      await button(scene, 'Sign this policy').click()
      await see(scene, 'You signed')
      await see(scene, '1 of 2 signatures')
      expect(await button(scene, 'Copy the address of this page').isVisible()).toBe(true)
      await scene.screenshot('policy-waiting')
      await scene.checkAccessible()
      await scene.page.reload()
      await connect(scene)
      await see(scene, 'This wallet has signed it.')
      expect(await button(scene, 'Sign this policy').isDisabled()).toBe(true)
      expect(await scene.app.deps.storage.policies.find(read.hash)).toMatchObject({ approvals: { length: 1 } })
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'one that is over, one that this service cannot have, and a link without one say so',
    withScene({ wallets: approver, policy, failuresExpected: true }, async (scene) => {
      const { app, page } = scene
      const { read, path } = await proposal(scene)
      await sign(scene, app.approver, read)
      await app.clock.advance(8 * DAY_MS)
      await scene.open(path)
      await page.getByRole('heading', { name: 'This policy is over' }).waitFor()
      await scene.screenshot('policy-over')
      await scene.checkAccessible()
      await scene.open('/policy#nothing')
      await page.getByRole('heading', { name: 'There is no policy in this link' }).waitFor()
      const impossible = { ...read.clauses, platforms: ['nowhere'], until: new Date(app.clock.nowMs() + DAY_MS).toISOString() }
      await scene.open(`/policy#${btoa(JSON.stringify(impossible))}`)
      await see(scene, 'There is no launchpad nowhere here.')
      await scene.checkAccessible()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test.each(['ledger', 'offchain'] as const)(
    'decision "A wallet’s signature": a wallet that signs in an envelope signs it: %s',
    (way) =>
      withScene({ wallets: ({ approver: person }) => [{ people: [person], way }], policy }, async (scene) => {
        const { read, path } = await proposal(scene)
        await scene.open(path)
        await connect(scene)
        await button(scene, 'Sign this policy').click()
        await see(scene, 'Launches inside it need no approval.')
        expect(scene.wallet.texts[0]).toMatch(/^\ufffdsolana offchain/)
        expect(await scene.app.deps.storage.policies.find(read.hash)).toMatchObject({ approvals: { length: 1 } })
        expect(scene.complaints).toEqual([])
      })(),
    BROWSER_TEST_MS,
  )
})
