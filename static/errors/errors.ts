import { byId, h } from '../lib/dom.ts'
import { plural } from '../lib/format.ts'

const field = byId('filter') as HTMLInputElement
const codes = byId('codes')
const rows = [...codes.querySelectorAll('li')]
const none = h('p', { class: 'muted', hidden: true }, 'No code has these words.')
codes.append(none)

/** Shows the codes that have every word of the filter, and the areas that have one of them. */
function filterCodes(): void {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word))
  for (const area of codes.querySelectorAll('section')) area.hidden = area.querySelector('li:not([hidden])') === null
  const shown = rows.filter(({ hidden }) => !hidden).length
  byId('found').textContent = words.length === 0 ? plural(rows.length, 'code') : `${shown} of ${rows.length}`
  none.hidden = shown > 0
  byId('areas').hidden = words.length > 0
}

field.addEventListener('input', filterCodes)
filterCodes()
