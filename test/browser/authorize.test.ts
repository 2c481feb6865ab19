import { expect, test } from 'bun:test'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import type { PageScene } from './support/page-scene.ts'

const CHALLENGE = 'c'.repeat(43)

/** A client that was registered, whose return address is a page of this service, and the page that asks for its key. */
async function asked({ app, url }: PageScene, name = 'Notebook assistant'): Promise<string> {
  const back = `${url}/about`
  const { body } = await app.call('POST', '/oauth/register', { client_name: name, redirect_uris: [back] })
  const params = { response_type: 'code', client_id: body.client_id, redirect_uri: back, state: 's1' }
  return `/oauth/authorize?${new URLSearchParams({ ...params, code_challenge: CHALLENGE, code_challenge_method: 'S256' })}`
}

const keysOf = async ({ app }: PageScene) => (await app.deps.storage.keys.list({ limit: 10, cursor: null })).rows

browserTests('decision "OAuth": page that connects a client', (withScene) => {
  test(
    'a person claims a key for it with the keyboard, and is back at the client with a code',
    withScene({}, async (scene) => {
      const { page } = scene
      await scene.open(await asked(scene))
      await page.getByRole('heading', { name: 'Connect Notebook assistant?' }).waitFor()
      expect(await page.getByText('a program on this computer').count()).toBe(1)
      expect(await page.locator('.authorize-facts').textContent()).toContain('launch 5 coins an hour without an approval')
      await scene.screenshot('authorize')
      await scene.checkAccessible()
      await page.getByRole('button', { name: 'Connect with a new key' }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/about\?code=/)
      expect(new URL(page.url()).searchParams.get('state')).toBe('s1')
      expect(await keysOf(scene)).toMatchObject([{ label: 'Notebook assistant' }])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'a key of their own that is none is told so, and one that is goes with the code; a refusal goes without',
    withScene({ failuresExpected: true }, async (scene) => {
      const { app, page } = scene
      const key = await app.claim()
      const path = await asked(scene, '<b>Bold</b> client')
      await scene.open(path)
      await page.getByText('Use a key that I have').click()
      await page.getByLabel('Your key').fill('svc_ak_wrong')
      await page.keyboard.press('Enter')
      await page.getByText('This key is not valid here, or was revoked.').waitFor()
      await scene.screenshot('authorize-refused')
      await scene.checkAccessible()
      await page.getByLabel('Your key').fill(key)
      // What is handed over is named before it is.
      await page.getByText('“agent” launches 5 coins an hour, without an approval. It has no end.').waitFor()
      await page.getByRole('button', { name: 'Connect with this key' }).click()
      await page.waitForURL(/\/about\?code=/)
      expect(page.url()).not.toContain(key)
      await scene.open(path)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.waitForURL(/\/about\?error=access_denied/)
      expect(await keysOf(scene)).toHaveLength(1)
    }),
    BROWSER_TEST_MS,
  )

  test(
    'a link that was altered connects nothing, and leads nowhere',
    withScene({ failuresExpected: true }, async (scene) => {
      const { page, url } = scene
      const path = await asked(scene)
      await scene.open(path.replace('%2Fabout', '%2Felsewhere'))
      await page.getByRole('heading', { name: 'This link does not connect anything' }).waitFor()
      // The sign of every page that says what went wrong, and no number.
      expect(await page.locator('.end > .icon').isVisible()).toBe(true)
      expect(await page.locator('.end-code').isVisible()).toBe(false)
      expect(new URL(page.url()).origin).toBe(url)
      expect(await page.getByRole('link', { name: 'How to connect' }).getAttribute('href')).toBe('/agents')
      await scene.screenshot('authorize-altered')
      await scene.checkAccessible()
      expect(await keysOf(scene)).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
