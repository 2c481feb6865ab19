import type { LaunchOperation } from '../../domain/operation.ts'
import { minuteText } from '../../domain/text/minute-text.ts'

/**
 * What the page of an address without a coin says. Where a launch of it failed or expired it says so, and when: what it was to be, of whom
 * and why it failed stays between the service and the key that launched it.
 * @see rules 10.1
 */
export function noCoinWords(failed: LaunchOperation | null): {
  readonly title: string
  readonly text: string
  readonly ended?: 'expired' | 'failed'
} {
  if (failed?.finishedAtMs == null) return { title: 'There is no such coin here', text: UNKNOWN }
  const ended = failed.failure?.code === 'launch_expired' ? 'expired' : 'failed'
  // A date and a time stay whole at the end of a line.
  const when = minuteText(failed.finishedAtMs).replaceAll(' ', '\u00a0').replace(',\u00a0', ' at ')
  return {
    ended,
    title: `This launch ${ended}`,
    text:
      ended === 'expired'
        ? `No coin was made: the chain had not taken the launch when it expired on ${when}.`
        : `No coin was made: the launch failed on ${when}. The agent that launched it can read the reason with its API key.`,
  }
}

const UNKNOWN = 'The address may be mistyped, or its launch failed or expired: then no coin was made.'
