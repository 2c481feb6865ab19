import type { LaunchOperation } from '../../domain/operation.ts'
import { minuteText } from '../../domain/text/minute-text.ts'

/**
 * What the page of an address without a coin says. Where a launch of it failed or expired it says so, and when: what it was to be, of whom
 * and why it failed stays between the service and the key that launched it.
 * @see rules 10.1
 */
export function noCoinWords(failed: LaunchOperation | null): { readonly title: string; readonly text: string; readonly isEnded?: true } {
  if (failed?.finishedAtMs == null) return { title: 'There is no such coin here', text: UNKNOWN }
  const isExpired = failed.failure?.code === 'launch_expired'
  return {
    isEnded: true,
    title: isExpired ? 'This launch expired' : 'This launch failed',
    text: `No coin was made. It ${isExpired ? 'expired' : 'failed'} on ${minuteText(failed.finishedAtMs).replace(', ', ' at ')}; its agent can read why with its key, and launch again from a new plan.`,
  }
}

const UNKNOWN = 'The address may be mistyped, or its launch failed or expired: then no coin was made.'
