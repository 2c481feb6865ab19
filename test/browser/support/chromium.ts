import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type LaunchOptions } from 'playwright-core'

/** Where Chromium is on this machine, without its window where it is to be had: a third less work. Null where none is installed. */
export const chromiumPath: string | null =
  ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
    .map((name) => Bun.which(name))
    .find((path) => path !== null) ?? null

if (chromiumPath === null) console.log('test/browser: skipped, no Chromium is installed (Debian: apt-get install chromium-headless-shell)')

const LAUNCH: LaunchOptions = {
  ...(chromiumPath === null ? {} : { executablePath: chromiumPath }),
  headless: true,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-dev-shm-usage',
  ],
}

/** What a context looks like to the page. */
export interface Look {
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
  readonly reducedMotion?: boolean
  readonly touch?: boolean
}

/** One Chromium for the tests of a file. */
export interface TestBrowser {
  context(look?: Look): Promise<BrowserContext>
  close(): Promise<void>
}

/** Starts Chromium with an empty profile. */
export async function startBrowser(): Promise<TestBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'agent-launch-chromium-'))
  const browser = await chromium.launch({ ...LAUNCH, env: { ...(process.env as Record<string, string>), HOME: home } })
  return {
    context: ({ width = 1280, height = 900, dark = false, reducedMotion = true, touch = false } = {}) =>
      browser.newContext({
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
        hasTouch: touch,
        isMobile: touch,
        deviceScaleFactor: touch ? 2 : 1,
        locale: 'en-GB',
        timezoneId: 'UTC',
      }),
    close: async () => {
      await browser.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** A phone held upright, as narrow as they are sold. */
export const PHONE: Look = { width: 360, height: 740, touch: true }
