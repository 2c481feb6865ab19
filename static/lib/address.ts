import { copyText } from './copy-text.ts'
import { h, spoken } from './dom.ts'
import { groupsOfFour, shortText } from './format.ts'
import { icon } from './icons.ts'

/** A button that copies `text` and says so. `what` is what the text is: "address of @one". */
export const copyButton = (text: string, what: string): HTMLButtonElement =>
  copyingButton(h('button', { type: 'button', class: 'icon-button', title: 'Copy' }), { text, what, label: spoken('') })

/** The same for what a page is there for: with its words in sight. */
export const copyMainButton = (text: string, what: string): HTMLButtonElement =>
  copyingButton(h('button', { type: 'button', class: 'button button-main' }), { text, what, label: h('span') })

/** The same for what few want: its words as a link. */
export const copyWords = (text: string, what: string): HTMLButtonElement =>
  copyingButton(h('button', { type: 'button', class: 'link-button copy-words' }), { text, what, label: h('span') })

function copyingButton(
  button: HTMLButtonElement,
  { text, what, label }: { readonly text: string; readonly what: string; readonly label: HTMLElement },
): HTMLButtonElement {
  label.textContent = `Copy ${what}`
  button.append(icon('copy'), label)
  let reset: ReturnType<typeof setTimeout> | undefined
  const copyAndSay = async () => {
    const copied = await copyText(text)
    label.textContent = copied ? `Copied ${what}` : 'Copying is not allowed here; select the text instead'
    button.replaceChildren(icon(copied ? 'check' : 'warn'), label)
    clearTimeout(reset)
    reset = setTimeout(() => {
      label.textContent = `Copy ${what}`
      button.replaceChildren(icon('copy'), label)
    }, 2_000)
  }
  button.addEventListener('click', () => void copyAndSay())
  return button
}

/** The whole text in groups of four, each character to be compared; copied or selected it has no spaces. */
export const fullAddress = (text: string): HTMLElement =>
  h('code', { class: 'address' }, ...groupsOfFour(text).map((group) => h('span', { class: 'address-group' }, group)))

/** What the address of a coin is called on its chain. */
export const coinAddressName = (mint: string): 'Contract' | 'Mint' => (mint.startsWith('0x') ? 'Contract' : 'Mint')

/** The whole address with a button to copy it. */
export const comparableAddress = (text: string, what: string): HTMLElement =>
  h('span', { class: 'address-line' }, fullAddress(text), copyButton(text, what))

/** The ends of an address, which open to all of it, and a button to copy it. */
export function foldedAddress(text: string, what: string): HTMLElement {
  if (shortText(text) === text) return comparableAddress(text, what)
  const toggle = h('button', { type: 'button', class: 'address-toggle', 'aria-expanded': 'false', title: text })
  const show = (open: boolean) => {
    toggle.setAttribute('aria-expanded', String(open))
    toggle.replaceChildren(
      open ? fullAddress(text) : h('code', { class: 'address' }, shortText(text)),
      spoken(open ? ', show less' : ', show the whole address'),
    )
  }
  show(false)
  toggle.addEventListener('click', () => show(toggle.getAttribute('aria-expanded') === 'false'))
  return h('span', { class: 'address-line' }, toggle, copyButton(text, what))
}
