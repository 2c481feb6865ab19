import { expect } from 'bun:test'
import type { Page } from 'playwright-core'

/** Texts that would run if any of them were ever taken as markup or followed as an address. */
export const HOSTILE = {
  name: '<img src=x onerror=pwned=1>',
  description: '"><script>pwned=2</script> {{SERVICE_TITLE}} ${pwned=3}',
  twitter: '"><a href=javascript:pwned=4>x</a>',
  website: 'https://good.example@evil.example/<b>',
  handles: ['<svg/onload=pwned=5>', '"onfocus=pwned=6 autofocus x="', "'-pwned=7-'"],
  agent: {
    name: '<iframe srcdoc="<script>parent.pwned=8</script>">',
    objective: '<a href="javascript:pwned=9">go</a>',
    model: '<style>*{display:none}</style>',
  },
} as const

/** Fails when a hostile text became anything but text. `ownForms` is the selector of the page's own forms. */
export async function checkOnlyText(page: Page, ownForms = ':not(*)'): Promise<void> {
  const found = await page.evaluate((forms) => {
    const own = new Set(['http:', 'https:'])
    return {
      pwned: 'pwned' in window,
      made: document.querySelectorAll(
        `main :is(script, style, iframe, object, embed, form:not(${forms}), [onerror], [onload], [onfocus], [style*="url"], img[src="x"])`,
      ).length,
      inlineScripts: document.querySelectorAll('script:not([src])').length,
      badLinks: [...document.querySelectorAll('a')]
        .filter(
          (link) =>
            !own.has(link.protocol) ||
            link.username !== '' ||
            (link.origin !== location.origin && !/noopener noreferrer nofollow/.test(link.rel)),
        )
        .map((link) => link.href),
    }
  }, ownForms)
  expect(found).toEqual({ pwned: false, made: 0, inlineScripts: 0, badLinks: [] })
}

/** Fails when the page is wider than the window: a phone would scroll sideways. */
export async function checkFits(page: Page): Promise<void> {
  const { wide, window } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, window: innerWidth }))
  expect(wide).toBeLessThanOrEqual(window)
}
