import { expect, test } from 'bun:test'
import { crankRow } from '../support/storage-rows.ts'
import { OPERATOR_KEY } from '../support/test-app.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import type { PageScene } from './support/page-scene.ts'
import { seedCoins } from './support/seed-board.ts'
import { seed } from './support/seed-operator.ts'

async function open(scene: PageScene): Promise<void> {
  await scene.open('/operator')
  await scene.page.getByLabel('Operator key').fill(OPERATOR_KEY)
  await scene.page.keyboard.press('Enter')
  await scene.page.getByRole('heading', { name: 'Findings' }).waitFor()
}

browserTests('rules 4.4: what the operator’s page says first', (withScene) => {
  test(
    'what is wrong and what waits is counted, leads to its part, and is true again by itself',
    withScene({}, async (scene) => {
      const { app, page } = scene
      await seed(scene)
      await open(scene)
      const overview = page.getByRole('region', { name: 'Overview' })
      for (const wrong of ['1 stuck launch', '1 failing webhook', '1 refund due', '1 finding'])
        await overview.getByText(wrong, { exact: true }).waitFor()
      await overview.getByText('No plan').waitFor()
      // What is broken is named before what is worth a look, and its part and the way to it stand first.
      expect(await overview.getByRole('button', { name: /^\d/ }).first().innerText()).toBe('1 failing webhook')
      const titles = await page.locator('.parts h2').allTextContents()
      expect(titles.slice(0, 4)).toEqual(['Webhooks that fail', 'Launches', 'Refunds due', 'Findings'])
      const ways = await page.locator('.rail-link').evaluateAll((links) => links.map(({ firstChild }) => firstChild!.textContent))
      expect(ways).toEqual(titles)
      // No way leads to what is only a word in the last line.
      expect(await page.locator('.rail-link:visible', { hasText: 'Buybacks' }).count()).toBe(0)
      // What has a part of its own is no finding as well.
      expect(await page.locator('#findings .finding:visible').allInnerTexts()).toEqual([expect.stringContaining('directory is empty')])
      // A stuck launch stands among the stuck, and not again among those under way.
      await page.locator('#launches').getByTitle('op_running').waitFor()
      expect(await page.locator('#launches').getByTitle('op_stuck').count()).toBe(1)
      await overview.getByRole('button', { name: '1 refund due' }).click()
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('refunds-title')
      const current = page.getByRole('navigation', { name: 'Parts of the console' }).locator('[aria-current]')
      expect(await current.allInnerTexts()).toEqual([expect.stringContaining('Refunds due')])
      // On a phone the strip shows where one is.
      await page.setViewportSize({ width: 390, height: 844 })
      await page.waitForFunction(() => {
        const { left, right } = document.querySelector('.rail [aria-current]')!.getBoundingClientRect()
        return left >= 0 && right <= innerWidth
      })
      await page.setViewportSize({ width: 1_280, height: 800 })

      const { key } = (await app.call('POST', '/api/agent/keys', { label: 'desk', requireApproval: true }, { key: OPERATOR_KEY })).body
      await scene.dryRun({}, key)
      await scene.pollNow()
      expect(await overview.getByRole('link', { name: 'Review 1 plan' }).getAttribute('href')).toBe('/approvals')
      await page.locator('#keys .key-name').getByText('desk').waitFor()

      // What its own part does not show is a finding.
      await page.route('**/api/operator/payments?*', (route) => route.fulfill({ json: { ok: true, payments: [], nextCursor: null } }))
      await scene.pollNow()
      await overview.getByText('2 findings', { exact: true }).waitFor()
      await page.locator('#findings').getByText('1 refund is due to payers').waitFor()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'keys and coins have their names, and a part with nothing in it is one line',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const [coin] = await seedCoins(app, 1)
      const { id } = (await app.call('POST', '/api/agent/keys', { label: 'the desk' }, { key: OPERATOR_KEY })).body
      const nowMs = app.clock.nowMs()
      await app.deps.storage.operations.insert(crankRow('op_crank', { createdAtMs: nowMs, mint: coin!.mint, keyId: id }), nowMs)
      await open(scene)
      const row = page.locator('#cranks .row')
      await row.getByText(`${coin!.name} ($${coin!.ticker})`).waitFor()
      await row.getByText('the desk').waitFor()
      const { fingerprint } = (await app.deps.storage.keys.list({ limit: 1, cursor: null })).rows[0]!
      for (const part of ['#keys .row', '#log .row']) await page.locator(part).getByText(fingerprint).first().waitFor()
      expect(await page.locator('#refunds').evaluate(({ classList }) => classList.contains('is-empty'))).toBe(true)
      // Parts with nothing to see or do share one line.
      const quiet = await Promise.all(['webhooks', 'refunds', 'money'].map(async (part) => (await page.locator(`#${part}`).boundingBox())!))
      expect(new Set(quiet.map(({ y }) => y)).size).toBe(1)
      for (const { height } of quiet) expect(height).toBeWithin(1, 32)
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'a form that is being filled in stays as it is while everything else is read again',
    withScene({}, async (scene) => {
      const { app, page } = scene
      await open(scene)
      await page.locator('#keys summary').first().click()
      await page.locator('#keys').getByLabel('Label').fill('half wri')
      await app.call('POST', '/api/agent/keys', { label: 'another' }, { key: OPERATOR_KEY })
      await scene.pollNow()
      await page.locator('#log').getByText('another', { exact: true }).waitFor()
      expect(await page.locator('#keys').getByLabel('Label').inputValue()).toBe('half wri')
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
