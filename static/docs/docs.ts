import { copyButton, copyMainButton } from '../lib/address.ts'
import { makeCopyable } from '../lib/copyable.ts'
import { byId, fill, h } from '../lib/dom.ts'
import { plural } from '../lib/format.ts'
import { callList, type ListedGroup } from './call-list.ts'
import { createCommandChoice } from './command-choice.ts'
import { createGroupRail } from './group-rail.ts'
import { createSecretFields } from './secret-fields.ts'
import type { ApiDocument, Reference } from '../../src/http/openapi/api-document.ts'
import { inlineSharedParts } from '../../src/http/openapi/inline-shared-parts.ts'
import { ask } from '../lib/api.ts'

/** From this width on the groups stand beside the page. */
const RAIL_PX = 960

/** Shows the calls of this service, and opens the one that the address names. */
async function startDocs(): Promise<void> {
  const api = await readApiDocument()
  document.body.removeAttribute('aria-busy')
  if (!api) {
    fill(byId('calls'), h('p', null, 'The calls could not be loaded.'))
    return
  }
  const groups = callList(api, { secretFields: createSecretFields(), written: createCommandChoice() })
  const rail = createGroupRail(groups)
  fill(byId('calls'), ...groups.map(({ element }) => element))
  fill(byId('groups'), rail.element)
  // Beside the rail there is room for calls that nobody asked for yet; on a phone the folded groups are the way.
  groups[0]!.element.open = location.hash === '' && innerWidth >= RAIL_PX
  filterCalls(groups, rail.refresh)
  keepAddress(groups, rail.choose)
}

/** Shows the calls that have every word of the filter, in groups that are open; without one the groups are as they were. */
function filterCalls(groups: readonly ListedGroup[], shownAnew: () => void): void {
  const field = byId('filter') as HTMLInputElement
  const all = groups.flatMap(({ calls }) => calls)
  const wereOpen = new Set<ListedGroup>()
  let filtered = false
  const show = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    if (!filtered) {
      wereOpen.clear()
      for (const group of groups) if (group.element.open) wereOpen.add(group)
    }
    filtered = words.length > 0
    let shown = 0
    for (const group of groups) {
      const found = new Set(group.calls.filter((call) => words.every((word) => call.words.includes(word))))
      for (const call of group.calls) call.element.parentElement!.hidden = !found.has(call)
      group.element.hidden = found.size === 0
      group.element.open = filtered || wereOpen.has(group)
      shown += found.size
    }
    byId('found').textContent = filtered ? `${shown} of ${all.length}` : plural(all.length, 'call')
    shownAnew()
  }
  field.disabled = false
  field.addEventListener('input', () => {
    show()
    const { top } = byId('calls').getBoundingClientRect()
    if (top < 0 || top > innerHeight / 2) byId('calls').scrollIntoView()
  })
  show()
}

/** Opens the call or group that the address names, and names what is opened in the address. */
function keepAddress(groups: readonly ListedGroup[], choose: (group: ListedGroup) => void): void {
  const openNamed = () => {
    const name = location.hash.split(/[#/]/).at(-1)
    for (const group of groups) {
      const call = group.calls.find((one) => one.name === name || one.element.id === name)
      if (!call && group.name !== name) continue
      group.element.open = true
      if (call) call.element.open = true
      choose(group)
      ;(call ?? group).element.scrollIntoView()
    }
  }
  for (const { name, element } of groups.flatMap((group) => [group, ...group.calls])) {
    element.querySelector('summary')!.addEventListener('click', () => {
      if (!element.open) history.replaceState(null, '', `#${name}`)
    })
  }
  addEventListener('hashchange', openNamed)
  openNamed()
}

/** Shows the commands of the step that is chosen, each to be copied; those of all are copied at once. */
function showSteps(): void {
  const all = byId('first-commands').textContent
  const steps = all.split(/(?:^|\n\n)# \d.*\n/).slice(1)
  const show = (step: string) => {
    const shown = byId('step')
    // No line ends in an option.
    fill(shown, ...step.split(/(?<=\s)(-\S+)/).map((part, index) => (index % 2 ? h('span', { class: 'option' }, part) : part)))
    fill(shown.parentElement!, shown, byId('first-commands'), copyButton(step.trim(), 'this step'))
  }
  byId('steps').addEventListener('change', ({ target }) => show(steps[Number((target as HTMLInputElement).value)]!))
  show(steps[0]!)
  const every = copyMainButton(all, 'all six steps')
  every.classList.remove('button-main')
  byId('first-copy').append(every)
}

makeCopyable()
showSteps()
void startDocs()

/** The document of all calls; null where the service does not answer. */
async function readApiDocument(): Promise<ApiDocument | null> {
  const answer = await ask<ApiDocument<Reference>>('/openapi.json')
  return answer.kind === 'ok' ? inlineSharedParts(answer.body) : null
}
