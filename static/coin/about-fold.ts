import { type Child, fill, h } from '../lib/dom.ts'

/** What was said of a coin, and its mint. */
export interface AboutFold {
  /** The same element each time, so that it stays as a reader left it. */
  elementWith(...content: readonly Child[]): HTMLElement
}

/** Where the style sheet puts figures in three columns. */
const PHONE = '(max-width: 40rem)'

/** Folded on a phone, where price and chart come first; in sight where there is room for all. */
export function createAboutFold(): AboutFold {
  const body = h('div', { class: 'about-body' })
  const element = h('details', { class: 'coin-about' }, h('summary', null, 'About this coin'), body)
  const phone = matchMedia(PHONE)
  const follow = () => void (element.open = !phone.matches)
  phone.addEventListener('change', follow)
  follow()
  return {
    elementWith(...content) {
      fill(body, ...content)
      return element
    },
  }
}
