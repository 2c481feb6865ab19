import { expect } from 'bun:test'
import type { PageScene, SceneOptions } from './page-scene.ts'
import type { WalletManners } from './standard-wallet.ts'

/** One wallet, whose person may approve, with these manners. */
export const listed =
  (manners: Partial<WalletManners> = {}): NonNullable<SceneOptions['wallets']> =>
  ({ approver }) => [{ people: [approver], ...manners }]

/** Connects it. */
export const connect = (scene: PageScene) => scene.page.getByRole('button', { name: 'Connect Test Wallet' }).click()

/** What one presses to approve the scene’s plan. */
export const signButton = (scene: PageScene) => scene.page.getByRole('button', { name: 'Sign approval for NMFROG' })

/** The dry-run as it is now: what a refusal must not have changed. */
export const stateOf = async ({ app }: PageScene, id: string) => (await app.call('GET', `/api/agent/launch/dry-run/${id}`)).body

/** Of a wallet that is on no list nothing is left to press but the way to another one, and it is said once why. */
export async function checkRefused({ page }: PageScene): Promise<void> {
  const panel = page.locator('.decision')
  expect(await panel.getByRole('button', { name: /sign|approve|reject/i }).count()).toBe(0)
  expect(await panel.getByRole('button', { name: 'Use another wallet' }).count()).toBe(1)
  expect(await panel.getByText(/refused|list of approvers|operator’s list/).count()).toBe(1)
}
