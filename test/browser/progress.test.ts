import { expect, test } from 'bun:test'
import { bps, type Mint, unixMs } from '../../src/domain/brands.ts'
import { approvalMessage } from '../../src/features/dry-run/approve-dry-run.ts'
import { launchRow, planRow } from '../support/storage-rows.ts'
import { newPerson } from '../support/test-app.ts'
import { listed } from './support/approving.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { checkFits } from './support/hostile-texts.ts'
import type { PageScene } from './support/page-scene.ts'

/** How long ago a step was, or how long it is waited for. */
const SINCE = /((waiting |for )?\d+ s( ago)?|just now)$/

const steps = ({ page }: PageScene) => page.locator('.steps > li').allTextContents()

browserTests('decision "What is pending": a launch that is under way', (withScene) => {
  test.each([
    { width: 1_280, height: 800 },
    { width: 390, height: 844, dark: true },
  ])(
    '$width px: the plan, the coin and the board say how far it is and since when, and what became of it, each by itself',
    (look) =>
      withScene({ look, policy: { rateLimits: false } }, async (scene) => {
        const { app, page } = scene
        const key = await app.claim()
        const headers = { 'x-launcher-key': app.launcher.secret }
        const launch = (ticker: string, more = {}) =>
          app.call('POST', '/api/agent/launch', app.launchBody({ imageBase64: scene.picture, ticker, ...more }), { key, headers })
        expect((await launch('FIRST')).status).toBe(201)
        const id = await scene.dryRun({ ticker: 'XSLOW' }, key)
        await app.call('POST', `/api/agent/launch/dry-run/${id}/approve`, undefined, {
          headers: app.signed(app.approver, (at) => approvalMessage(id, at)),
        })
        await scene.open(`/approve/${id}`)
        await page.locator('.steps').waitFor()
        await page.waitForFunction(() => document.querySelector('.step-now .step-since')?.textContent !== '')
        expect((await steps(scene)).map((text) => text.replace(SINCE, '*'))).toEqual([
          'Planned, done*',
          'Approved, done*',
          'Waiting for the agent*',
          'Landed, to come',
          'Locked, to come',
        ])
        await scene.checkAccessible()
        await scene.screenshot(`progress-approved-${look.width}`)

        const launched = launch('XSLOW', { dryRunId: id })
        const underWay = async () => (await app.deps.storage.operations.list('launch', { limit: 1, cursor: null })).rows[0]!
        while ((await underWay()).state !== 'broadcast') await scene.pollNow()
        await scene.pollNow()
        await page.getByText('Launch under way').first().waitFor()
        expect((await steps(scene)).map((text) => text.replace(SINCE, ''))).toEqual([
          'Planned, done',
          'Approved, done',
          'Sent, done',
          'Landing…, under way',
          'Locked, to come',
        ])
        await checkFits(page)
        await scene.checkAccessible()
        await scene.screenshot(`progress-under-way-${look.width}`)

        const { mint } = await underWay()
        await scene.open('/board')
        await page.getByText('1 launching').waitFor()
        await scene.checkAccessible()
        await scene.screenshot(`progress-board-${look.width}`)
        const answer = await page.goto(`${scene.url}/coin/${mint}`)
        expect(answer!.status()).toBe(202)
        await page.getByRole('heading', { name: 'Night Market Frog $XSLOW' }).waitFor()
        await page.getByText('Being launched', { exact: true }).waitFor()
        expect((await steps(scene)).map((text) => text.split(',')[0])).toEqual(['Sent', 'Landing…', 'Locked'])
        // Its picture is served from now on; who is paid is public once it is on its chain.
        await page.waitForFunction(() => (document.querySelector('.coin-picture img') as HTMLImageElement | null)?.naturalWidth ?? 0)
        expect(await page.locator('.split-table').count()).toBe(0)
        for (const own of ['@one', '@two', app.launcher.wallet]) expect(await page.content()).not.toContain(own)
        await checkFits(page)
        await scene.checkAccessible()
        await scene.screenshot(`progress-coin-${look.width}`)

        for (let n = 0; n < 20; n += 1) await app.clock.advance(500)
        expect((await launched).status).toBe(201)
        await scene.pollNow()
        await page.locator('.figures').waitFor()
        await scene.open(`/approve/${id}`)
        await page.locator('.result', { hasText: /^Launched$/ }).waitFor()
        expect((await steps(scene)).map((text) => text.split(/,|\d/)[0])).toEqual(['Planned', 'Approved', 'Sent', 'Landed', 'Locked'])
        expect(await page.locator('.step-done').count()).toBe(5)
        // In one transaction it lands as it locks: each step has its time.
        expect((await page.locator('.step-at').allTextContents()).filter((text) => /\d:\d\d:\d\d.* UTC$/.test(text))).toHaveLength(5)
        await scene.open('/board')
        await page.locator('.board-stats li').first().waitFor()
        expect(await page.getByText('launching').count()).toBe(0)
        expect(scene.complaints).toEqual([])
      })(),
    BROWSER_TEST_MS,
  )

  test(
    'a launch whose fees are not locked is no success on its plan: it says so, and what comes next',
    withScene({ wallets: listed(), failuresExpected: true }, async (scene) => {
      const { app, page } = scene
      const key = await app.claim()
      const id = await scene.dryRun({ ticker: 'XLOCKFAIL' }, key)
      const body = app.launchBody({ imageBase64: scene.picture, ticker: 'XLOCKFAIL', dryRunId: id })
      const launched = await app.call('POST', '/api/agent/launch', body, { key, headers: { 'x-launcher-key': app.launcher.secret } })
      expect(launched.status).toBe(202)
      await scene.open(`/approve/${id}`)
      await page.locator('.result-open', { hasText: /^Launched, fees not locked$/ }).waitFor()
      expect(await page.locator('#bar').textContent()).toContain('Launched, fees not locked')
      expect(await page.locator('.result-on, .time-left .result-on').count()).toBe(0)
      expect((await steps(scene)).at(-1)).toStartWith('Not locked yet')
      await page.getByText(/^Next: the agent sends you a plan that locks the fees/).waitFor()
      await page.getByRole('button', { name: 'Copy a message for the agent' }).waitFor()
      await checkFits(page)
      await scene.checkAccessible()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'a launch that failed is said on its plan with why, and that its approval still holds, until it expires',
    withScene({ wallets: listed(), failuresExpected: true }, async (scene) => {
      const { app, page } = scene
      const key = await app.claim()
      const id = await scene.dryRun({ ticker: 'XCREATEFAIL' }, key)
      const launch = async () => {
        const body = app.launchBody({ imageBase64: scene.picture, ticker: 'XCREATEFAIL', dryRunId: id })
        const { status } = await app.call('POST', '/api/agent/launch', body, { key, headers: { 'x-launcher-key': app.launcher.secret } })
        expect(status).toBe(400)
      }
      await launch()
      await scene.open(`/approve/${id}`)
      const why = 'The launchpad refused the launch. CreateRefused'
      await page.getByText(`The last launch by this plan failed. ${why}`).waitFor()
      await page.locator('.warnings .failure-name', { hasText: /^CreateRefused$/ }).waitFor()

      const headers = app.signed(app.approver, (at) => approvalMessage(id, at))
      await app.call('POST', `/api/agent/launch/dry-run/${id}/approve`, undefined, { headers })
      await launch()
      await scene.pollNow()
      await page.locator('.result', { hasText: /^Launch failed$/ }).waitFor()
      await page.getByText('The launchpad refused the launch.', { exact: true }).waitFor()
      await page.getByText(/^The approval still holds: the agent can try again until /).waitFor()
      expect((await steps(scene)).map((text) => text.replace(SINCE, ''))).toEqual([
        'Planned, done',
        'Approved, done',
        'Launch failedCreateRefused',
        'Waiting for a retry',
        'Landed, to come',
        'Locked, to come',
      ])
      await checkFits(page)
      await scene.checkAccessible()
      await scene.screenshot('progress-failed')

      await app.clock.advance(31 * 60_000)
      await scene.pollNow()
      await page.locator('#page').getByText(`The last try to use it failed, and none came after it. ${why}`).waitFor()
      expect(scene.complaints.filter((complaint) => !/404/.test(complaint))).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'a launch that takes longer than a request waits for it says since when, and that the service goes on by itself',
    withScene({ failuresExpected: true }, async (scene) => {
      const { app, page } = scene
      const [nowMs, { wallet }] = [app.clock.nowMs(), newPerson()]
      const row = launchRow('op_late', { mint: wallet as string as Mint, state: 'live', createdAtMs: unixMs(nowMs - 80_000) })
      await app.deps.storage.operations.insert(row, unixMs(nowMs + 600_000))
      await scene.open(`/coin/${row.mint}`)
      await page.getByText('waiting 1 min').waitFor()
      const note = page.locator('.steps-late')
      expect(await note.isVisible()).toBe(false)
      await app.clock.advance(20_000)
      await scene.pollNow()
      await note.filter({ hasText: 'This takes longer than usual. The service goes on by itself' }).waitFor()
      // Since when stands beside the steps.
      expect(await page.locator('.step-done .step-since').first().textContent()).toMatch(/^\d+ min ago$/)
      await page.setViewportSize({ width: 390, height: 844 })
      await checkFits(page)
      await scene.checkAccessible()
      await scene.screenshot('progress-late')
    }),
    BROWSER_TEST_MS,
  )

  test(
    'once its coin is on the chain, the page of a launch names who is to be paid and the transaction; none of it before',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const nowMs = app.clock.nowMs()
      const [launcher, kol] = [newPerson().wallet, newPerson().wallet]
      const split = [
        { wallet: kol, role: 'kol', handle: '@moonboy', bps: bps(6_000) },
        { wallet: launcher, role: 'agent', handle: 'Demo agent', bps: bps(4_000) },
      ] as const
      const plan = { ...planRow(), shareholders: split, request: { ...planRow().request, holderKol: false } }
      for (const state of ['broadcast', 'live'] as const) {
        const mint = newPerson().wallet as string as Mint
        await app.deps.storage.operations.insert(launchRow(`op_${state}`, { mint, launcher, state, plan, createdAtMs: nowMs }), nowMs)
        await scene.open(`/coin/${mint}`)
        await page.locator('#split > .muted').waitFor()
        const hasLanded = state === 'live'
        expect(await page.locator('.split-table .shareholder-row').count()).toBe(hasLanded ? 2 : 0)
        for (const own of ['@moonboy', kol, launcher])
          expect([state, own, (await page.content()).includes(own)]).toEqual([state, own, hasLanded])
        expect(await page.locator('.step-done').count()).toBe(hasLanded ? 2 : 1)
        expect(await page.locator('.step-done .step-at').count()).toBe(hasLanded ? 1 : 0)
        await checkFits(page)
        await scene.checkAccessible()
      }
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'whoever watched a launch that failed reads that it ended without a coin',
    withScene({ failuresExpected: true }, async (scene) => {
      const { app, page } = scene
      const [nowMs, { wallet }] = [app.clock.nowMs(), newPerson()]
      const row = launchRow('op_failing', { mint: wallet as string as Mint, state: 'broadcast', createdAtMs: nowMs })
      await app.deps.storage.operations.insert(row, unixMs(nowMs + 600_000))
      await scene.open(`/coin/${row.mint}`)
      await page.getByText('Landing…').waitFor()
      const failure = { code: 'launch_expired', context: {} } as const
      await app.deps.storage.operations.finish(row.id, { state: 'failed', failure, result: null }, nowMs)
      await scene.pollNow()
      await page.getByRole('heading', { name: /^The launch of .+ \(\$.+\) has ended$/ }).waitFor()
      await page.getByText('There is no coin at this address.').waitFor()
      expect(await page.locator('.steps').count()).toBe(0)
      await scene.checkAccessible()
      await scene.screenshot('progress-ended')
      // Opened anew it is no page of a coin.
      expect((await page.goto(`${scene.url}/coin/${row.mint}`))!.status()).toBe(404)
      await page.getByRole('heading', { name: 'This launch expired' }).waitFor()
      await page.getByText('No coin was made: the chain had not taken the launch when it expired on', { exact: false }).waitFor()
      await scene.screenshot('progress-none')
    }),
    BROWSER_TEST_MS,
  )
})
