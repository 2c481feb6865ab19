import { expect, test } from 'bun:test'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'

browserTests('decision "A wallet’s signature": pages that ask for one', (withScene) => {
  test.each(['ledger', 'offchain'] as const)(
    'rules 5.6, 5.9: a wallet that signs in an envelope approves and opens the list: %s',
    (way) =>
      withScene({ env: {}, wallets: ({ approver }) => [{ people: [approver], way }] }, async (scene) => {
        const { app, page } = scene
        const id = await scene.dryRun()
        await scene.open(`/approve/${id}`)
        await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
        await page.getByRole('button', { name: 'Sign approval for NMFROG' }).click()
        await page.getByText('Approved by your wallet', { exact: true }).waitFor()
        expect((await app.call('GET', `/api/agent/launch/dry-run/${id}`)).body.approvedByWallet).toBe(app.approver.wallet)
        await scene.open('/approvals')
        await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
        await page.getByRole('button', { name: 'Sign to open the list' }).click()
        await page.getByText('Show plans that need no approval').waitFor()
        expect(scene.wallet.texts.length).toBe(2)
        for (const text of scene.wallet.texts) expect(text).toMatch(/^\ufffdsolana offchain/)
        expect(scene.complaints).toEqual([])
      })(),
    BROWSER_TEST_MS,
  )
})
