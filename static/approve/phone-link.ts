import { copyButton } from '../lib/address.ts'
import { fill, foreign, h } from '../lib/dom.ts'

/** Names by which a phone would reach itself. */
const THIS_DEVICE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Takes the page to a phone, whose wallet can sign: a QR code of its address, folded, and drawn when it is asked for. */
export function phoneLink(): HTMLElement {
  const address = location.origin + location.pathname
  const code = h('div', { class: 'phone-code' })
  const element = h(
    'details',
    { class: 'card phone-link' },
    h('summary', null, 'Sign with your phone'),
    h('p', { class: 'muted' }, 'Scan it with the phone that has your wallet: this page opens there.'),
    THIS_DEVICE.test(location.hostname) && h('p', { class: 'blocked' }, 'This address leads to this computer alone: no phone can open it.'),
    code,
    h('p', { class: 'phone-address' }, foreign(address), ' ', copyButton(address, 'the address of this page')),
  )
  const draw = async () => {
    const { qrCode } = await import('./qr-code.ts')
    fill(code, qrCode(address))
    element.scrollIntoView({ block: 'nearest' })
  }
  element.addEventListener('toggle', () => {
    if (element.open && code.childElementCount === 0)
      draw().catch(() => fill(code, 'The code did not load. The address below is the same.'))
  })
  return element
}
