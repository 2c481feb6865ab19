import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chromiumPath, PHONE, startBrowser, type TestBrowser } from './support/chromium.ts'
import { createScene } from './support/page-scene.ts'

describe.skipIf(chromiumPath === null)('approval page', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())

  test('issue 7: a listed wallet signs exactly the shown text, the agent launches, the page follows', async () => {
    const scene = await createScene(browser, { wallets: ({ approver }) => [{ people: [approver] }] })
    const { app, page } = scene
    const key = await app.claim()
    const id = await scene.dryRun({ initialBuySol: 0.25, website: 'https://frog.example/noodles' }, key)
    await scene.open(`/approve/${id}`)
    await page.getByRole('heading', { level: 1, name: 'Night Market Frog' }).waitFor()
    await scene.screenshot('approve-1-choose')
    await scene.checkAccessible()
    await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
    const sign = page.getByRole('button', { name: 'Sign approval for NMFROG' })
    await sign.waitFor()
    await scene.screenshot('approve-2-ready')
    await scene.checkAccessible()
    const shown = await page.locator('.message').textContent()
    expect(shown).toBe(`svc-approve-dry-run:${id}:${shown!.split(':')[2]}`)
    await sign.click()
    await page.getByText('Approved', { exact: true }).waitFor()
    expect(scene.wallet.texts).toEqual([shown!])
    await scene.screenshot('approve-3-approved')
    await scene.checkAccessible()
    expect(scene.complaints).toEqual([])
    await scene.close()
  }, 30_000)

  test('phone', async () => {
    const scene = await createScene(browser, { look: { ...PHONE, dark: true }, wallets: ({ approver }) => [{ people: [approver] }] })
    const id = await scene.dryRun({ initialBuySol: 0.25 })
    await scene.open(`/approve/${id}`)
    await scene.page.getByRole('heading', { level: 1, name: 'Night Market Frog' }).waitFor()
    await scene.screenshot('approve-phone-dark')
    await scene.close()
  }, 30_000)
})
