import type { UnixMs } from '../../domain/brands.ts'
import { type AlarmName, ALARMS, STATUS_PARTS } from '../../domain/operator/alarms/alarms.ts'
import { MINUTE_MS } from '../../domain/limits.ts'
import { dayStartMs } from '../../domain/limits/utc-day.ts'
import { minuteText } from '../../domain/text/minute-text.ts'
import type { Deps } from '../../ports/deps.ts'

/** Alarms that are not evaluated for longer than this say nothing any more. */
const KNOWN_MS = 2 * MINUTE_MS

/** The words of the page: whether each part works, or since when it does not. No figure, wallet or address is among them. */
export async function statusView({ storage, clock }: Pick<Deps, 'storage' | 'clock'>): Promise<Record<string, string>> {
  const states = await storage.alarms.list()
  const looked = states.find(({ name }) => name === 'AgentLaunchDown')
  const isKnown = looked !== undefined && clock.machineMs() - looked.seenAtMs <= KNOWN_MS
  const raised = states.flatMap(({ name, subject, raisedAtMs }) => {
    const part = partOf(name, subject)
    return raisedAtMs === null || part === null ? [] : [{ part, raisedAtMs }]
  })
  const stateOf = (part: (typeof STATUS_PARTS)[number]): PartState => {
    if (!isKnown) return { state: 'unknown', words: 'Not known', note: '' }
    if (!raised.some((one) => one.part === part)) return { state: 'works', words: 'Works', note: '' }
    const sinceMs = firstMs(raised.filter((one) => one.part === part))
    return { state: 'disturbed', words: `Degraded since ${sinceText(sinceMs, clock.nowMs())}`, note: DISTURBED[part] }
  }
  const parts = STATUS_PARTS.map((part) => ({ part, name: part.toUpperCase(), ...stateOf(part) }))
  const worst = parts.find(({ state }) => state === 'disturbed')?.state ?? parts[0]!.state
  return {
    LOOKED: isKnown ? `As of ${minuteText(clock.nowMs())}.` : looked ? `Last check ${minuteText(looked.seenAtMs)}.` : 'No check so far.',
    STATE: worst,
    SUMMARY: worst === 'disturbed' ? `Degraded since ${sinceText(firstMs(raised), clock.nowMs())}. ${meaningOf(parts)}` : SUMMARIES[worst],
    ...Object.fromEntries(
      parts.flatMap(({ name, state, words, note }) => [
        [name, words],
        [`${name}_NOTE`, note],
        [`${name}_STATE`, state],
      ]),
    ),
  }
}

/** Whether a part works, that in words, and what is noticed where it does not. */
interface PartState {
  readonly state: keyof typeof SUMMARIES | 'disturbed'
  readonly words: string
  readonly note: string
}

const SUMMARIES = {
  works: 'Everything works',
  unknown: 'Not known: no check in the last two minutes',
}

/** When the first of them was raised. */
const firstMs = (raised: readonly { readonly raisedAtMs: UnixMs }[]): UnixMs =>
  raised.map(({ raisedAtMs }) => raisedAtMs).reduce((leastMs, ms) => (ms < leastMs ? ms : leastMs))

/** What is wrong with a part, as a stranger notices it. */
const DISTURBED: Readonly<Record<(typeof STATUS_PARTS)[number], string>> = {
  nodes: 'Some have given no answers, or wrong ones.',
  launches: 'Some have failed or had to wait.',
  cranks: 'Some have been late.',
  webhooks: 'Some have not been delivered.',
}

/** What that means for whoever uses the service. */
const MEANINGS: typeof DISTURBED = {
  nodes: 'Prices and holders may be out of date.',
  launches: 'A new launch may fail or take longer.',
  cranks: 'Payouts may come later.',
  webhooks: 'Webhook messages may come late.',
}

const meaningOf = (parts: readonly { readonly part: (typeof STATUS_PARTS)[number]; readonly state: string }[]): string =>
  parts
    .filter(({ state }) => state === 'disturbed')
    .map(({ part }) => MEANINGS[part])
    .join(' ')

/** Of today, by UTC, the time alone. */
const sinceText = (ms: UnixMs, nowMs: UnixMs): string =>
  dayStartMs(ms) === dayStartMs(nowMs) ? minuteText(ms).replace(/^.*, /, '') : minuteText(ms)

/** The part that an alarm is of; one of a scheduled job only where that is the job of cranks. */
function partOf(name: string, subject: string) {
  if (!(name in ALARMS)) return null
  const { part } = ALARMS[name as AlarmName]
  return part === 'cranks' && subject !== 'job="crank"' ? null : part
}
