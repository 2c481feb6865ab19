import { expect, test } from 'bun:test'
import { DAY_MS } from '../../src/domain/limits.ts'
import type { PolicyTextView } from '../../src/features/policies/policy-view.ts'
import { newEvmPerson } from '../support/evm-person.ts'
import { OPERATOR_KEY } from '../support/test-app.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { PHONE } from './support/chromium.ts'
import { checkFits } from './support/hostile-texts.ts'
import type { PageScene } from './support/page-scene.ts'

const person = newEvmPerson()

/** Puts an EVM wallet into every page, which announces itself as extensions do; the key stays outside. */
async function installEvmWallet({ context }: PageScene): Promise<void> {
  await context.exposeFunction('signTyped', (json: string) => person.sign(JSON.parse(json)))
  await context.addInitScript((address: string) => {
    const request = async ({ method, params }: { method: string; params?: string[] }) =>
      method === 'eth_requestAccounts' ? [address] : (window as any).signTyped(params![1])
    const detail = { info: { uuid: 'one', name: 'Hard Wallet', icon: '' }, provider: { request } }
    addEventListener('eip6963:requestProvider', () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })))
  }, person.wallet.toLowerCase())
}

browserTests('decision "A spending policy": its page', (withScene) => {
  test.each([
    ['phone', PHONE],
    ['desktop, dark', { dark: true }],
  ])(
    '%s: an approver signs with an EVM wallet, and revokes it',
    (name, look) =>
      withScene({ look, policy: { rateLimits: false }, env: { APPROVER_WALLETS: person.wallet } }, async (scene) => {
        const { app, page } = scene
        const { id } = (await app.call('POST', '/api/agent/keys', { label: 'desk', requireApproval: true }, { key: OPERATOR_KEY })).body
        const [from, until] = [0, 7 * DAY_MS].map((ms) => new Date(app.clock.nowMs() + ms).toISOString())
        const limits = { currency: 'SOL', launchMax: '1', dayMax: '1.5', firstBuyMax: '0.5' }
        const clauses = { keyId: id, platforms: ['simulated'], ...limits, wallets: [], directory: true, from, until }
        const read: PolicyTextView = (await app.call('POST', '/api/policies/text', clauses)).body
        await installEvmWallet(scene)
        await scene.open(read.policyUrl.slice(app.deps.policy.baseUrl.length))
        await page.getByRole('button', { name: 'Connect Hard Wallet' }).click()
        await page.getByText('Your wallet will show what this text says, field by field:').waitFor()
        await checkFits(page)
        await scene.screenshot(`policy-typed-${name}`)
        await scene.checkAccessible()
        await page.getByRole('button', { name: 'Sign this policy' }).click()
        await page.getByText('Launches inside it need no approval.').first().waitFor()
        expect((await app.deps.storage.policies.find(read.hash))!.approvals).toMatchObject([{ by: person.wallet }])
        // The wallet that signed here is not asked to connect again.
        await page.getByRole('button', { name: 'Revoke' }).click()
        await page.getByText(`svc-revoke-policy:${read.hash}`).waitFor()
        await scene.screenshot(`policy-typed-end-${name}`)
        await scene.checkAccessible()
        await page.getByRole('button', { name: 'Sign to revoke it' }).click()
        await page.getByText('You revoked it').first().waitFor()
      })(),
    BROWSER_TEST_MS,
  )
})
