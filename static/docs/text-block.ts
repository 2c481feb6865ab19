import { copyButton } from '../lib/address.ts'
import { h } from '../lib/dom.ts'

/** Text as it is sent, with a button to copy it. `what` is what it is: "the example of launch". */
export function textBlock(text: string, what: string): HTMLElement {
  return h(
    'div',
    { class: 'text-block' },
    h('pre', { tabindex: '0', role: 'group', 'aria-label': what }, h('code', null, ...valuesMarked(text))),
    copyButton(text, what),
  )
}

/** Texts and other values have a colour each, names none. */
const valuesMarked = (text: string) =>
  text
    .split(/("(?:[^"\\\n]|\\.)*"(?!:)|"[^"\n]*":|'[^'"\n]*'|(?<=": )[\w.-]+)/)
    .map((part, index) =>
      index % 2 === 0 || part.endsWith(':') ? part : h('span', { class: /^["']/.test(part) ? 'quoted' : 'value' }, part),
    )

/** A value as indented JSON; a text as it is. */
export const shownText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
