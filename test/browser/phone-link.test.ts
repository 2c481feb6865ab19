import { expect, test } from 'bun:test'
import decodeQR from 'qr/decode.js'
import type { PageScene } from './support/page-scene.ts'
import { BROWSER_TEST_MS, browserTests } from './support/browser-tests.ts'
import { PHONE } from './support/chromium.ts'

const PAGE_BYTES_MAX = 70_000

/** The code that the page shows, as a camera sees it. */
async function scanned({ page }: PageScene): Promise<string> {
  const side = 300
  const data = await page.locator('.qr-code').evaluate(async (code, px) => {
    const copy = code.cloneNode(true) as SVGElement
    for (const path of copy.querySelectorAll('path'))
      path.setAttribute('fill', getComputedStyle(code.querySelector(`.${path.getAttribute('class')}`)!).fill)
    for (const name of ['width', 'height']) copy.setAttribute(name, String(px))
    const image = new Image()
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
    await image.decode()
    const context = Object.assign(document.createElement('canvas'), { width: px, height: px }).getContext('2d')!
    context.drawImage(image, 0, 0)
    return [...context.getImageData(0, 0, px, px).data]
  }, side)
  return decodeQR({ width: side, height: side, data: Uint8Array.from(data) })
}

browserTests('decision "Approving takes two steps": from a desktop to the phone that has the wallet', (withScene) => {
  test(
    'a browser without a wallet is shown a code of the page’s own address, in light and dark',
    withScene({ look: { width: 1_280, height: 800 } }, async (scene) => {
      const { page, sizes } = scene
      const id = await scene.dryRun({ initialBuySol: 0.5 })
      // A name that a phone could reach, of this machine.
      const address = `${scene.url.replace('127.0.0.1', 'launch.localhost')}/approve/${id}`
      await page.goto(address)
      const link = page.locator('.phone-link')
      await link.getByRole('img', { name: `QR code of ${address}` }).waitFor()
      expect(await scanned(scene)).toBe(address)
      await link.getByRole('button', { name: 'Copy link' }).waitFor()
      expect([...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(PAGE_BYTES_MAX)
      await scene.checkLightAndDark('approve-phone-code')
      expect(await scanned(scene)).toBe(address)
      expect(scene.complaints.filter((complaint) => !complaint.startsWith(`foreign: ${new URL(address).origin}/`))).toEqual([])
    }),
    BROWSER_TEST_MS,
  )

  test(
    'where there is a wallet no code is loaded before it is asked for',
    withScene({ wallets: ({ approver }) => [{ people: [approver] }] }, async ({ page, sizes, url, dryRun }) => {
      await page.goto(`${url.replace('127.0.0.1', 'launch.localhost')}/approve/${await dryRun()}`)
      await page.getByRole('button', { name: 'Connect Test Wallet' }).waitFor()
      expect(await page.locator('.qr-code').count()).toBe(0)
      expect([...sizes.keys()].filter((name) => name.includes('qr-code'))).toEqual([])
      await page.getByText('Sign with your phone').click()
      await page.locator('.qr-code').waitFor()
    }),
    BROWSER_TEST_MS,
  )

  test(
    'an address of this computer alone has none',
    withScene({}, async (scene) => {
      await scene.open(`/approve/${await scene.dryRun()}`)
      await scene.page.locator('.decision').waitFor()
      expect(await scene.page.locator('.phone-link, .phone-code').count()).toBe(0)
    }),
    BROWSER_TEST_MS,
  )

  test(
    'a phone is not offered one',
    withScene({ look: PHONE }, async (scene) => {
      await scene.open(`/approve/${await scene.dryRun()}`)
      await scene.page.locator('.decision').waitFor()
      expect(await scene.page.getByText('Sign with your phone').isVisible()).toBe(false)
    }),
    BROWSER_TEST_MS,
  )
})
