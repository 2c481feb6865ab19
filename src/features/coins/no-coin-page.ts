import type { LaunchOperation } from '../../domain/operation.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { COINS, notFoundPage } from '../../http/pages/filled-page.ts'

/**
 * The page of an address without a coin. Where a launch of it failed or expired it says so, and when: what it was to be, of whom and why
 * it failed stays between the service and the key that launched it.
 * @see rules 10.1
 */
export function noCoinPage(deps: Pick<HttpDeps, 'policy'>, failed: LaunchOperation | null): Promise<Response> {
  const ways = [COINS, ['/docs', 'How to launch one']] as const
  if (failed?.finishedAtMs == null) {
    return notFoundPage(deps, { title: 'There is no such coin here', text: UNKNOWN, ways })
  }
  const isExpired = failed.failure?.code === 'launch_expired'
  const [day, time] = [DAY, TIME].map((form) => form.format(failed.finishedAtMs!))
  return notFoundPage(deps, {
    title: isExpired ? 'This launch expired' : 'This launch failed',
    text: `No coin was made. It ${isExpired ? 'expired' : 'failed'} on ${day} at ${time} UTC; its agent can read why with its key, and launch again from a new plan.`,
    ways,
  })
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' })
const UNKNOWN = 'The address may be mistyped, or its launch failed or expired: then no coin was made.'
