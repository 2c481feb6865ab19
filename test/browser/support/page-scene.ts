import { readFileSync } from 'node:fs'
import { expect } from 'bun:test'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { createApp } from '../../../src/app.ts'
import { demoPicture } from '../../../src/commands/demo/demo-picture.ts'
import { listen, type Listener } from '../../../src/http/listen.ts'
import { toBase64 } from '../../../src/lib/bytes.ts'
import { machineTime } from '../../support/machine-time.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import type { TestAppOptions } from '../../support/test-deps.ts'
import type { Look, TestBrowser } from './chromium.ts'
import { checkFits } from './hostile-texts.ts'
import { keepScreenshot } from './screenshots.ts'
import { installWallet, type WalletManners, type WalletRecord } from './standard-wallet.ts'

/** The form that takes a browser least to read. */
const AXE = readFileSync(Bun.fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Somebody with a browser of their own. */
export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  readonly wallet: WalletRecord
}

/** The whole app on a port of loopback, and a page of a browser that looks at it. */
export interface PageScene extends Visitor {
  readonly app: TestApp
  readonly url: string
  /** Errors that a page logged or threw, and requests that left this service. */
  readonly complaints: string[]
  /** Compressed bytes of each file the page loaded, by path. */
  readonly sizes: Map<string, number>
  /** Makes a dry-run and returns its id. */
  dryRun(changes?: Record<string, unknown>, key?: string): Promise<string>
  /** The picture of those dry-runs, in base64. */
  readonly picture: string
  open(path: string): Promise<void>
  /** Another one who looks at the same service, on a device of their own; closed with the scene. */
  invite(visit: Visit): Promise<Visitor>
  /** Makes the page ask the service now, as it does when the device comes back from elsewhere. */
  pollNow(): Promise<void>
  /** Only where screenshots are wanted. */
  screenshot(name: string): Promise<void>
  /** Fails when axe finds anything. */
  checkAccessible(): Promise<void>
  /** Looks at the page as it is in light, then in dark, and leaves it so: nothing is wider than the window, axe finds nothing. */
  checkLightAndDark(name: string): Promise<void>
  close(): Promise<void>
}

/** What somebody looks with. */
export interface Visit {
  readonly look?: Look | undefined
  readonly wallets?: ((app: TestApp) => readonly WalletManners[]) | undefined
}

export interface SceneOptions extends TestAppOptions, Visit {
  /** Answers that fail are part of this scene: the browser's own line about each is no complaint. */
  readonly failuresExpected?: boolean
}

/** Starts a scene; each test has its own, so that none sees what another did. */
export async function createScene(browser: TestBrowser, options: SceneOptions = {}): Promise<PageScene> {
  const app = await createTestApp(options)
  const listener: Listener = listen(machineTime, createApp(app.deps), { host: '127.0.0.1', port: 0 })
  const complaints: string[] = []
  const sizes = new Map<string, number>()
  const visitors: Visitor[] = []
  const invite = async ({ look, wallets }: Visit): Promise<Visitor> => {
    const context = await browser.context(look)
    let wallet: WalletRecord = { texts: [] }
    for (const manners of wallets?.(app) ?? []) wallet = await installWallet(context, manners)
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return
      if (options.failuresExpected && message.text().startsWith('Failed to load resource')) return
      complaints.push(`${message.type()}: ${message.text()} ${message.location().url}`)
    })
    page.on('request', (request) => {
      const target = new URL(request.url())
      if (target.protocol !== 'data:' && target.origin !== new URL(listener.url).origin) complaints.push(`foreign: ${request.url()}`)
    })
    const visitor = { page, context, wallet }
    visitors.push(visitor)
    return visitor
  }
  const { page, context, wallet } = await invite(options)
  const weigh = async (request: Request): Promise<void> => {
    const length = (await request.response())?.headers()['content-length'] ?? (await request.sizes()).responseBodySize
    if (Number(length) > 0) sizes.set(new URL(request.url()).pathname, Number(length))
  }
  // What ends as its page is closed has no weight any more.
  page.on('requestfinished', (request) => void weigh(request).catch(() => {}))
  const picture = toBase64(demoPicture())

  const scene: PageScene = {
    app,
    url: listener.url,
    page,
    context,
    wallet,
    complaints,
    sizes,
    picture,
    async dryRun(changes = {}, key) {
      const body = app.launchBody({ imageBase64: picture, ...changes })
      const answer = await app.call('POST', '/api/agent/launch/dry-run', body, { key: key ?? (await app.claim()) })
      if (answer.status !== 200) throw new Error(`dry-run answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      return answer.body.dryRunId as string
    },
    invite,
    open: async (path) => void (await page.goto(`${listener.url}${path}`, { waitUntil: 'load' })),
    pollNow: () => page.evaluate(() => void dispatchEvent(new Event('online'))),
    async screenshot(name) {
      await keepScreenshot(page, name)
    },
    async checkAccessible() {
      if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
      const { violations } = await page.evaluate(() => (window as any).axe.run({ resultTypes: ['violations'] }))
      const found = violations.map((violation: any) => `${violation.id}: ${violation.nodes.map((node: any) => node.html).join(' | ')}`)
      expect(found).toEqual([])
    },
    async checkLightAndDark(name) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await checkFits(page)
        await scene.screenshot(`${name}-${colorScheme}`)
        await scene.checkAccessible()
      }
    },
    async close() {
      for (const visitor of visitors) await visitor.context.close()
      // Nobody is served any more.
      await listener.stop(0)
      await app.close()
    },
  }
  return scene
}
