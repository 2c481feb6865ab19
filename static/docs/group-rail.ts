import { h } from '../lib/dom.ts'
import { insideLink } from '../lib/links.ts'
import type { ListedGroup } from './call-list.ts'

/** So far below the top of the window the group that one reads begins at the latest. */
const READING_LINE_PX = 120

/** The way to each group; the one that is read is marked. */
export interface GroupRail {
  readonly element: HTMLElement
  /** Marks this group for as long as it is in sight. */
  choose(group: ListedGroup): void
  /** Leads to those groups alone that are shown. */
  refresh(): void
}

/** Builds the rail of these groups. */
export function createGroupRail(groups: readonly ListedGroup[]): GroupRail {
  let chosen: ListedGroup | null = null
  const choose = (group: ListedGroup) => {
    chosen = group
    mark()
  }
  const links = groups.map((group) => {
    // Following the link itself would take the focus away from the heading.
    const go = (event: Event) => {
      event.preventDefault()
      history.pushState(null, '', `#${group.name}`)
      group.element.open = true
      group.element.scrollIntoView()
      group.element.querySelector('summary')!.focus({ preventScroll: true })
      choose(group)
    }
    const count = h('span', { class: 'muted' }, group.calls.length)
    const link = insideLink(`/docs#${group.name}`, { class: 'group-link' }, group.title, ' ', count)
    link.addEventListener('click', go)
    group.element.addEventListener('toggle', () => mark())
    group.element.querySelector('summary')!.addEventListener('click', () => (chosen = group))
    return link
  })
  const mark = () => {
    const read = groupRead(groups, chosen)
    if (read !== chosen) chosen = null
    links.forEach((link, index) => {
      const group = groups[index]!
      link.parentElement!.hidden = group.element.hidden
      if (group === read) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    })
  }
  let waiting = false
  const markSoon = () => {
    if (waiting) return
    waiting = true
    requestAnimationFrame(() => {
      waiting = false
      mark()
    })
  }
  addEventListener('scroll', markSoon, { passive: true })
  addEventListener('resize', markSoon)
  return { element: h('ul', { role: 'list' }, ...links.map((link) => h('li', null, link))), choose, refresh: mark }
}

/** The chosen group while it is in sight, else the one at the reading line. */
function groupRead(groups: readonly ListedGroup[], chosen: ListedGroup | null): ListedGroup | null {
  const place = ({ element }: ListedGroup) => element.getBoundingClientRect()
  if (chosen !== null && !chosen.element.hidden) {
    const { top, bottom } = place(chosen)
    if (bottom > READING_LINE_PX && top < innerHeight) return chosen
  }
  return groups.findLast((group) => !group.element.hidden && place(group).top <= READING_LINE_PX) ?? null
}
