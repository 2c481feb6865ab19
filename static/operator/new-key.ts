import type { NewKeyAnswer } from '../../src/features/keys/key-view.ts'
import { copyMainButton } from '../lib/address.ts'
import { foreign, h } from '../lib/dom.ts'
import { utcText } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { announce } from './part.ts'

/** Where new texts of keys stand until they are put away, in place of the form that mints one. */
export function createNewKeys(minting: HTMLDetailsElement): { readonly element: HTMLElement; show(answer: NewKeyAnswer): void } {
  const element = h('div', { class: 'new-keys', hidden: true })
  const arrange = () => {
    const none = element.childElementCount === 0
    element.hidden = none
    minting.hidden = !none
    minting.open = false
  }
  return {
    element,
    show(answer) {
      const copy = copyMainButton(answer.key, 'the new key')
      const putAway = h('button', { type: 'button', class: 'button' }, 'I have stored it')
      const panel = keyPanel(answer, copy, putAway)
      putAway.addEventListener('click', () => {
        panel.remove()
        arrange()
        minting.querySelector('summary')!.focus()
      })
      // One that nobody has stored yet stays below it.
      element.prepend(panel)
      arrange()
      element.closest('.card')?.scrollIntoView({ block: 'start' })
      // Not the other: Enter would throw away what is shown once.
      copy.focus({ preventScroll: true })
      announce('A new key is shown')
    },
  }
}

function keyPanel(
  { key, keyRow: { label, fingerprint, previousUntil } }: NewKeyAnswer,
  copy: HTMLElement,
  putAway: HTMLElement,
): HTMLElement {
  const until = previousUntil === null ? '' : ` The old one works until ${utcText(previousUntil)}.`
  return h(
    'div',
    { class: 'notice notice-warn new-key' },
    icon('warn'),
    h('strong', null, h('span', null, 'New key of ', foreign(label), ' ', h('span', { class: 'fingerprint' }, fingerprint))),
    h('p', null, `Store it now: you will not see it again.${until}`),
    h('p', { class: 'secret' }, h('code', null, key), copy),
    h('p', { class: 'actions' }, putAway),
  )
}
