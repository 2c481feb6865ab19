import { iso } from '../../domain/json.ts'
import { type AlarmName, ALARMS, STATUS_PARTS } from '../../domain/operator/alarms/alarms.ts'
import { MINUTE_MS } from '../../domain/limits.ts'
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
  const wordsOf = (part: (typeof STATUS_PARTS)[number]): string => {
    if (!isKnown) return 'Not known'
    const since = raised.filter((one) => one.part === part).map(({ raisedAtMs }) => raisedAtMs)
    return since.length === 0 ? 'Works' : `Disturbed since ${iso(since.reduce((leastMs, ms) => (ms < leastMs ? ms : leastMs)))}`
  }
  return { AS_OF: iso(clock.nowMs()), ...Object.fromEntries(STATUS_PARTS.map((part) => [part.toUpperCase(), wordsOf(part)])) }
}

/** The part that an alarm is of; one of a scheduled job only where that is the job of cranks. */
function partOf(name: string, subject: string) {
  if (!(name in ALARMS)) return null
  const { part } = ALARMS[name as AlarmName]
  return part === 'cranks' && subject !== 'job="crank"' ? null : part
}
