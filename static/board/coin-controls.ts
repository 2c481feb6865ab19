import { fill, h } from '../lib/dom.ts'
import type { BoardSelection } from './coin-selection.ts'

/** The choices above the list: order, filters and search. */
export interface CoinControls {
  readonly element: HTMLElement
  /** Shows what is selected. */
  show(selection: BoardSelection): void
  /** Leaves all of them out where there is little to choose among, unless one was set. */
  showFew(few: boolean): void
  /** The launchpads to choose between; with less than two there is no choice. */
  offer(platforms: readonly { readonly id: string; readonly title: string }[]): void
}

/** What a control of the list changed; `typed` while the text may go on. */
export type ChangeSelection = (changes: { readonly [Name in keyof BoardSelection]?: string | undefined }, typed: boolean) => void

const SORTS = [
  ['', 'Newest first'],
  ['cap', 'Market cap'],
  ['change', '24 h change'],
  ['progress', 'Progress'],
  ['holders', 'Holders'],
  ['paid', 'Paid to crew'],
  ['graduated', 'Last graduated'],
] as const

/** Builds the controls, each with its name for those who do not see where it stands; `found` says in the field how many are shown. */
export function createCoinControls(change: ChangeSelection, found: HTMLElement): CoinControls {
  const sort = choice('Order', SORTS)
  const status = choice('Where they trade', [
    ['', 'Any stage'],
    ['live', 'Live'],
    ['graduated', 'Graduated'],
  ])
  const fees = choice('Their fees', [
    ['', 'Any fees'],
    ['locked', 'Fees locked'],
    ['open', 'Fees not locked'],
    ['redirected', 'Fees taken away'],
  ])
  const platform = choice('Launchpad', [['', 'Any launchpad']])
  platform.hidden = true
  const filters = { sort, status, fees, platform }
  const choices = h('div', { class: 'coin-choices' }, status, fees, platform)
  let shown: BoardSelection = {}
  let [isFew, wasSet] = [false, false]
  for (const [name, select] of Object.entries(filters))
    select.addEventListener('change', () => change({ [name]: select.value || undefined }, false))
  const search = h('input', {
    type: 'search',
    id: 'search',
    placeholder: 'Name, ticker or mint',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: '64',
    'aria-label': 'Search coins',
  })
  search.addEventListener('input', () => change({ q: search.value.trim().replace(/^\$/, '') || undefined }, true))
  const element = h(
    'div',
    { class: 'coin-controls', role: 'search' },
    h('div', { class: 'coin-filters' }, h('div', { class: 'coin-search' }, search, found), sort, choices),
  )
  return {
    element,
    show(selection) {
      shown = selection
      // What somebody has just set does not go away under the hand.
      wasSet ||= Object.keys(selection).length > 0
      element.hidden = isFew && !wasSet
      for (const [name, select] of Object.entries(filters)) select.value = selection[name as keyof typeof filters] ?? ''
      // Who types is not interrupted.
      if (document.activeElement !== search) search.value = selection.q ?? ''
    },
    showFew(few) {
      isFew = few
      element.hidden = isFew && !wasSet
    },
    offer(platforms) {
      if (platform.options.length === platforms.length + 1) return
      fill(platform, h('option', { value: '' }, 'Any launchpad'), ...platforms.map(({ id, title }) => h('option', { value: id }, title)))
      platform.value = shown.platform ?? ''
      platform.hidden = platforms.length < 2
    },
  }
}

const choice = (name: string, options: readonly (readonly [value: string, text: string])[]): HTMLSelectElement =>
  h('select', { 'aria-label': name }, ...options.map(([value, text]) => h('option', { value }, text)))
