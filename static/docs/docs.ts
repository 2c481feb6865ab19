import { makeCopyable } from '../lib/copyable.ts'
import { byId, fill, h } from '../lib/dom.ts'
import { plural } from '../lib/format.ts'
import { callList, type ListedGroup } from './call-list.ts'
import { createCommandChoice } from './command-choice.ts'
import { readApiDocument } from './read-api-document.ts'
import { createSecretFields } from './secret-fields.ts'

/** Shows the calls of this service, and opens the one that the address names. */
async function startDocs(): Promise<void> {
  const api = await readApiDocument()
  document.body.removeAttribute('aria-busy')
  if (!api) {
    fill(byId('calls'), h('p', { class: 'card' }, 'The calls could not be loaded. Reload this page; the same is at /openapi.json.'))
    return
  }
  const groups = callList(api, { secretFields: createSecretFields(), written: createCommandChoice() })
  fill(byId('calls'), ...groups.map(({ element }) => element))
  showGroups(groups)
  filterCalls(groups)
  keepAddress(groups)
}

/** Buttons that lead to the groups. */
function showGroups(groups: readonly ListedGroup[]): void {
  const rows = groups.map(({ title, element, calls }) => {
    const heading = element.querySelector('h2')!
    const go = () => {
      heading.scrollIntoView()
      heading.focus({ preventScroll: true })
    }
    const count = h('span', { class: 'muted' }, calls.length)
    return h('li', null, h('button', { type: 'button', class: 'group-button', onclick: go }, title, ' ', count))
  })
  fill(byId('groups'), h('ul', { role: 'list' }, ...rows))
}

/** Shows the calls that have every word of the filter. */
function filterCalls(groups: readonly ListedGroup[]): void {
  const field = byId('filter') as HTMLInputElement
  const all = groups.flatMap(({ calls }) => calls)
  const show = () => {
    const words = field.value.toLowerCase().split(/\s+/)
    let shown = 0
    for (const { element, calls } of groups) {
      const found = calls.filter((call) => words.every((word) => call.words.includes(word)))
      for (const call of calls) call.element.parentElement!.hidden = !found.includes(call)
      element.hidden = found.length === 0
      shown += found.length
    }
    byId('found').textContent = shown === all.length ? plural(shown, 'call') : `${shown} of ${plural(all.length, 'call')}`
  }
  field.disabled = false
  field.addEventListener('input', show)
  show()
}

/** Opens what the address names, and names what is opened in the address. */
function keepAddress(groups: readonly ListedGroup[]): void {
  const all = groups.flatMap(({ calls }) => calls)
  const openNamed = () => {
    const name = location.hash.split(/[#/]/).at(-1)
    const named = all.find((call) => call.name === name)
    if (!named) return
    named.element.open = true
    named.element.scrollIntoView()
  }
  for (const { name, element } of all) {
    element.querySelector('summary')!.addEventListener('click', () => {
      if (!element.open) history.replaceState(null, '', `#${name}`)
    })
  }
  addEventListener('hashchange', openNamed)
  openNamed()
}

makeCopyable()
void startDocs()
