import { expect, test } from 'bun:test'
import { solToLamports } from '../../src/domain/money/sol.ts'
import { claimMessage } from '../../src/features/jobs/claim-job.ts'
import { submitMessage } from '../../src/features/jobs/submit-job.ts'
import { newPerson } from '../support/test-app.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { PHONE } from './support/chromium.ts'
import { checkOnlyText } from './support/hostile-texts.ts'
import type { PageScene } from './support/page-scene.ts'
import { WITH_JOBS } from './support/with-jobs.ts'
import { seedCoins } from './support/seed-board.ts'

/** A coin whose kit has an item in each state, and jobs of each kind; returns its mint and what makes another job. */
async function coinWithJobs({ app, picture }: PageScene) {
  const key = await app.claim()
  const body = app.launchBody({ imageBase64: picture })
  const headers = { 'x-launcher-key': app.launcher.secret }
  const launched = await app.call('POST', '/api/agent/launch', body, { key, headers })
  const mint = launched.body.mint as never
  for (let buys = 0; buys < 5; buys += 1) {
    const trade = { mint, wallet: newPerson().wallet, side: 'buy', lamports: solToLamports(9)! } as const
    await app.deps.simulation!.trade(trade)
  }
  const make = async (template: string, budget: number) => {
    const order = { mint, template, chainId: 'sim', asset: 'SOL', budget }
    const { status, body: made } = await app.call('POST', '/api/jobs/coin', order, { key })
    if (status !== 201) throw new Error(`job answered ${status}: ${made.detail}`)
    await app.clock.advance(60_000)
    return made.job.id as string
  }
  const worker = newPerson()
  const handIn = async (id: string, urls: readonly string[]) => {
    const claim = app.signed(worker, (at) => claimMessage(id, at))
    await app.call('POST', `/api/jobs/${id}/claim`, undefined, { headers: claim })
    const submit = app.signed(worker, (at) => submitMessage(id, at))
    const { status } = await app.call('POST', `/api/jobs/${id}/submit`, { urls }, { headers: submit })
    if (status !== 200) throw new Error(`submit answered ${status}`)
  }
  const verify = (id: string, decision: object) => app.call('POST', `/api/jobs/${id}/verify`, decision, { key })
  return { mint: mint as string, make, handIn, verify }
}

browserTests('rules 3.3: kit and jobs of a coin', (withScene) => {
  for (const [name, look] of [
    ['desktop', {}],
    ['phone', PHONE],
  ] as const) {
    test(
      `the coin’s page shows budget, items and jobs, in light and dark: ${name}`,
      withScene({ ...WITH_JOBS, look }, async (scene) => {
        const { page } = scene
        const { mint, make, handIn, verify } = await coinWithJobs(scene)
        const paid = await make('meme-pack', 40)
        await handIn(paid, ['https://memes.example/one', `https://memes.example/${'long'.repeat(60)}`])
        await verify(paid, { approve: true, reason: 'Ten of ten.' })
        const rejected = await make('banner-logo', 60)
        await handIn(rejected, ['https://logos.example/'])
        await verify(rejected, { approve: false, reason: 'This is the logo of another coin.' })
        await make('x-upkeep', 120)
        await scene.open(`/coin/${mint}`)
        for (const part of ['Kit', 'Jobs']) await page.getByRole('heading', { name: part }).click()
        await scene.checkLightAndDark(`coin-kit-${name}`)
        const kit = page.getByRole('region', { name: 'Kit' })
        const states = await kit.locator('.kit-item-head > :last-child').allTextContents()
        expect(states.map((text) => text.replace(/^\$[\d.]+/, '$'))).toEqual(['Done', 'Covered', 'Reserved', '$ short', 'Not yet'])
        expect(await kit.textContent()).toMatch(/\$[\d.]+ more until the next item/)
        const jobs = page.getByRole('region', { name: 'Jobs' })
        expect(await jobs.locator('.badge').allTextContents()).toEqual(['open', 'refunded', 'paid'])
        expect(await jobs.textContent()).toContain('This is the logo of another coin.')
        expect(await page.getByRole('region', { name: 'Timeline' }).textContent()).toContain('Launched')
        expect(scene.complaints).toEqual([])
      }),
      BROWSER_TEST_MS,
    )
  }

  test(
    'a new job shows by itself; hostile addresses and notes stay text',
    withScene(WITH_JOBS, async (scene) => {
      const { page } = scene
      const { mint, make, handIn, verify } = await coinWithJobs(scene)
      await scene.open(`/coin/${mint}`)
      await page.getByRole('heading', { name: 'Jobs' }).click()
      await page.getByText('None yet. Whoever launched the coin can make one').waitFor()
      const id = await make('website-polish', 150)
      const urls = ['https://good.example/"><img src=x onerror=pwned=1>', 'javascript:pwned=2', 'https://a:b@evil.example/']
      await handIn(id, urls)
      await verify(id, { approve: false, reason: '<script>pwned=3</script>' })
      await scene.pollNow()
      await page.getByText('<script>pwned=3</script>').waitFor()
      await checkOnlyText(page)
      const text = (await page.locator('main').textContent())!
      for (const url of urls.slice(1)) expect(text).toContain(url)
      expect(await page.locator('.job-urls a').count()).toBe(1)
      await scene.checkAccessible()
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'where jobs are switched off the kit stands alone, and says what is missing',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const [coin] = await seedCoins(app, 1, () => ({ feeShareLocked: false }))
      await scene.open(`/coin/${coin!.mint}`)
      await page.getByRole('heading', { name: 'Kit' }).click()
      await page.getByText('The fees of this coin are not locked').waitFor()
      expect(await page.getByRole('heading', { name: 'Jobs' }).count()).toBe(0)
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )
})
