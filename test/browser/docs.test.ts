import { expect, test } from 'bun:test'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { PHONE } from './support/chromium.ts'

type Methods = Record<string, Record<string, { readonly operationId: string }>>

browserTests('the API browser', (withScene) => {
  test.each([
    ['desktop', {}],
    ['phone', PHONE],
  ])(
    'decision "/docs": /docs shows every route under the strict CSP, and asks no other host: %s',
    (name, look) =>
      withScene({ look, policy: { rateLimits: false } }, async ({ open, page, complaints, screenshot, checkAccessible }) => {
        await open('/docs')
        await page.waitForSelector('.group')
        // Beside the rail the first group is open; on a phone all are folded.
        expect(await page.locator('.group:has(.call:visible)').count()).toBe(name === 'phone' ? 0 : 1)
        const shown = await page.locator('.call').evaluateAll((calls) => calls.map(({ id }) => id.replace('call-', '')))
        const { paths, webhooks } = (await (await fetch(new URL('/openapi.json', page.url()))).json()) as Record<
          'paths' | 'webhooks',
          Methods
        >
        const calls = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
        expect(shown.toSorted()).toEqual([...calls, ...Object.keys(webhooks)].toSorted())
        await screenshot(`docs-${name}`)
        await page.locator('#group-launch > summary').click()
        expect(new URL(page.url()).hash).toBe('#group-launch')
        await page.locator('#call-launch > summary').click()
        await page.getByRole('button', { name: 'Send' }).waitFor()
        expect(new URL(page.url()).hash).toBe('#launch')
        const call = page.locator('#call-launch')
        await call.getByText('Fields of crew member').first().click()
        // So many codes stand folded, those of the other statuses do not.
        expect(await call.innerText()).toContain('launcher_busy')
        expect(await call.innerText()).not.toContain('plan_mismatch')
        await call.getByText(/^\d+ codes$/).click()
        await call.getByText('plan_mismatch').first().waitFor()
        await screenshot(`docs-${name}-launch`)
        await checkAccessible()
        expect(complaints).toEqual([])
      })(),
    BROWSER_TEST_MS,
  )

  test(
    'decision "/docs": every call and message opens, and shows what its document says of it',
    withScene({ policy: { rateLimits: false } }, async ({ open, page, complaints, checkAccessible }) => {
      await open('/docs')
      await page.waitForSelector('.group')
      await page.locator('.group').evaluateAll((groups) => groups.forEach((group) => ((group as HTMLDetailsElement).open = true)))
      await page.locator('.call').evaluateAll((calls) => calls.forEach((call) => ((call as HTMLDetailsElement).open = true)))
      const count = await page.locator('.call').count()
      await page.waitForFunction((all) => document.querySelectorAll('.call .call-says:not(.muted)').length === all, count)
      expect(await page.getByText('could not be loaded').count()).toBe(0)
      await checkAccessible()
      expect(complaints).toEqual([])
    }),
    2 * BROWSER_TEST_MS,
  )

  test(
    'rules 4.1: the reference tries a call of the document from its own page, with the keyboard alone',
    withScene({ policy: { rateLimits: false } }, async ({ open, page, complaints }) => {
      await open('/docs')
      await page.locator('#filter:enabled').focus()
      await page.keyboard.type('claimkey')
      await page.getByText('1 of ').waitFor()
      while (!(await page.evaluate(() => document.activeElement?.closest('.call')))) await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      const call = page.locator('#call-claimKey')
      await call.getByRole('button', { name: 'Send' }).waitFor()
      while (!(await page.evaluate(() => document.activeElement?.tagName === 'TEXTAREA'))) await page.keyboard.press('Tab')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('{"label": "by hand"}')
      while (!(await page.evaluate(() => document.activeElement?.textContent === 'Send'))) await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await call.getByText('201 Created').waitFor()
      expect(await call.locator('.outcome-of-call').innerText()).toContain('"key": "svc_ak_')
      expect(complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'decision "/docs": an address opens the group or call that it names, the rail marks where one is, and a filter opens what it finds',
    withScene({ policy: { rateLimits: false } }, async ({ open, page, complaints, checkAccessible }) => {
      const current = page.locator('#groups [aria-current]')
      await open('/docs#group-coins')
      await page.locator('#call-getCoin').waitFor()
      expect(await current.textContent()).toStartWith('Coins ')
      await page.locator('#groups').getByRole('link', { name: 'Operating' }).focus()
      await page.keyboard.press('Enter')
      expect(await current.textContent()).toStartWith('Operating ')
      expect(await page.evaluate(() => document.activeElement?.parentElement?.id)).toBe('group-operating')
      await page.evaluate(() => document.querySelector('#group-coins')!.scrollIntoView())
      await page.locator('#groups [aria-current]', { hasText: 'Coins' }).waitFor()
      await page.locator('#filter').fill('rotate secret')
      await page.locator('.call:visible').first().waitFor()
      expect(await page.locator('#groups a:visible').count()).toBe(await page.locator('.group:visible').count())
      await checkAccessible()
      await page.locator('#filter').fill('')
      expect(await page.locator('.group[open]').count()).toBe(2)
      expect(complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'decision "/docs": a key is sent, stands in no command, and is forgotten with the page',
    withScene({ policy: { rateLimits: false } }, async ({ app, open, page, complaints }) => {
      const key = await app.claim()
      await open('/docs#listLaunches')
      await page.locator('#try-listLaunches-x-svc-api-key').fill(key)
      const call = page.locator('#call-listLaunches')
      await call.getByRole('button', { name: 'Send' }).click()
      await call.getByText('200 OK').waitFor()
      expect(await call.locator('.outcome-of-call').innerText()).toContain('"launches"')
      expect(await call.innerText()).toContain('-H "x-svc-api-key: $KEY"')
      expect(await page.locator('body').innerText()).not.toContain(key)
      expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie, location.href].join())).not.toContain(
        key,
      )
      await page.locator('#group-webhooks > summary').click()
      await page.locator('#call-listWebhooks > summary').click()
      expect(await page.locator('#try-listWebhooks-x-svc-api-key').inputValue()).toBe(key)
      await page.reload()
      expect(await page.locator('#try-listWebhooks-x-svc-api-key').inputValue()).toBe('')
      expect(complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'decision "/docs": a call stands there in TypeScript too, which runs as it is through the typed client; the choice holds for all calls',
    withScene({ policy: { rateLimits: false } }, async ({ app, url, open, page, complaints, checkAccessible }) => {
      await open('/docs#listLaunches')
      const call = page.locator('#call-listLaunches')
      await page.locator('#try-listLaunches-limit').fill('2')
      await call.getByRole('radio', { name: 'curl' }).focus()
      await page.keyboard.press('ArrowRight')
      const text = await call.locator('.call-try pre').last().innerText()
      expect(text).toContain('params: { query: { limit: 2 } }')
      await page.locator('#group-dry-run > summary').click()
      await page.locator('#call-dryRun > summary').click()
      expect(await page.locator('#call-dryRun .call-try pre').last().innerText()).toContain(
        'client.POST("/api/agent/launch/dry-run", {\n  body: {',
      )
      await checkAccessible()
      expect(complaints).toEqual([])

      const client = `${import.meta.dir}/../../clients/typescript/src/agent-launch-client.ts`
      const program = text.replace('agent-launch-client', client).replace(/baseUrl: "[^"]*"/, `baseUrl: "${url}"`)
      const run = Bun.spawn([process.execPath, 'run', '-'], { stdin: new Blob([program]), env: { ...process.env, KEY: await app.claim() } })
      expect(await new Response(run.stdout).text()).toContain('launches: []')
      expect(await run.exited).toBe(0)
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
      await page.getByRole('link', { name: 'See every code' }).click()
      await page.getByLabel('Find an error code').fill('dry-run body')
      await page.getByRole('link', { name: 'plan_mismatch' }).waitFor()
      expect(await page.getByRole('link', { name: 'body_not_json' }).isVisible()).toBe(false)
      await checkAccessible()
      expect(complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
