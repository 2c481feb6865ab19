import { copyButton } from '../lib/address.ts'
import { h } from '../lib/dom.ts'

/** Text as it is sent, with a button to copy it. `what` is what it is: "the example of launch". */
export function textBlock(text: string, what: string): HTMLElement {
  return h(
    'div',
    { class: 'text-block' },
    h('pre', { tabindex: '0', role: 'group', 'aria-label': what }, h('code', null, ...quotesMarked(text))),
    copyButton(text, what),
  )
}

/** What stands in quotes has a colour of its own. */
const quotesMarked = (text: string) =>
  text.split(/("(?:[^"\\\n]|\\.)*")/).map((part, index) => (index % 2 === 0 ? part : h('span', { class: 'quoted' }, part)))

/** A value as indented JSON; a text as it is. */
export const shownText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
