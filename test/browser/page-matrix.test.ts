import { expect, test } from 'bun:test'
import type { Mint, Wallet } from '../../src/domain/brands.ts'
import { toBase58 } from '../../src/lib/bytes.ts'
import { makeKol } from '../support/make-kol.ts'
import { OPERATOR_KEY } from '../support/test-app.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { checkFits } from './support/hostile-texts.ts'
import { LAYOUT_SHIFT_MAX, layoutShift } from './support/layout-shift.ts'
import type { PageScene } from './support/page-scene.ts'
import { seedCoins, seedRemits, splitOf } from './support/seed-board.ts'
import { seed } from './support/seed-operator.ts'

// In full every page is looked at in each size, in light and dark, over each number of coins; the everyday run takes a sample.
const FULL = process.env.PAGE_MATRIX === 'full'
const COINS = FULL ? [0, 3, 200, 10_000] : [3]
const ALL_WIDTHS = [360, 768, 1_280]
const WIDTHS = FULL ? ALL_WIDTHS : [360]
const SCHEMES = FULL ? (['light', 'dark'] as const) : (['dark'] as const)

/** Most compressed bytes of a page and its data; the coins' pictures besides are as large as whoever launched them made them. */
const PAGE_BYTES_MAX = 70_000
/** Frames of a scroll, from the middle of the board on. */
const SCROLL_STEPS = 240
/** Pixels a frame: a hard flick of a finger, and what only a dragged scroll bar does. */
const PACES = { 'a flick': 100, 'a dragged bar': 1_400 }

/** Scrolls in the page; how long each frame took in milliseconds, the shortest first. */
async function framesOfScroll({ stepPx, steps }: { readonly stepPx: number; readonly steps: number }): Promise<number[]> {
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const startPx = document.documentElement.scrollHeight / 2
  scrollTo({ top: startPx, behavior: 'instant' })
  for (let rest = 0; rest < 10; rest += 1) await frame()
  const taken: number[] = []
  let lastMs = await frame()
  for (let step = 1; step <= steps; step += 1) {
    scrollTo({ top: startPx + step * stepPx, behavior: 'instant' })
    const nowMs = await frame()
    taken.push(nowMs - lastMs)
    lastMs = nowMs
  }
  return taken.sort((a, b) => a - b)
}

const PAID = toBase58(new Uint8Array(32).fill(41)) as Wallet
const UNKNOWN = toBase58(new Uint8Array(32).fill(42)) as Mint

/** Where a page is, and what a person does there first. */
interface Place {
  readonly path: string
  readonly open?: (scene: PageScene) => Promise<void>
}

/** Addresses with nothing there, whose 404 the browser itself logs. */
const MISSING = {
  'unknown coin': { path: `/coin/${UNKNOWN}` },
  'no page': { path: '/nothing-here' },
  'no error code': { path: '/errors/no_such_code' },
  'a page that is off': { path: '/status' },
}

/**
 * Every page of the service but two: the consent page needs a client that asks (authorize.test.ts), and jobs, which are off here, have
 * their own look in each size (jobs-page.test.ts).
 */
async function placesOf(scene: PageScene, coins: number): Promise<Record<string, Place>> {
  const { app } = scene
  await app.deps.storage.kols.upsert([{ ...makeKol({ handle: 'moonboy', displayName: 'Moon Boy', wallet: PAID }), optedOut: false }])
  const split = [{ ...splitOf()[0]!, wallet: PAID }, ...splitOf().slice(1)]
  const seeded = await seedCoins(app, coins, () => ({ shareholders: split }))
  if (seeded.length > 0) await seedRemits(app, seeded, Math.min(300, 5 * coins))
  const { key } = (await app.call('POST', '/api/agent/keys', { label: 'desk', requireApproval: true }, { key: OPERATOR_KEY })).body
  const dryRun = await scene.dryRun({}, key)
  await seed(scene)
  return {
    board: { path: '/board' },
    ...(seeded[0] ? { coin: { path: `/coin/${seeded[0].mint}` } } : {}),
    wallet: { path: `/wallet/${PAID}` },
    kol: { path: '/kol/moonboy' },
    leaderboard: { path: '/leaderboard' },
    treasury: { path: '/treasury' },
    approve: { path: `/approve/${dryRun}` },
    approvals: { path: '/approvals' },
    policies: { path: '/policies' },
    operator: { path: '/operator' },
    console: { path: '/operator', open: openConsole },
    about: { path: '/about' },
    docs: { path: '/docs' },
    agents: { path: '/agents' },
    find: { path: '/find?q=nobody' },
    errors: { path: '/errors' },
    'docs-launch': { path: '/docs#launch', open: ({ page }) => page.getByRole('button', { name: 'Send' }).waitFor() },
  }
}

/** Enters the operator's key, and waits until the last part shows what it has. */
async function openConsole({ page }: PageScene): Promise<void> {
  await page.getByLabel('Operator key').fill(OPERATOR_KEY)
  await page.keyboard.press('Enter')
  await page.locator('#log .row, #log .muted:not([hidden])').first().waitFor()
}

/**
 * Opens all that is folded, and holds the page to every width: what a sample of the widths shows is the folded phone, and a group that a
 * desktop shows open is measured nowhere else.
 */
async function checkFitsOpened(page: PageScene['page'], name: string): Promise<void> {
  await page.evaluate(() => {
    for (const group of document.querySelectorAll('details')) group.open = true
  })
  for (const width of ALL_WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const wide = await page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth))
    expect({ name, width, wide: wide > width ? wide : null }).toEqual({ name, width, wide: null })
  }
}

/** When the page first showed something, in milliseconds since it was asked for; waits until it has. */
async function firstPaintMs(page: PageScene['page']): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]!.startTime)
}

/** Opens each page in each look. @throws when one logs, is inaccessible, too wide or too heavy */
async function lookAt(scene: PageScene, places: Readonly<Record<string, Place>>, coins: number): Promise<void> {
  const { page, sizes } = scene
  const paints: Record<string, number> = {}
  // The first page of a browser waits for the browser's own start.
  await scene.open('/about')
  for (const [name, { path, open }] of Object.entries(places)) {
    for (const width of WIDTHS) {
      for (const colorScheme of SCHEMES) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        // Another place of the page that is there already would not be loaded anew.
        await page.goto('about:blank')
        sizes.clear()
        await scene.open(path)
        await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
        // An address within a page moves to its place.
        const shift = path.includes('#') ? 0 : await layoutShift(page)
        expect({ name, width, moved: shift > LAYOUT_SHIFT_MAX ? shift : null }).toEqual({ name, width, moved: null })
        await open?.(scene)
        await checkFits(page)
        await scene.checkAccessible()
        if (FULL) await scene.screenshot(`matrix-${name}-${coins}-${width}-${colorScheme}`)
        const bytes = [...sizes].reduce((sum, [file, size]) => (file.endsWith('/logo') ? sum : sum + size), 0)
        expect({ name, width, heavy: bytes > PAGE_BYTES_MAX ? bytes : null }).toEqual({ name, width, heavy: null })
        const paint = await firstPaintMs(page)
        paints[name] = Math.max(paints[name] ?? 0, Math.round(paint))
        await checkFitsOpened(page, name)
      }
    }
  }
  console.log(`${coins} coins, slowest first paint of each page in ms: ${JSON.stringify(paints)}`)
  expect(scene.complaints).toEqual([])
}

browserTests('rules 10.28: every page keeps to its own files, fits the window and is accessible', (withScene) => {
  test.each(COINS)(
    'with %i coins: nothing is logged, axe finds nothing, nothing is wider than the window, nothing moves, and a page weighs at most 70 kB',
    (coins) => withScene({ policy: { rateLimits: false } }, async (scene) => lookAt(scene, await placesOf(scene, coins), coins))(),
    FULL ? 20 * BROWSER_TEST_MS : 2 * BROWSER_TEST_MS,
  )

  test(
    'the same holds where there is nothing',
    withScene({ failuresExpected: true }, (scene) => lookAt(scene, MISSING, 0)),
    2 * BROWSER_TEST_MS,
  )

  test.skipIf(!FULL)(
    'a board that shows 10,000 coins is scrolled; how long its frames took is printed',
    withScene({ policy: { rateLimits: false } }, async (scene) => {
      const { app, page } = scene
      await seedCoins(app, 10_000)
      await scene.open('/board')
      await page.getByText('50 of 10,000').waitFor()
      const more = page.getByRole('button', { name: 'Show more' })
      for (let shown = 200; shown < 10_000; shown += 200) {
        await more.click()
        await page.getByText(`${shown.toLocaleString('en-GB')} of 10,000`).waitFor()
      }
      await more.click()
      await more.waitFor({ state: 'hidden' })
      expect(await page.locator('.coin-row').count()).toBe(10_000)
      for (const [pace, stepPx] of Object.entries(PACES)) {
        const frames = await page.evaluate(framesOfScroll, { stepPx, steps: SCROLL_STEPS })
        const at = (part: number) => frames[Math.floor(part * (frames.length - 1))]!.toFixed(1)
        console.log(`${pace} over 10,000 coins, frame in ms: median ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)}`)
      }
      expect(scene.complaints).toEqual([])
    }),
    10 * BROWSER_TEST_MS,
  )
})
