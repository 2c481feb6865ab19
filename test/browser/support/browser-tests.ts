import { afterAll, beforeAll, describe } from 'bun:test'
import { chromiumPath, startBrowser, type TestBrowser } from './chromium.ts'
import { createScene, type PageScene, type SceneOptions } from './page-scene.ts'

/** Most milliseconds of a test here: a browser on two busy cores is slow. */
export const BROWSER_TEST_MS = 60_000

/** Runs `work` on a scene of its own, which is closed whatever happens. */
export type WithScene = (options: SceneOptions, work: (scene: PageScene) => Promise<void>) => () => Promise<void>

/** Tests in a browser that they share; all are skipped where there is none. */
export function browserTests(name: string, define: (withScene: WithScene) => void): void {
  describe.skipIf(chromiumPath === null)(name, () => {
    let browser: TestBrowser
    beforeAll(async () => {
      browser = await startBrowser()
    }, BROWSER_TEST_MS)
    afterAll(() => browser?.close())
    define((options, work) => async () => {
      const scene = await createScene(browser, options)
      try {
        await work(scene)
      } finally {
        await scene.close()
      }
    })
  })
}
