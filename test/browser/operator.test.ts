import { expect, test } from 'bun:test'
import { newPerson, OPERATOR_KEY } from '../support/test-app.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { PHONE } from './support/chromium.ts'
import { checkOnlyText } from './support/hostile-texts.ts'
import type { PageScene } from './support/page-scene.ts'
import { seed } from './support/seed-operator.ts'

const TABLET = { width: 768, height: 1024 }
const OWN_FORMS = '.settings, .sign-in-form'

/** Opens the console with the keyboard. */
async function open(scene: PageScene, key = OPERATOR_KEY): Promise<void> {
  await scene.open('/operator')
  await scene.page.getByLabel('Operator key').fill(key)
  await scene.page.keyboard.press('Enter')
}

const opened = async (scene: PageScene): Promise<void> => {
  await open(scene)
  await scene.page.getByRole('heading', { name: 'Findings' }).waitFor()
  await scene.page.locator('#log .row, #log .muted:not([hidden])').first().waitFor()
}

/** Goes on with Tab until this has the focus. @throws when it is not reached */
async function tabTo(
  { page }: PageScene,
  name: string | RegExp,
  role: 'button' | 'textbox' | 'spinbutton' = 'button',
  within = 'body',
): Promise<void> {
  const target = page.locator(within).getByRole(role, { name, exact: true }).first()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${String(name)} is not reached with Tab`)
}

browserTests('rules 4.4: the operator’s page of these calls', (withScene) => {
  test(
    'a wrong key is told so; the right one opens, is nowhere but in memory, and is gone with lock and reload',
    withScene({ failuresExpected: true }, async (scene) => {
      const { page } = scene
      await seed(scene)
      await open(scene, 'not-the-operator-key')
      await page.getByText('This is not the operator key of this service.').waitFor()
      await scene.screenshot('operator-refused')
      await scene.checkAccessible()
      await opened(scene)
      const traces = await page.evaluate(() => ({
        stored: localStorage.length + sessionStorage.length + document.cookie.length,
        html: document.documentElement.outerHTML,
        address: location.href,
        fields: [...document.querySelectorAll('input')].map(({ value }) => value).join(' '),
      }))
      expect(traces.stored).toBe(0)
      for (const text of [traces.html, traces.address, traces.fields]) expect(text).not.toContain(OPERATOR_KEY)
      await page.getByRole('button', { name: 'Lock' }).click()
      await page.getByLabel('Operator key').waitFor()
      expect(await page.locator('#console').innerHTML()).toBe('')
      await opened(scene)
      await page.reload()
      expect(await page.getByLabel('Operator key').inputValue()).toBe('')
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  for (const [name, look] of [
    ['phone', PHONE],
    ['tablet', TABLET],
    ['desktop', {}],
  ] as const)
    test(
      `${name}: it fits, axe finds nothing in light and dark, and what others named is text`,
      withScene({ look, env: { CRANK_PAYER_KEY: newPerson().secret } }, async (scene) => {
        await seed(scene)
        await opened(scene)
        await checkOnlyText(scene.page, OWN_FORMS)
        await scene.checkLightAndDark(`operator-${name}`)
        for (const summary of await scene.page.locator('#keys summary').all()) await summary.click()
        expect(await scene.page.locator('#keys .row details[open]').count()).toBe(1)
        await scene.checkLightAndDark(`operator-${name}-keys`)
        expect(scene.complaints).toEqual([])
      }),
      BROWSER_TEST_MS,
    )

  test(
    'with the keyboard alone: a key is minted, shown once, and changed',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const keys = async () => (await app.deps.storage.keys.list({ limit: 9, cursor: null })).rows
      await opened(scene)
      await page.locator('#keys summary').first().focus()
      await page.keyboard.press('Enter')
      await tabTo(scene, 'Label', 'textbox', '#keys')
      await page.keyboard.type('new partner')
      await page.keyboard.press('Enter')
      await page.getByText('Store it now: you will not see it again.').waitFor()
      const text = await page.locator('.new-key code').innerText()
      await scene.screenshot('operator-new-key')
      await scene.checkAccessible()
      expect(await app.call('GET', '/api/agent/keys', undefined, { key: text })).toMatchObject({ status: 200 })
      // It stands where the form was, and can be seen.
      expect(await page.getByText('Mint a key').isVisible()).toBe(false)
      expect((await page.locator('.new-key').boundingBox())!.y).toBeWithin(0, page.viewportSize()!.height)
      expect(await page.locator('.rail-link[aria-current]').textContent()).toBe('Keys')
      // A second Enter copies it, and does not throw it away.
      expect(await page.evaluate(() => document.activeElement?.textContent)).toStartWith('Copy')
      await page.keyboard.press('Enter')
      expect(await page.locator('body').innerText()).toContain(text)
      await page.getByRole('button', { name: 'I have stored it' }).press('Enter')
      expect(await page.locator('body').innerText()).not.toContain(text)

      await page.locator('#keys .row summary').focus()
      await page.keyboard.press('Enter')
      expect(await page.locator('#keys .row').getByRole('button', { name: 'Save' }).count()).toBe(0)
      await tabTo(scene, 'Launches an hour', 'spinbutton', '#keys .row')
      await page.keyboard.press('Control+A')
      await page.keyboard.type('7')
      await page.keyboard.press('Enter')
      await page.getByText('7 launches an hour').waitFor()
      expect(await keys()).toMatchObject([{ label: 'new partner', launchesPerHour: 7, requireApproval: true }])
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'with the keyboard alone: a key is rotated and revoked, and Escape is no',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const keys = async () => (await app.deps.storage.keys.list({ limit: 9, cursor: null })).rows
      const text = (await app.call('POST', '/api/agent/keys', { label: 'partner' }, { key: OPERATOR_KEY })).body.key as string
      await opened(scene)
      const ofRow = async (button: string) => {
        await page.locator('#keys .row summary').focus()
        if ((await page.locator('#keys .row details').getAttribute('open')) === null) await page.keyboard.press('Enter')
        await tabTo(scene, button, 'button', '#keys .row')
        await page.keyboard.press('Enter')
        await page.getByRole('dialog').waitFor()
      }
      await ofRow('Revoke')
      expect(await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).getAttribute('class')).toContain('button-no')
      await scene.screenshot('operator-dialog')
      await scene.checkAccessible()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Revoke')
      expect(await keys()).toMatchObject([{ active: true, previous: null }])

      await ofRow('Rotate')
      expect(await page.getByRole('dialog').locator('p').first().textContent()).toMatch(/in place of partner [0-9a-f]{8}\./)
      // The old one works on for a day, unless somebody says otherwise.
      expect(await page.getByRole('radio', { checked: true }).locator('..').textContent()).toMatch(/^Until .+ UTC$/)
      await tabTo(scene, 'Rotate', 'button', 'dialog')
      await page.keyboard.press('Enter')
      await page.locator('.new-key code').waitFor()
      const rotated = await page.locator('.new-key code').innerText()
      for (const key of [text, rotated]) expect((await app.call('GET', '/api/agent/keys', undefined, { key })).status).toBe(200)
      // The rows are drawn anew with the log: one that is opened before would close again.
      await page.locator('#log').getByText('Key rotated').waitFor()

      await page.getByRole('button', { name: 'I have stored it' }).click()
      await ofRow('Rotate')
      await page.getByLabel('It ends now').check()
      await tabTo(scene, 'Rotate', 'button', 'dialog')
      await page.keyboard.press('Enter')
      await page.locator('.new-key code').waitFor()
      expect((await app.call('GET', '/api/agent/keys', undefined, { key: rotated })).status).toBe(401)
      await page.getByText('Key rotated').nth(1).waitFor()

      await ofRow('Revoke')
      await tabTo(scene, 'Revoke', 'button', 'dialog')
      await page.keyboard.press('Enter')
      await page.locator('#keys .row').getByText('Revoked').waitFor()
      expect(await keys()).toMatchObject([{ active: false }])
      await page.locator('#log').getByText('Key revoked').waitFor()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'a refund is recorded, a webhook deleted, and a directory previewed before it is imported',
    withScene({ failuresExpected: true }, async (scene) => {
      const { app, page } = scene
      await seed(scene)
      await opened(scene)
      await page.locator('#refunds').getByRole('button', { name: 'Mark as refunded' }).click()
      // Whom, and how much, each to be copied.
      for (const name of ['Copy the payer', 'Copy the amount']) await page.getByRole('dialog').getByRole('button', { name }).waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Mark as refunded' }).click()
      await page.getByText('No refund is due.').waitFor()
      await page.locator('#webhooks').getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('None fails.').waitFor()
      expect((await app.deps.storage.webhooks.list(null, { limit: 9, cursor: null })).rows).toEqual([])

      const importing = page.locator('#directory')
      await importing.getByText('Import a file').click()
      const file = `rank,handle,wallet\n1,frog,${newPerson().wallet}\n`
      await importing.getByLabel('Or paste here').fill(`${file}x,toad,nowhere\n`)
      await importing.getByRole('button', { name: 'Preview' }).click()
      await importing.getByText('2 problems: none of it can be imported.').waitFor()
      expect(await importing.getByRole('button', { name: 'Import' }).isVisible()).toBe(false)
      // The line that is wrong is shown in the field.
      await importing.getByRole('button', { name: 'Line 3' }).first().click()
      expect(await page.evaluate(() => getSelection()!.toString())).toBe('x,toad,nowhere')
      await scene.screenshot('operator-directory')
      await scene.checkAccessible()
      // What is wrong stays while it is mended, here by a file in its place.
      await importing.getByLabel('Or paste here').press('End')
      await page.keyboard.type(' ')
      await importing.getByText('2 problems').waitFor()
      const checked = page.waitForResponse('**/api/operator/directory')
      await importing.getByRole('button', { name: 'Check again' }).click()
      await checked
      expect(await importing.getByLabel('Or paste here').getAttribute('aria-invalid')).toBe('true')
      const csv = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(file) }
      await importing.getByLabel('Choose a CSV file').setInputFiles(csv)
      await importing.getByText('people.csv').waitFor()
      await importing.getByRole('button', { name: 'Preview' }).click()
      await importing.getByText('The file is good: 1 new profile.').waitFor()
      expect(await app.deps.storage.kols.all()).toEqual([])
      await importing.getByRole('table', { name: 'What will be written' }).getByText('frog').waitFor()
      // What comes next is the one main button, until the file is another one.
      expect(await importing.locator('form .button-main:visible').allInnerTexts()).toEqual(['Import 1 profile'])
      await importing.getByLabel('Or paste here').fill(`${file}\n`)
      expect(await importing.locator('form .button-main:visible').allInnerTexts()).toEqual(['Preview'])
      await importing.getByRole('button', { name: 'Preview' }).click()
      await importing.getByRole('button', { name: 'Import 1 profile' }).click()
      await importing.getByText('Imported 1 new profile.').waitFor()
      expect(await app.deps.storage.kols.all()).toMatchObject([{ handle: 'frog' }])
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
