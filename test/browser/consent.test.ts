import { expect, test } from 'bun:test'
import type { Wallet } from '../../src/domain/brands.ts'
import { consentMessage } from '../../src/domain/consent/signed-consent.ts'
import { keyName } from '../../src/domain/keys/key-name.ts'
import { newPerson, OPERATOR_KEY } from '../support/test-app.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { type Look, PHONE } from './support/chromium.ts'
import { LAYOUT_SHIFT_MAX, layoutShift } from './support/layout-shift.ts'
import type { PageScene } from './support/page-scene.ts'

const person = newPerson()
const button = ({ page }: PageScene, name: string) => page.getByRole('button', { name })

/** A plan that pays the person among others; returns its id and its agent's name. */
async function planned(scene: PageScene) {
  const { key, id } = (await scene.app.call('POST', '/api/agent/keys', { label: 'desk', requireApproval: true }, { key: OPERATOR_KEY }))
    .body
  const [, ...others] = scene.app.launchBody().crew
  const crew = [{ handle: '@me', wallet: person.wallet, share: 40 }, ...others.slice(0, 1).map((seat: object) => ({ ...seat, share: 60 }))]
  return { dryRunId: await scene.dryRun({ crew }, key), agent: keyName(id) }
}

const LOOKS: readonly [string, Look][] = [
  ['phone', PHONE],
  ['desktop', {}],
]

browserTests('rules 5.10: saying whether one takes part', (withScene) => {
  test.each(LOOKS)(
    '%s: who is named in a plan sees it before the launch, allows that agent alone by keyboard, and the approver sees it',
    (name, look) =>
      withScene({ look, wallets: () => [{ people: [person] }], policy: { rateLimits: false } }, async (scene) => {
        const { app, page } = scene
        const { dryRunId, agent } = await planned(scene)
        await scene.open(`/wallet/${person.wallet}`)
        await page.getByRole('heading', { name: '1 plan that is not launched yet would pay this wallet' }).waitFor()
        expect(await page.locator('main').textContent()).not.toContain('Night Market Frog')
        expect(await layoutShift(page)).toBeLessThan(LAYOUT_SHIFT_MAX)
        // The question comes before the plan that asks it, which nobody is warned of.
        const heads = await page.locator('main').getByRole('heading').allTextContents()
        expect(heads.slice(1, 3)).toEqual(['Do you take part?', '1 plan that is not launched yet would pay this wallet'])
        expect(await page.locator('.notice-warn').count()).toBe(0)
        await button(scene, 'Connect Test Wallet').click()
        expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
        expect(await button(scene, 'Choose an answer to sign').isDisabled()).toBe(true)
        expect(await page.locator('.message').isVisible()).toBe(false)
        await page.getByLabel('I take part').focus()
        await page.keyboard.press('Space')
        await button(scene, 'Sign: I take part').waitFor()
        await page.keyboard.press('ArrowDown')
        expect(await page.getByLabel('The agent that asks now').isChecked()).toBe(true)
        expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('only')
        const message = (await page.locator('.message').textContent())!
        expect(message).toMatch(new RegExp(`^svc-consent:launch.test:${person.wallet}:only:${agent}:\\d{13}$`))
        await scene.checkLightAndDark(`consent-choice-${name}`)
        await button(scene, 'Sign: only from these agents').focus()
        await page.keyboard.press('Enter')
        await page.getByText('You take part in coins of these agents alone').waitFor()
        await page.getByRole('heading', { name: 'Your answer' }).waitFor()
        expect(await button(scene, 'Connect Test Wallet').isVisible()).toBe(false)
        expect(scene.wallet.texts).toEqual([message])
        await scene.checkLightAndDark(`consent-said-${name}`)
        expect(await app.deps.storage.consents.find(person.wallet as Wallet)).toMatchObject({ choice: 'only', agents: [agent] })
        await scene.open(`/approve/${dryRunId}`)
        await page.getByText('signed: takes part').waitFor()
        await scene.checkLightAndDark(`consent-approve-${name}`)
        expect(scene.complaints).toEqual([])
      })(),
    BROWSER_TEST_MS,
  )

  test(
    'an agent that is misspelled is not signed, another wallet cannot speak for this one, and "never" is warned of',
    withScene({ wallets: () => [{ people: [newPerson(), person] }], policy: { rateLimits: false } }, async (scene) => {
      const { app, page } = scene
      const headers = app.signed(person, (at) => consentMessage('launch.test', person.wallet, { choice: 'never', agents: [] }, at))
      await app.call('POST', '/api/consents', { choice: 'never' }, { headers })
      const { dryRunId } = await planned(scene)
      await scene.open(`/wallet/${person.wallet}`)
      await page.getByText('It never takes part.').waitFor()
      await button(scene, 'Change the answer').click()
      await button(scene, 'Connect Test Wallet').click()
      await page.getByText('Wrong wallet connected', { exact: true }).waitFor()
      expect(await page.getByRole('radio').count()).toBe(0)
      await scene.checkAccessible()
      await scene.screenshot('consent-another-wallet')
      expect(await page.getByRole('combobox').count()).toBe(0)
      await button(scene, 'Use another wallet').click()
      await button(scene, 'Connect Test Wallet').click()
      await page.getByLabel('Only from these agents').check()
      await page.getByLabel('Other agent ids').fill('frog')
      await page.getByText('“frog” is not an agent id: 32 characters, a to f and 0 to 9.').waitFor()
      // Why it cannot be signed stands on the button, and what was chosen still looks so.
      expect(await button(scene, 'Correct the agent id to sign').isDisabled()).toBe(true)
      const edges = await page.locator('.consent-choice').evaluateAll((cards) => cards.map((card) => getComputedStyle(card).borderTopColor))
      expect(edges[1]).not.toBe(edges[0]!)
      await scene.checkAccessible()
      await scene.screenshot('consent-misspelled')
      await scene.open(`/approve/${dryRunId}`)
      await page.getByText('signed: never takes part').waitFor()
      await page.getByText('signed that they never take part, and this plan pays them.').waitFor()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
