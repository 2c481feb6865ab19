import { copyMainButton } from '../lib/address.ts'
import { h } from '../lib/dom.ts'
import { insideLink } from '../lib/links.ts'

/** What can be done about a plan that has expired: ask its agent for another, and see those that wait. */
export function expiredWays(dryRunId: string, approved: boolean): HTMLElement {
  const what = approved ? 'has expired before it was used' : 'has expired without an approval'
  const request = `Your plan ${dryRunId} ${what}. Make it again, and send me the link to approve it.`
  return waysOn(request)
}

/** A message that asks the agent for another plan, and the way to the plans that wait. */
export const waysOn = (message: string): HTMLElement =>
  h('div', { class: 'end-ways' }, copyMainButton(message, 'a message for the agent'), pendingPlans())

/** The way to the plans that wait. */
export const pendingPlans = (): HTMLElement => insideLink('/approvals', { class: 'button' }, 'See pending plans')
