import { expect, test } from 'bun:test'
import { solToLamports } from '../../src/domain/money/sol.ts'
import { claimMessage } from '../../src/features/jobs/claim-job.ts'
import { submitMessage } from '../../src/features/jobs/submit-job.ts'
import { makeKol } from '../support/make-kol.ts'
import { newPerson } from '../support/test-app.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { PHONE } from './support/chromium.ts'
import { checkOnlyText } from './support/hostile-texts.ts'
import { LAYOUT_SHIFT_MAX, layoutShift } from './support/layout-shift.ts'
import type { PageScene } from './support/page-scene.ts'
import { WITH_JOBS } from './support/with-jobs.ts'

/** A coin that orders work, and a worker of the directory. */
async function orderedWork({ app, picture }: PageScene) {
  const key = await app.claim()
  const headers = { 'x-launcher-key': app.launcher.secret }
  const { body: coin } = await app.call('POST', '/api/agent/launch', app.launchBody({ imageBase64: picture }), { key, headers })
  for (let buys = 0; buys < 5; buys += 1)
    await app.deps.simulation!.trade({ mint: coin.mint as never, wallet: newPerson().wallet, side: 'buy', lamports: solToLamports(9)! })
  const worker = newPerson()
  await app.deps.storage.kols.upsert([{ ...makeKol({ handle: 'moonboy', wallet: worker.wallet }), optedOut: false }])
  const sign = async (id: string, message: typeof claimMessage, verb: string, body?: object) => {
    const signed = app.signed(worker, (at) => message(id, at))
    const { status } = await app.call('POST', `/api/jobs/${id}/${verb}`, body, { headers: signed })
    if (status !== 200) throw new Error(`${verb} answered ${status}`)
    await app.clock.advance(60_000)
  }
  const order = async (template: string, budget: number) => {
    const body = { mint: coin.mint, template, chainId: 'sim', asset: 'SOL', budget }
    const { status, body: made } = await app.call('POST', '/api/jobs/coin', body, { key })
    if (status !== 201) throw new Error(`job answered ${status}: ${made.detail}`)
    return made.job.id as string
  }
  return {
    worker: worker.wallet,
    order,
    claim: (id: string) => sign(id, claimMessage, 'claim'),
    handIn: (id: string) => sign(id, submitMessage, 'submit', { urls: ['https://memes.example/one'], part: 1 }),
    decide: (id: string, decision: object) => app.call('POST', `/api/jobs/${id}/verify`, decision, { key }),
  }
}

browserTests('rules 3.3: the page of creative work', (withScene) => {
  for (const [name, look] of [
    ['desktop', {}],
    ['phone', PHONE],
  ] as const)
    test(
      `open work, and where a worker’s own stands and what comes next, in light and dark: ${name}`,
      withScene({ ...WITH_JOBS, look }, async (scene) => {
        const { page } = scene
        const { order, claim, handIn, decide, worker } = await orderedWork(scene)
        const [refused, waiting, begun] = [await order('meme-pack', 40), await order('banner-logo', 60), await order('x-upkeep', 120)]
        for (const id of [refused, waiting, begun]) await claim(id)
        for (const id of [refused, waiting, begun]) await handIn(id)
        expect((await decide(begun, { part: 1, approve: true })).status).toBe(200)
        await decide(refused, { approve: false, reason: '<img src=x onerror=pwned=1>' })
        await order('x-upkeep', 20)
        await scene.open('/jobs?worker=@moonboy')
        await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
        expect(await layoutShift(page)).toBeLessThanOrEqual(LAYOUT_SHIFT_MAX)
        await checkOnlyText(page, '#follow')
        await scene.checkLightAndDark(`jobs-${name}`)
        const own = page.getByRole('region', { name: 'Work of this wallet' })
        expect(await own.locator('#whose .address').textContent()).toBe(worker)
        expect(await own.locator('.step-now .step-name').allTextContents()).toEqual(['Part 2 of 4, under way', 'Waiting for acceptance'])
        expect(await own.locator('.step-open .step-name').allTextContents()).toEqual(['Not paid'])
        const next = await own.locator('.job-next').allTextContents()
        expect(next.map((text) => text.replace(/ (by|until) [^.;]+/, ''))).toEqual([
          'Send the links for part 2. 6 days left',
          'Waiting for the owner; then it is decided automatically. 6 days left',
          'The money went back to the coin.',
        ])
        const open = page.getByRole('region', { name: 'Open work' })
        expect(await open.locator('.job').count()).toBe(1)
        await open.getByRole('button', { name: 'How to claim' }).click()
        expect(await open.getByRole('link', { name: 'See the call' }).getAttribute('href')).toBe('/docs#claimJob')
        expect(await own.locator('.button-main').allTextContents()).toEqual(['Hand in part 2'])
        expect(await open.textContent()).toContain('3 posts a week until the budget is used.')
        expect(scene.complaints).toEqual([])
      }),
      BROWSER_TEST_MS,
    )

  test(
    'a worker is looked for by wallet; what is claimed leaves the open work by itself; nobody’s work is said to be none',
    withScene({ ...WITH_JOBS, failuresExpected: true }, async (scene) => {
      const { page } = scene
      const { order, claim, worker } = await orderedWork(scene)
      const id = await order('meme-pack', 40)
      await scene.open('/jobs')
      await page.getByRole('button', { name: 'How to claim' }).click()
      await page.getByRole('button', { name: 'Copy job id' }).waitFor()
      await page.getByLabel('Follow your work').fill(worker)
      await page.keyboard.press('Enter')
      await page.getByText('This wallet has claimed no work.').waitFor()
      await claim(id)
      await scene.pollNow()
      await page.getByText('Send the links for the work').waitFor()
      await page.getByText('No work is open').waitFor()
      await scene.open('/jobs?worker=nobody')
      await page.getByText('The directory has no nobody.').waitFor()
    }),
    BROWSER_TEST_MS,
  )

  test(
    'where jobs are switched off there is no such page',
    withScene({ failuresExpected: true }, async ({ app }) => {
      expect(await app.call('GET', '/jobs')).toMatchObject({ status: 404, body: { code: 'route_not_found' } })
    }),
    BROWSER_TEST_MS,
  )
})
