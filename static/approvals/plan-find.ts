import type { WaitingPlanView } from '../../src/features/approvals/waiting-plan-view.ts'
import { h } from '../lib/dom.ts'

/** From as many plans on one is looked for. */
const PLANS_MIN = 10

/** Finds plans of a list by what they are called, and says in which order they stand. */
export interface PlanFind {
  readonly element: HTMLElement
  /** What is to be shown of these; `sorted` = all are here, by the time that is left. */
  of(plans: readonly WaitingPlanView[], sorted: boolean): readonly WaitingPlanView[]
}

/** Builds it, without a field while a list is short; `chosen` is called with each letter. */
export function createPlanFind(chosen: () => void): PlanFind {
  const field = h('input', {
    type: 'search',
    class: 'field',
    'aria-label': 'Find a plan',
    placeholder: 'Name, ticker or key',
    autocomplete: 'off',
    oninput: chosen,
  })
  const order = h('p', { class: 'muted', role: 'status' })
  const element = h('div', { class: 'waiting-tools', hidden: true }, field, order)
  return {
    element,
    of(plans, sorted) {
      element.hidden = plans.length < 2
      field.hidden = plans.length < PLANS_MIN
      const wanted = field.hidden ? '' : field.value.trim().toLowerCase()
      const found = wanted === '' ? plans : plans.filter((plan) => namesOf(plan).includes(wanted))
      order.textContent = found.length === 0 ? 'No plan is called that.' : sorted ? 'Soonest to expire first' : 'Newest first'
      return found
    },
  }
}

const namesOf = ({ name, ticker, mint, askedBy }: WaitingPlanView): string =>
  `${name} $${ticker} ${mint ?? ''} ${askedBy.label} ${askedBy.fingerprint ?? ''}`.toLowerCase()
