import type { JobView } from '../../src/domain/results/job-json.ts'
import { dueText } from '../lib/format.ts'
import type { ProgressStep } from '../lib/progress-steps.ts'

type Standing = Pick<JobView, 'state' | 'changedAt' | 'deadline' | 'cancelReason' | 'urls' | 'parts'>

const NAMES = ['Claimed', 'Handed in', 'Accepted', 'Paid'] as const

/** As each of them reads while it is waited for; a claim is waited for by nobody. */
const WAITING = ['', 'Waiting for the work', 'Waiting for acceptance', 'Waiting for the payout'] as const

/** How many steps are behind a worker in each state that has one. */
const BEHIND: Partial<Record<JobView['state'], number>> = { claimed: 1, submitted: 2, verified: 3, paying: 3, paid: 4 }

/** From the claim to the payout: the step that is waited for has its time, and the payout. What ended unpaid never reached the last. */
export function jobSteps({ state, changedAt, urls, parts }: Standing): readonly ProgressStep[] {
  if (parts) return partSteps(parts, changedAt)
  const behind = BEHIND[state]
  if (behind === undefined) {
    const reached = urls.length > 0 ? 2 : 1
    return [
      ...NAMES.slice(0, reached).map((name) => ({ name, state: 'done', at: null }) as const),
      { name: 'Not paid', state: 'open', at: null },
    ]
  }
  return NAMES.map((name, index) => {
    if (index < behind) return { name, state: 'done', at: state === 'paid' && index === behind - 1 ? changedAt : null }
    return index === behind ? { name: WAITING[index]!, state: 'now', at: changedAt } : { name, state: 'ahead', at: null }
  })
}

const PART_WORDS = { paid: 'done', now: 'now', later: 'ahead', refunded: 'open' } as const

/** The parts in their order: what is paid, and the one that is next. */
const partSteps = (parts: NonNullable<JobView['parts']>, changedAt: string): readonly ProgressStep[] =>
  parts.map(({ state }, index) => ({
    name: `Part ${index + 1} of ${parts.length}${state === 'paid' ? ' paid' : ''}`,
    state: PART_WORDS[state],
    at: state === 'now' ? changedAt : null,
  }))

/** How work that went no further ended; null for all other work. */
export function endOf({ state, parts }: Standing): 'Not paid' | 'Ended' | null {
  if (BEHIND[state] !== undefined || state === 'open') return null
  return parts?.some((part) => part.state === 'paid') ? 'Ended' : 'Not paid'
}

/** What comes next for the worker, in a sentence. */
export function nextOf({ state, deadline, cancelReason, parts }: Standing): string {
  const by = deadline === null ? '' : ` by ${dueText(deadline)}`
  if (state === 'claimed' && cancelReason !== null)
    return `The owner asks you to call it off. Give it back if you agree, or send the links${by}.`
  if (state === 'claimed') return `Send the links for ${dueName(parts)}${by}.`
  if (state === 'submitted')
    return deadline === null
      ? 'Waiting for the owner.'
      : `Waiting for the owner until ${dueText(deadline)}; then it is decided automatically.`
  if (state === 'verified' || state === 'paying') return 'Accepted; the payout is on its way.'
  if (state === 'paid') return 'Paid. Nothing is left to do.'
  return parts?.some((part) => part.state === 'paid')
    ? 'Ended. You keep what was paid; the rest went back to the coin.'
    : 'The money went back to the coin.'
}

/** What is to be handed in next: `part 2`, or all of it. */
export function dueName(parts: JobView['parts']): string {
  const number = (parts?.findIndex((part) => part.state === 'now') ?? -1) + 1
  return number === 0 ? 'the work' : `part ${number}`
}
