import type { WaitingPlanView } from '../../src/features/approvals/waiting-plan-view.ts'
import { h } from '../lib/dom.ts'

/** A list longer than this can be narrowed. */
const PLANS_MAX = 10

/** Leaves of a long list what differs from a plan that was approved. */
export interface ChangedFilter {
  readonly element: HTMLElement
  /** What is to be shown of these; `more` of them are not here yet. */
  of(plans: readonly WaitingPlanView[], more: boolean): readonly WaitingPlanView[]
}

/** Builds it, hidden while a list is short or nothing in it changed; `chosen` is called with each choice. */
export function createChangedFilter(chosen: () => void): ChangedFilter {
  const choice = (value: string, checked: boolean) => {
    const radio = h('input', { type: 'radio', name: 'plans-shown', value, checked, onchange: chosen })
    const title = h('span')
    return { radio, title, element: h('label', { class: 'range' }, radio, title) }
  }
  const [all, changed] = [choice('all', true), choice('changed', false)]
  const legend = h('legend', { class: 'spoken' }, 'Plans that are shown')
  const element = h('fieldset', { class: 'ranges', hidden: true }, legend, all.element, changed.element)
  return {
    element,
    of(plans, more) {
      const found = plans.filter(isChanged)
      element.hidden = plans.length <= PLANS_MAX || found.length === 0
      if (element.hidden) all.radio.checked = true
      const end = more ? '+' : ''
      all.title.textContent = `All (${plans.length}${end})`
      changed.title.textContent = `Changed (${found.length}${end})`
      return changed.radio.checked ? found : plans
    },
  }
}

const isChanged = ({ previous, changedSince }: WaitingPlanView): boolean => changedSince.length > 0 || (previous?.changes.length ?? 0) > 0
