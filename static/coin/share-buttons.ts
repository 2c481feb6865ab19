import { copyText } from '../lib/copy-text.ts'
import { h } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'

const SAID_MS = 3_000

/** Buttons that pass the link of this page on: "Copy link", and "Share" where the device has a sheet for that. */
export function shareButtons(): HTMLElement {
  const said = h('span', { class: 'muted', role: 'status' })
  let reset: ReturnType<typeof setTimeout> | undefined
  const say = (text: string) => {
    said.textContent = text
    clearTimeout(reset)
    reset = setTimeout(() => said.replaceChildren(), SAID_MS)
  }
  const copyLink = async () =>
    say((await copyText(pageLink())) ? 'Link copied' : 'Copying is not allowed here; copy the address of the page')
  const share = async () => {
    try {
      await navigator.share({ title: document.title, url: pageLink() })
    } catch (error) {
      // Who closes the sheet has decided; what the device refuses goes to the clipboard.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink()
    }
  }
  return h(
    'div',
    { class: 'coin-share' },
    'share' in navigator && h('button', { type: 'button', class: 'button', onclick: () => void share() }, icon('share'), 'Share'),
    h('button', { type: 'button', class: 'button', onclick: () => void copyLink() }, icon('link'), 'Copy link'),
    said,
  )
}

/** The public address of the page, by whatever address it was opened. */
const pageLink = (): string => document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
