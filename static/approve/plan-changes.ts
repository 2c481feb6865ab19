import type { DryRunPublicView } from '../../src/features/dry-run/dry-run-view.ts'
import type { EarlierView } from '../../src/features/dry-run/earlier-view.ts'
import { foreign, h } from '../lib/dom.ts'
import { utcText, plural } from '../lib/format.ts'
import { changeList } from '../lib/change-list.ts'
import { icon } from '../lib/icons.ts'
import { section } from './plan-section.ts'

/** Says that there is no approved plan of the coin to hold this one against, and how it differs from the last of another coin. */
export function firstSection(view: DryRunPublicView): HTMLElement {
  const title = 'No approved plan to compare with'
  if (view.otherCoin) return otherCoinSection(view.otherCoin, view)
  return view.usedUnapproved
    ? section('changes', title, usedLine(view))
    : h('p', { class: 'muted', id: 'changes' }, 'No earlier plan of this agent was approved. Read all of it.')
}

/** The words and the picture of a new coin are new; whether its terms are tells the last one that was approved. */
function otherCoinSection(other: EarlierView, view: DryRunPublicView): HTMLElement {
  const same = other.changes.length === 0
  return section(
    'changes',
    same ? 'A new coin, on the terms approved before' : 'A new coin, on other terms than approved before',
    h(
      'p',
      { class: 'muted' },
      'Compared with ',
      thingOf(other),
      `, the last plan of the same key or launcher that was approved, made ${utcText(other.createdAt)}. `,
      same ? 'Nothing differs but name, text, picture and links.' : 'Name, text, picture and links are left out.',
    ),
    usedLine(view),
    !same && changeList(other.changes),
  )
}

/** What differs from the plan of the same coin that was approved last. */
export function changesSection(previous: EarlierView, view: DryRunPublicView): HTMLElement {
  const same = previous.changes.length === 0
  return section(
    'changes',
    same ? 'Nothing changed since the approved plan' : 'Changed since the approved plan',
    h(
      'p',
      { class: 'muted' },
      'The same key or launcher made a plan of ',
      thingOf(previous),
      ` before, ${utcText(previous.createdAt)}. ${previous.consumed ? 'It was approved and used.' : 'It was approved.'}`,
    ),
    usedLine(view),
    !same && changeList(previous.changes),
  )
}

const thingOf = ({ name }: EarlierView): HTMLElement | string => (name === '' ? 'this mint' : foreign(name))

/** What was used without an approval is no measure; that it was is worth a line. */
const usedLine = ({ usedUnapproved: used }: DryRunPublicView): HTMLElement | null =>
  used &&
  h(
    'p',
    { class: 'unused' },
    icon('warn'),
    'The plan of ',
    thingOf(used),
    ` that was used last, made ${utcText(used.createdAt)}, was approved by nobody. This one differs from it in ${plural(used.changes.length, 'field')}.`,
  )
