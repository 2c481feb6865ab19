import { copyWords } from '../lib/address.ts'
import { fill, h } from '../lib/dom.ts'
import { watchWallets } from '../lib/signing/wallets.ts'

/** Names by which a phone would reach itself. */
const THIS_DEVICE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

const NAME = 'Sign with your phone'

/** As in the sheet of styles, which shows this beside a plan alone. */
const BESIDE = '(min-width: 60rem)'

/**
 * Takes the page to a phone, whose wallet can sign: folded where this browser has a wallet, and its code is drawn when it is seen.
 * Null where the address leads to this computer alone.
 */
export function phoneLink(): HTMLElement | null {
  if (THIS_DEVICE.test(location.hostname)) return null
  const [summary, title] = [h('summary'), h('strong')]
  const element = h('details', { class: 'phone-link' }, summary, h('div', { class: 'phone-parts' }, ...codeParts(title)))
  let chosen = false
  summary.addEventListener('click', () => void (chosen = true))
  element.addEventListener('toggle', () => element.open && chosen && element.scrollIntoView({ block: 'nearest' }))
  watchWallets((wallets) => {
    // Where it is open from the start, its name stands beside the code.
    fill(summary, wallets.length > 0 && NAME)
    fill(title, wallets.length === 0 && NAME)
    if (!chosen) element.open = wallets.length === 0 && matchMedia(BESIDE).matches
  })
  return element
}

/** The code of the page's address, loaded once it is on screen, and the address to be copied. */
function codeParts(title: HTMLElement): HTMLElement[] {
  const address = location.origin + location.pathname
  const code = h('div', { class: 'phone-code' })
  const draw = async () => fill(code, (await import('./qr-code.ts')).qrCode(address))
  const seen = new IntersectionObserver(([entry]) => {
    if (!entry!.isIntersecting) return
    seen.disconnect()
    draw().catch(() => fill(code, 'The code did not load. Copy the link, and send it to the phone.'))
  })
  seen.observe(code)
  return [
    code,
    h(
      'div',
      { class: 'phone-words' },
      title,
      h('p', { class: 'muted' }, 'Scan it with the phone that has your wallet: this page opens there.'),
      copyWords(address, 'link'),
    ),
  ]
}
