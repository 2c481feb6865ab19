import { byId, h } from '../lib/dom.ts'
import { plural } from '../lib/format.ts'

/** Folds the areas, all of which would be as long as twenty screens, opens what is looked for, and keeps the rest as it was. */
function startErrors(): void {
  const codes = byId('codes')
  const areas = [...codes.querySelectorAll('details')]
  for (const area of areas) area.open = false
  filterCodes(codes, areas)
  codes.classList.add('is-ready')
  const openNamed = () => {
    const named = areas.find(({ id }) => `#${id}` === location.hash)
    if (!named) return
    named.open = true
    named.scrollIntoView()
  }
  addEventListener('hashchange', openNamed)
  openNamed()
}

/** Shows the codes that have every word of the filter, and the areas that have one of them, which are open then. */
function filterCodes(codes: HTMLElement, areas: readonly HTMLDetailsElement[]): void {
  const field = byId('filter') as HTMLInputElement
  const rows = [...codes.querySelectorAll('li')]
  const none = h('p', { class: 'muted' }, 'No code has these words.')
  codes.append(none)
  const wereOpen = new Set<HTMLDetailsElement>()
  let isFiltered = false
  const show = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    if (!isFiltered) {
      wereOpen.clear()
      for (const area of areas) if (area.open) wereOpen.add(area)
    }
    isFiltered = words.length > 0
    for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word))
    for (const area of areas) {
      area.hidden = area.querySelector('li:not([hidden])') === null
      area.open = isFiltered || wereOpen.has(area)
    }
    const shown = rows.filter(({ hidden }) => !hidden).length
    byId('found').textContent = isFiltered ? `${shown} of ${rows.length}` : plural(rows.length, 'code')
    none.hidden = shown > 0
  }
  field.addEventListener('input', show)
  show()
}

startErrors()
