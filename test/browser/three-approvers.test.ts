import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { createGuardedFetch } from '../../src/adapters/outbound/guarded-fetch.ts'
import { startWebhookLoop } from '../../src/scheduler/webhook-loop.ts'
import { eventually } from '../support/eventually.ts'
import { machineTime } from '../support/machine-time.ts'
import { newPerson, OPERATOR_KEY, type Person } from '../support/test-app.ts'
import { createWebhookReceiver } from '../support/webhook-receiver.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { type Look, PHONE } from './support/chromium.ts'
import { checkFits } from './support/hostile-texts.ts'
import type { Visitor } from './support/page-scene.ts'

const people = [newPerson(), newPerson(), newPerson()]
const LOOKS: readonly Look[] = [PHONE, { width: 390, height: 844, touch: true }, { width: 1_280, height: 900 }]
const REASON = 'Not this name.'

const button = (page: Page, name: string) => page.getByRole('button', { name })
/** Makes the page ask the service now, as it does when the device comes back from elsewhere. */
const look = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('online')))
const walletOf = (person: Person) => () => [{ people: [person] }]

browserTests('decision "Several approvers": two of three, each on a device of their own', (withScene) => {
  test(
    'two phones approve a plan while the desktop looks on, the desktop rejects another, and the agent hears of both',
    withScene(
      {
        env: { APPROVER_WALLETS: people.map(({ wallet }) => wallet).join(','), APPROVALS_REQUIRED: '2' },
        look: LOOKS[0]!,
        wallets: walletOf(people[0]!),
        web: createGuardedFetch(machineTime, { allowLoopback: true }),
      },
      async (scene) => {
        const { app } = scene
        const devices: readonly Visitor[] = [
          scene,
          await scene.invite({ look: LOOKS[1], wallets: walletOf(people[1]!) }),
          await scene.invite({ look: LOOKS[2], wallets: walletOf(people[2]!) }),
        ]
        const pages = devices.map(({ page }) => page)
        const [small, large, desktop] = pages as [Page, Page, Page]
        const { key } = (await app.call('POST', '/api/agent/keys', { label: 'desk', requireApproval: true }, { key: OPERATOR_KEY })).body
        const receiver = createWebhookReceiver()
        const hook = { url: receiver.url, events: ['dryRun.approved', 'dryRun.rejected'] }
        receiver.secrets.push((await app.call('POST', '/api/webhooks', hook, { key })).body.secret)
        const loop = startWebhookLoop({ ...app.deps, clock: { ...app.deps.clock, sleep: machineTime.clock.sleep } })
        /** What the agent was told, by plan. */
        const arrived = () => receiver.messages.map(({ type, data }) => `${type} ${String(data.dryRunId)}`)
        try {
          const plan = await scene.dryRun({}, key)
          const other = await scene.dryRun({ name: 'Harbor Gull', ticker: 'GULL' }, key)

          for (const page of pages) await page.goto(`${scene.url}/approve/${plan}`)
          for (const page of pages) {
            await page.locator('.decision-summary').getByText('0 of 2').waitFor()
            await button(page, 'Connect Test Wallet').click()
            await button(page, 'Sign approval for NMFROG').waitFor()
            await checkFits(page)
          }
          await button(small, 'Sign approval for NMFROG').tap()
          await small.getByText('Needs 1 more approval.', { exact: true }).waitFor()
          for (const page of [large, desktop]) {
            await look(page)
            await page.locator('.decision-summary').getByText('1 of 2').waitFor()
          }
          expect(arrived()).toEqual([])
          await button(large, 'Sign approval for NMFROG').tap()
          await large.getByText('Approved', { exact: true }).waitFor()
          await eventually(() => receiver.messages.length === 1)
          expect(arrived()).toEqual([`dryRun.approved ${plan}`])
          // Who has approved reads that it is; who has not, that nothing is left to do.
          await look(small)
          await small.getByText('Approved', { exact: true }).waitFor()
          await look(desktop)
          await desktop.getByText('Approved by others. An approver can still reject it.', { exact: true }).waitFor()
          expect(await button(desktop, 'Sign approval for NMFROG').count()).toBe(0)
          for (const page of pages) await checkFits(page)
          expect((await app.call('GET', `/api/agent/launch/dry-run/${plan}`)).body).toMatchObject({
            approved: true,
            approvals: [{ wallet: people[0]!.wallet }, { wallet: people[1]!.wallet }],
          })

          for (const page of pages) await page.goto(`${scene.url}/approve/${other}`)
          for (const page of pages) await button(page, 'Connect Test Wallet').click()
          await button(desktop, 'Reject instead').click()
          await desktop.locator('#reason').fill(REASON)
          await button(desktop, 'Sign rejection of GULL').click()
          await desktop.locator('.result', { hasText: /^Rejected$/ }).waitFor()
          await eventually(() => receiver.messages.length === 2)
          expect(arrived()).toEqual([`dryRun.approved ${plan}`, `dryRun.rejected ${other}`])
          expect(receiver.messages[1]!.data).toMatchObject({ reason: REASON, rejectedByWallet: people[2]!.wallet })
          for (const page of [small, large]) {
            await look(page)
            await page.getByText(REASON, { exact: true }).waitFor()
            expect(await page.locator('#announcer').textContent()).toStartWith(`Result. Rejected. ${REASON} `)
            expect(await button(page, 'Sign approval for GULL').count()).toBe(0)
            await checkFits(page)
          }
          expect(receiver.forged).toEqual([])
          expect(devices.map(({ wallet }) => wallet.texts.map((text) => text.split(':')[0]))).toEqual([
            ['svc-approve-dry-run'],
            ['svc-approve-dry-run'],
            ['svc-reject-dry-run'],
          ])
          expect(scene.complaints).toEqual([])
        } finally {
          await loop.stop()
          receiver.stop()
        }
      },
    ),
    BROWSER_TEST_MS,
  )
})
