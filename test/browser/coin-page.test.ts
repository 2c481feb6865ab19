import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { approvalMessage } from '../../src/features/dry-run/approve-dry-run.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import type { PageScene } from './support/page-scene.ts'
import { keepScreenshot } from './support/screenshots.ts'
import { seedCoins, seedRemits } from './support/seed-board.ts'

const WIDTHS = [360, 768, 1_280] as const
/** Most compressed bytes of a page with its styles and scripts, without what the service answers it. */
const PAGE_BYTES_MAX = 60_000
/** A coin that nobody launched. */
const NOWHERE = '/coin/8Y1QJm5ZcM3rLhR8hB1cVqk2uF3Jv5oVdW2r8cQHpump'

const bytesOf = ({ sizes }: PageScene): number =>
  [...sizes].filter(([path]) => !path.startsWith('/api/')).reduce((sum, [, bytes]) => sum + bytes, 0)

/** Looks at the page as it is now, in every width, light and dark. */
async function checkLooks(scene: PageScene, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await scene.page.setViewportSize({ width, height: 900 })
    await scene.checkLightAndDark(`${name}-${width}`)
  }
}

/** Gives the page a share sheet that answers so, and keeps the links it got in `window.shared`. */
async function installSheet(page: Page, answer: 'shared' | 'closed' | 'broken'): Promise<void> {
  await page.addInitScript((answered) => {
    const shared: string[] = ((window as any).shared = [])
    const share = async ({ url }: { url: string }) => {
      shared.push(url)
      if (answered === 'closed') throw new DOMException('closed', 'AbortError')
      if (answered === 'broken') throw new DOMException('no', 'NotAllowedError')
    }
    Object.defineProperty(Navigator.prototype, 'share', { value: share, configurable: true })
  }, answer)
}

browserTests('decision "The pages": pages that are shared', (withScene) => {
  test(
    'decision "A receipt": the page of a coin checks it in the browser, and says of each check whether it holds',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const key = await app.claim()
      const { dryRunId } = (await app.call('POST', '/api/agent/launch/dry-run', app.launchBody(), { key })).body
      const signed = app.signed(app.approver, (at) => approvalMessage(dryRunId, at))
      await app.call('POST', `/api/agent/launch/dry-run/${dryRunId}/approve`, undefined, { headers: signed })
      const headers = { 'x-launcher-key': app.launcher.secret, 'x-idempotency-key': 'receipt-page' }
      const { mint } = (await app.call('POST', '/api/agent/launch', app.launchBody({ dryRunId }), { key, headers })).body
      await scene.open(`/coin/${mint}`)
      await page.getByRole('heading', { name: 'On chain' }).click()
      await page.getByRole('button', { name: 'Verify' }).click()
      await page.getByText('This browser checked it: everything holds.').waitFor()
      await page.getByText('1 of 1 approvals are signed').waitFor()
      await checkLooks(scene, 'coin-receipt')
      await page.route('**/receipt', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: (await response.text()).replace('Frog', 'Toad') })
      })
      await page.getByRole('button', { name: 'Verify' }).click()
      await page.getByText('Something does not hold.').waitFor()
      expect(scene.complaints).toEqual([])
    }),
    2 * BROWSER_TEST_MS,
  )

  test(
    'the page of a coin fits every width, light and dark, and is small',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const [coin] = await seedCoins(app, 1, () => ({ name: 'ضفدع القمر 🐸🚀 Moon שלום', ticker: 'ضفدع' }))
      await seedRemits(app, [coin!], 3)
      await scene.open(`/coin/${coin!.mint}`)
      await page.getByRole('button', { name: 'Copy link' }).waitFor()
      await page.getByRole('heading', { name: 'Kit' }).waitFor()
      expect(bytesOf(scene)).toBeLessThanOrEqual(PAGE_BYTES_MAX)
      await checkLooks(scene, 'coin-page')
      expect(scene.complaints).toEqual([])
    }),
    2 * BROWSER_TEST_MS,
  )

  test(
    'the page about the service fits every width, light and dark, and says what the words mean',
    withScene({}, async (scene) => {
      await scene.open('/about')
      for (const name of ['What this is', 'Who is paid', 'How fees flow', 'What “locked” means'])
        await scene.page.getByRole('heading', { name }).waitFor()
      expect(await scene.page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link').count()).toBeLessThanOrEqual(5)
      expect(bytesOf(scene)).toBeLessThanOrEqual(PAGE_BYTES_MAX)
      await checkLooks(scene, 'about')
      expect(scene.complaints).toEqual([])
    }),
    2 * BROWSER_TEST_MS,
  )

  for (const [name, path, title] of [
    ['coin', NOWHERE, 'There is no such coin here'],
    ['page', '/nowhere', /./],
  ] as const)
    test(
      `an address without a ${name} is a page that leads back to the coins`,
      withScene({ failuresExpected: true }, async (scene) => {
        await scene.open(path)
        await scene.page.getByRole('heading', { level: 1, name: title }).waitFor()
        await checkLooks(scene, `not-found-${name}`)
        await scene.page.getByRole('link', { name: 'See the coins' }).click()
        await scene.page.waitForURL('**/board')
        expect(scene.complaints).toEqual([])
      }),
      2 * BROWSER_TEST_MS,
    )

  test(
    'a reader without scripts sees name, picture, fees and text',
    withScene({}, async (scene) => {
      const { app, page, url } = scene
      const coins = await seedCoins(app, 4)
      const context = await page.context().browser()!.newContext({ javaScriptEnabled: false })
      try {
        const reader = await context.newPage()
        for (const coin of coins) {
          const pictures: number[] = []
          reader.removeAllListeners('response')
          reader.on('response', (response) => void (response.url().endsWith('/logo') && pictures.push(response.status())))
          await reader.goto(`${url}/coin/${coin.mint}`, { waitUntil: 'networkidle' })
          expect(pictures).toEqual(coin.imageSha256 === null ? [] : [200])
          expect(await reader.getByRole('heading', { level: 1 }).textContent()).toBe(`${coin.name} ($${coin.ticker})`)
          const text = (await reader.locator('main').textContent())!
          for (const part of [coin.description, coin.mint, ...coin.shareholders.map(({ handle }) => handle)]) expect(text).toContain(part)
          if (coin === coins[0]) await keepScreenshot(reader, 'coin-page-without-scripts', { fullPage: false })
        }
      } finally {
        await context.close()
      }
      expect(coins.some(({ imageSha256 }) => imageSha256 === null)).toBe(true)
    }),
    BROWSER_TEST_MS,
  )

  test(
    'decision "The card of a coin": a browser shows the card that the page names',
    withScene({}, async (scene) => {
      const { app, page } = scene
      const [coin] = await seedCoins(app, 1)
      await scene.open(`/coin/${coin!.mint}`)
      const size = await page.evaluate(async () => {
        const { pathname, search } = new URL(document.querySelector<HTMLMetaElement>('meta[property="og:image"]')!.content)
        const card = new Image()
        card.src = pathname + search
        await card.decode()
        return [card.naturalWidth, card.naturalHeight]
      })
      expect(size).toEqual([1_200, 630])
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'the link is copied by keyboard, and is the public one',
    withScene({}, async (scene) => {
      const { app, page, context, url } = scene
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(url).origin })
      await page.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'share'))
      const [coin] = await seedCoins(app, 1)
      await scene.open(`/coin/${coin!.mint}`)
      const copy = page.getByRole('button', { name: 'Copy link' })
      await copy.waitFor()
      expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0)
      await copy.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('status').getByText('Link copied').waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${app.deps.policy.baseUrl}/coin/${coin!.mint}`)
      expect(scene.complaints).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  for (const [answer, says] of [
    ['shared', ''],
    ['closed', ''],
    ['broken', 'Link copied'],
  ] as const)
    test(
      `a device with a share sheet gets the link there: ${answer}`,
      withScene({}, async (scene) => {
        const { app, page, context, url } = scene
        await context.grantPermissions(['clipboard-write'], { origin: new URL(url).origin })
        await installSheet(page, answer)
        const [coin] = await seedCoins(app, 1)
        await scene.open(`/coin/${coin!.mint}`)
        await page.getByRole('button', { name: 'Share' }).click()
        const status = page.getByRole('status')
        if (says !== '') await status.getByText(says).waitFor()
        expect(await status.textContent()).toBe(says)
        expect(await page.evaluate(() => (window as any).shared)).toEqual([`${app.deps.policy.baseUrl}/coin/${coin!.mint}`])
        expect(scene.complaints).toEqual([])
      }),
      BROWSER_TEST_MS,
    )
})
