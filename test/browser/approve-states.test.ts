import { expect, test } from 'bun:test'
import { bps, lamports, type Wallet } from '../../src/domain/brands.ts'
import { rejectionMessage } from '../../src/features/dry-run/reject-dry-run.ts'
import { CREW_WALLETS, newPerson } from '../support/test-app.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { checkRefused, listed, connect, signButton, stateOf } from './support/approving.ts'

const MINUTE_MS = 60_000

browserTests('decision "Approving takes two steps": approval page, states', (withScene) => {
  test(
    'a wallet that no transaction has touched is marked, and no other one',
    withScene(
      {
        pad: (pad) => ({
          ...pad,
          inspectRecipients: async (wallets) =>
            (await pad.inspectRecipients(wallets)).map((report) =>
              report.wallet === CREW_WALLETS[1] ? { ...report, status: 'unused' } : report,
            ),
        }),
      },
      async (scene) => {
        const { page } = scene
        await scene.open(`/approve/${await scene.dryRun()}`)
        await page.locator('.shareholder', { hasText: '@two' }).getByText('Never used before').waitFor()
        expect(await page.getByText('Never used before').count()).toBe(1)
        const warnings = page.getByRole('list', { name: 'What to look at' }).getByRole('listitem')
        expect(await warnings.first().textContent()).toStartWith('This wallet has never been used (@two): check with their owners.')
        // One count, in the words of the list itself and of the ways to it.
        const count = await warnings.count()
        await page.getByRole('heading', { name: `${count} warnings`, exact: true }).waitFor()
        expect(
          await page
            .locator('.decision-body')
            .getByRole('button', { name: `${count} warnings: read them` })
            .isVisible(),
        ).toBe(true)
        await scene.screenshot('approve-unused')
        await scene.checkAccessible()
      },
    ),
    BROWSER_TEST_MS,
  )

  test(
    'what is fixed for good beside the split stands on it: at what value the coin opens, and who gets a part of every trade',
    withScene(
      {
        pad: (pad) => ({
          ...pad,
          estimateLaunch: async (plan, launcher) => ({
            ...(await pad.estimateLaunch(plan, launcher)),
            lockPath: 'atomic-evm' as const,
            terms: { openingAtomic: lamports(13_900_000), platformReferrer: { wallet: CREW_WALLETS[2] as Wallet, tradeBps: bps(20) } },
          }),
        }),
      },
      async (scene) => {
        const { page } = scene
        const key = await scene.app.claim()
        const before = await scene.dryRun({ initialBuySol: 0.5 }, key)
        const headers = scene.app.signed(scene.app.approver, (at) => `svc-approve-dry-run:${before}:${at}`)
        await scene.app.call('POST', `/api/agent/launch/dry-run/${before}/approve`, undefined, { headers })
        await scene.open(`/approve/${await scene.dryRun({ initialBuySol: 0.6 }, key)}`)
        await page.getByRole('list', { name: 'What to look at' }).waitFor()
        const warned = await page.getByRole('list', { name: 'What to look at' }).getByRole('listitem').allTextContents()
        expect(warned).toEqual([
          '3 wallets: not in the directory, no consent signed.',
          'This key can also launch without an approval.',
          expect.stringMatching(/^The cost rose since the last approved plan: from 0\.5\d* SOL to 0\.6\d* SOL\.$/),
          '0.2% of every trade is paid outside the split, permanently.',
        ])
        await page.getByText('0.0139 SOL for all coins').waitFor()
        const referrer = page.locator('.fact', { hasText: 'Platform referrer' })
        await referrer.getByText('Gets 0.2% of every trade permanently, outside the split.').waitFor()
        expect(await referrer.textContent()).toContain(CREW_WALLETS[2]!.slice(0, 4))
        await referrer.getByText('The wallet of @three in the split').waitFor()
        await page
          .locator('.fact', { hasText: 'Lock path' })
          .getByText(/in one transaction. Nobody can trade in between.$/)
          .waitFor()
        await scene.screenshot('approve-terms')
        await scene.checkAccessible()
      },
    ),
    BROWSER_TEST_MS,
  )

  test(
    'a rejected plan says so and why, and cannot be signed',
    withScene({ wallets: listed() }, async (scene) => {
      const { app, page } = scene
      const id = await scene.dryRun()
      const headers = app.signed(app.approver, (at) => rejectionMessage(id, at))
      await app.call('POST', `/api/agent/launch/dry-run/${id}/reject`, { reason: 'The crew is not ours.' }, { headers })
      await scene.open(`/approve/${id}`)
      await page.getByText('The crew is not ours.', { exact: true }).waitFor()
      expect(await signButton(scene).count()).toBe(0)
      expect(await stateOf(scene, id)).toMatchObject({ approved: false, rejected: true })
      await scene.screenshot('approve-rejected')
      await scene.checkAccessible()
    }),
    BROWSER_TEST_MS,
  )

  test(
    'unknown and expired links say so, each in its own words',
    withScene({ failuresExpected: true }, async (scene) => {
      const { app, page } = scene
      await scene.open('/approve/nothing-of-this-id')
      await page.getByRole('heading', { name: 'There is no such plan' }).waitFor()
      await scene.screenshot('approve-unknown')
      await scene.checkAccessible()
      const id = await scene.dryRun()
      await app.clock.advance(31 * MINUTE_MS)
      await scene.open(`/approve/${id}`)
      await page.getByRole('heading', { name: 'This plan has expired' }).waitFor()
      await scene.screenshot('approve-expired')
      await scene.checkAccessible()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'time runs by the service’s clock: the last minutes are marked, and at the end the button is gone',
    withScene({ wallets: listed(), failuresExpected: true }, async (scene) => {
      const { app, page } = scene
      await scene.open(`/approve/${await scene.dryRun()}`)
      await page.getByText('30:00 left').or(page.getByText('29:59 left')).waitFor()
      await connect(scene)
      await signButton(scene).waitFor()
      await app.clock.advance(27 * MINUTE_MS)
      await scene.pollNow()
      await page.locator('.time-short').waitFor()
      await scene.screenshot('approve-last-minutes')
      await app.clock.advance(4 * MINUTE_MS)
      await scene.pollNow()
      await page.getByText('This plan has expired').first().waitFor()
      await page.getByRole('button', { name: 'Copy a message for the agent' }).waitFor()
      await page.getByRole('link', { name: 'See pending plans' }).waitFor()
      expect(await signButton(scene).count()).toBe(0)
      await scene.checkAccessible()
      await scene.screenshot('approve-expired-open')
    }),
    BROWSER_TEST_MS,
  )

  test(
    'a wallet that is not on the list is refused, and nothing is approved',
    withScene({ wallets: () => [{ people: [newPerson()] }], failuresExpected: true }, async (scene) => {
      const id = await scene.dryRun()
      await scene.open(`/approve/${id}`)
      await connect(scene)
      await signButton(scene).click()
      await scene.page.getByRole('alert').getByText('This wallet may not approve').waitFor()
      await checkRefused(scene)
      await scene.screenshot('approve-not-listed')
      await scene.checkAccessible()
      expect(await stateOf(scene, id)).toMatchObject({ approved: false })
      await scene.page.getByRole('button', { name: 'Use another wallet' }).click()
      await connect(scene)
      await scene.page.getByRole('alert').getByText('This wallet may not approve').waitFor()
      await checkRefused(scene)
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'the launcher’s own wallet cannot even sign; another account of the same wallet can',
    withScene({ wallets: ({ launcher, approver }) => [{ people: [launcher, approver] }] }, async (scene) => {
      const id = await scene.dryRun()
      await scene.open(`/approve/${id}`)
      await connect(scene)
      await scene.page.getByText('This is the launcher’s own wallet').waitFor()
      expect(await signButton(scene).count()).toBe(0)
      expect(await scene.page.locator('.decision-foot').getByRole('button').allTextContents()).toEqual([
        'Use another wallet',
        'Reject instead',
      ])
      await scene.screenshot('approve-launcher')
      await scene.checkAccessible()
      expect(await scene.page.getByRole('combobox').count()).toBe(0)
      // The wallet that is connected again signs with the account that was not left.
      await scene.page.getByRole('button', { name: 'Use another wallet' }).click()
      await connect(scene)
      expect(await scene.page.getByLabel('Account').inputValue()).toBe(scene.app.approver.wallet)
      await signButton(scene).click()
      await scene.page.getByText('Approved', { exact: true }).waitFor()
      expect(await stateOf(scene, id)).toMatchObject({ approvedByWallet: scene.app.approver.wallet })
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'who refuses in the wallet is asked again, and nothing happened',
    withScene({ wallets: listed({ connect: 'refuse-once', sign: 'refuse-once' }) }, async (scene) => {
      const { page } = scene
      const id = await scene.dryRun()
      await scene.open(`/approve/${id}`)
      await connect(scene)
      await page.getByText('You did not connect').waitFor()
      await connect(scene)
      await signButton(scene).click()
      await page.getByText('Not signed.').waitFor()
      await scene.screenshot('approve-refused')
      await scene.checkAccessible()
      expect(await stateOf(scene, id)).toMatchObject({ approved: false })
      await signButton(scene).click()
      await page.getByText('Approved', { exact: true }).waitFor()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'one that someone else approved meanwhile names the first approver, and a used one cannot be signed',
    withScene({ wallets: listed() }, async (scene) => {
      const { app, page } = scene
      const key = await app.claim()
      const id = await scene.dryRun({}, key)
      await scene.open(`/approve/${id}`)
      await connect(scene)
      await signButton(scene).waitFor()
      const path = `/api/agent/launch/dry-run/${id}`
      await app.call('POST', `${path}/approve`, undefined, {
        headers: app.signed(app.approver, (timestamp) => `svc-approve-dry-run:${id}:${timestamp}`),
      })
      await scene.pollNow()
      await page.getByText('Approved by the wallet', { exact: true }).waitFor()
      const { wallet } = app.approver
      expect(await page.locator('.result').textContent()).toBe('Approved')
      expect(await page.locator('.verdict').textContent()).toContain(`${wallet.slice(0, 4)}…${wallet.slice(-4)}`)
      expect(await page.getByText('Approved by others. An approver can still reject it.', { exact: true }).isVisible()).toBe(true)
      expect(await page.getByRole('button', { name: 'Reject it', exact: true }).isVisible()).toBe(true)
      const body = app.launchBody({ imageBase64: scene.picture, dryRunId: id })
      await app.call('POST', '/api/agent/launch', body, { key, headers: { 'x-launcher-key': app.launcher.secret } })
      await scene.open(`/approve/${id}`)
      await page.locator('.result', { hasText: /^Launched$/ }).waitFor()
      expect(await signButton(scene).count()).toBe(0)
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
