import { expect, test } from 'bun:test'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { PHONE } from './support/chromium.ts'

browserTests('the API browser', (withScene) => {
  test.each([
    ['desktop', {}],
    ['phone', PHONE],
  ])(
    'decision "/docs": /docs shows every route under the strict CSP, and asks no other host: %s',
    (name, look) =>
      withScene({ look, policy: { rateLimits: false } }, async ({ open, page, complaints, screenshot }) => {
        await open('/docs')
        await page.waitForSelector('.opblock')
        const shown = await page.locator('.opblock').count()
        const { paths, webhooks } = (await (await fetch(new URL('/openapi.json', page.url()))).json()) as Record<
          'paths' | 'webhooks',
          Record<string, object>
        >
        expect(shown).toBe([...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) => Object.keys(methods)).length)
        await screenshot(`docs-${name}`)
        await page.locator('#operations-launch-launch .opblock-summary-control').click()
        await page.waitForSelector('#operations-launch-launch .responses-table')
        await screenshot(`docs-${name}-launch`)
        expect(complaints).toEqual([])
      })(),
    BROWSER_TEST_MS,
  )

  test(
    'rules 4.1: the reference tries a call of the document from its own page',
    withScene({ policy: { rateLimits: false } }, async ({ open, page, url, complaints }) => {
      // The document names the public address; here it is the page's own.
      await page.route('**/openapi.json', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), servers: [{ url }] } })
      })
      await open('/docs#/discovery/listPlatforms')
      await page.waitForSelector('#operations-discovery-listPlatforms .try-out__btn')
      await page.locator('#operations-discovery-listPlatforms .try-out__btn').click()
      await page.locator('#operations-discovery-listPlatforms .execute').click()
      await page.waitForSelector('#operations-discovery-listPlatforms .live-responses-table')
      expect(await page.locator('#operations-discovery-listPlatforms .live-responses-table').innerText()).toContain('"simulated"')
      expect(complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'rules 10.1: the page of an error code is readable and accessible',
    withScene({ look: PHONE }, async ({ open, page, complaints, screenshot, checkAccessible }) => {
      await open('/errors/plan_mismatch')
      expect(await page.locator('h1').innerText()).toBe('plan_mismatch')
      await screenshot('error-phone')
      await checkAccessible()
      expect(complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
