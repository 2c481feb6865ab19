import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** Where they are kept to be looked at; git ignores it. */
const FOLDER = `${import.meta.dir}/../../../.screenshots`

/** Whether anybody wants to look: to draw them takes a tenth of the time of the tests. */
const WANTED = process.env.SCREENSHOTS === '1'

/** Keeps how the page looks, where it is wanted. */
export async function keepScreenshot(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  if (WANTED) await page.screenshot({ path: `${FOLDER}/${name}.png`, fullPage })
}

/** Keeps a picture that a test made, where it is wanted. */
export async function keepPicture(png: Uint8Array, name: string): Promise<void> {
  if (!WANTED) return
  mkdirSync(FOLDER, { recursive: true })
  await Bun.write(`${FOLDER}/${name}.png`, png)
}
