import { OPERATOR_KEY_ID } from '../../domain/api-key.ts'
import { type UnixMs, unixMs } from '../../domain/brands.ts'
import { iso, isoOrNull } from '../../domain/json.ts'
import { MINUTE_MS } from '../../domain/limits.ts'
import type { MetricName } from '../../domain/metrics.ts'
import { ALARM_NAMES, type AlarmName, ALARMS, runbookOf, summaryOf } from '../../domain/operator/alarms/alarms.ts'
import { RATE_MS, type Sample, whatHolds } from '../../domain/operator/alarms/condition.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { recordEvent } from '../events/record-event.ts'
import { createMetricsReader } from '../metrics/metrics-reader.ts'
import { createSightings, type Sightings } from './sightings.ts'

/** An alarm that no replica has seen for this long has ended: two of their looks, and some more. */
const UNSEEN_MS = 75_000

/** The row of this name says when somebody last looked. */
const SILENT: AlarmName = 'AgentLaunchDown'

type WatchDeps = Pick<Deps, 'storage' | 'clock' | 'ids' | 'metrics'> & Parameters<typeof createMetricsReader>[0]

/** An alarm whose condition holds. */
interface FoundAlarm {
  readonly name: AlarmName
  readonly subject: string
  readonly summary: string
}

/**
 * A look at all alarms by the figures of this process, to be repeated twice a minute. An alarm that has held for long enough is raised,
 * and one that no replica sees any more has ended: each is told in one `operator.alert`, in the commit that keeps its state.
 */
export function createAlarmWatch(deps: WatchDeps): () => Promise<void> {
  const { storage, clock, metrics } = deps
  const updateFigures = createMetricsReader(deps)
  const counters = createCounterPast(deps)
  const sightings = createSightings()
  return async () => {
    await updateFigures()
    const figures = {
      now: (metric: MetricName) => metrics.samples(metric),
      before: counters.before,
      nowSeconds: clock.nowMs() / 1_000,
    }
    const found = ALARM_NAMES.flatMap((name): FoundAlarm[] => {
      const held = ALARMS[name].when.flatMap((condition) => whatHolds(condition, figures))
      return held.map((sample) => ({ name, subject: sample.series, summary: summaryOf(name, sample) }))
    })
    counters.keep()
    await storage.transaction(async (tx) => {
      await tx.lock('alarms')
      await keepStates(deps, tx, found, sightings)
    })
  }
}

async function keepStates(deps: WatchDeps, tx: Repos, found: readonly FoundAlarm[], sightings: Sightings): Promise<void> {
  const nowMs = deps.clock.nowMs()
  const known = await tx.alarms.list()
  const unseenMs = sightings.look(known, nowMs)
  const last = known.find(({ name }) => name === SILENT)
  await tellSilence(deps, tx, { seenAtMs: last?.seenAtMs, lookedAtMs: sightings.lookedAtMs(deps.clock.machineMs()) })
  const seen = new Set<string>()
  for (const { name, subject, summary } of found) {
    seen.add(`${name} ${subject}`)
    const before = known.find((state) => state.name === name && state.subject === subject)
    // What was neither raised nor seen lately begins anew.
    const lasts = before && (before.raisedAtMs !== null || unseenMs(before) <= UNSEEN_MS)
    const sinceMs = lasts ? before.sinceMs : nowMs
    const raised = before && before.raisedAtMs !== null ? before : null
    const rises = !raised && nowMs - sinceMs >= ALARMS[name].forMinutes * MINUTE_MS
    const raisedAtMs = raised?.raisedAtMs ?? (rises ? nowMs : null)
    const state = { name, subject, summary: raised?.summary ?? summary, sinceMs, seenAtMs: nowMs, raisedAtMs }
    await tx.alarms.put(state)
    sightings.wrote(state)
    if (rises) await tell(deps, tx, { name, subject, summary }, { raisedAtMs: nowMs, clearedAtMs: null })
  }
  for (const state of known) {
    const { name, subject, summary, raisedAtMs } = state
    if (name === SILENT || seen.has(`${name} ${subject}`) || unseenMs(state) <= UNSEEN_MS) continue
    await tx.alarms.delete({ name, subject })
    // One of another version of the service has no words here.
    if (raisedAtMs === null || !(name in ALARMS)) continue
    await tell(deps, tx, { name: name as AlarmName, subject, summary }, { raisedAtMs, clearedAtMs: nowMs })
  }
}

/**
 * Keeps that somebody looked now. Where nobody did for a while, the service was down, which is told in hindsight. A simulated clock that
 * is moved on is no such while, nor is what this process has not been silent for by its own clock: that of another may be behind.
 */
async function tellSilence(
  deps: WatchDeps,
  tx: Repos,
  { seenAtMs, lookedAtMs }: { readonly seenAtMs: UnixMs | undefined; readonly lookedAtMs: UnixMs | null },
): Promise<void> {
  const { clock } = deps
  const machineMs = clock.machineMs()
  const { summary, forMinutes } = ALARMS[SILENT]
  const silentMs = machineMs - Math.max(seenAtMs ?? machineMs, lookedAtMs ?? 0)
  await tx.alarms.put({ name: SILENT, subject: '', summary, sinceMs: machineMs, seenAtMs: machineMs, raisedAtMs: null })
  if (silentMs <= forMinutes * MINUTE_MS) return
  const raisedAtMs = unixMs(clock.nowMs() - silentMs)
  const found = { name: SILENT, subject: '', summary }
  await tell(deps, tx, found, { raisedAtMs, clearedAtMs: null })
  await tell(deps, tx, found, { raisedAtMs, clearedAtMs: clock.nowMs() })
}

/** Records the event of an alarm, which endpoints of the operator alone receive. */
const tell = (
  deps: WatchDeps,
  tx: Repos,
  { name, subject, summary }: FoundAlarm,
  { raisedAtMs, clearedAtMs }: { readonly raisedAtMs: UnixMs; readonly clearedAtMs: UnixMs | null },
): Promise<void> =>
  recordEvent(deps, tx, {
    type: 'operator.alert',
    mint: null,
    keyId: OPERATOR_KEY_ID,
    data: {
      alert: name,
      state: clearedAtMs === null ? 'raised' : 'cleared',
      severity: ALARMS[name].severity,
      summary,
      subject,
      runbook: runbookOf(name),
      raisedAt: iso(raisedAtMs),
      clearedAt: isoOrNull(clearedAtMs),
    },
  })

/** The counters that alarms take rates of. */
const RATED: readonly MetricName[] = ALARM_NAMES.flatMap((name) =>
  ALARMS[name].when.flatMap((condition) => (condition.kind === 'rate' ? [condition.metric] : [])),
)

/** What counters were at each look of the last minutes. */
function createCounterPast({ clock, metrics }: Pick<Deps, 'clock' | 'metrics'>) {
  const looks: { readonly atMs: UnixMs; readonly samples: ReadonlyMap<MetricName, readonly Sample[]> }[] = []
  return {
    /** At the begin of the last five minutes; nothing, from which a process begins to count, where it is younger. */
    before: (metric: MetricName): readonly Sample[] => {
      const oldest = looks[0]
      return (oldest && clock.nowMs() - oldest.atMs >= RATE_MS && oldest.samples.get(metric)) || []
    },
    keep: () => {
      const nowMs = clock.nowMs()
      looks.push({ atMs: nowMs, samples: new Map(RATED.map((metric) => [metric, metrics.samples(metric)])) })
      // The first that is kept is the last that is old enough at the next look.
      while (looks.length > 1 && nowMs - looks[1]!.atMs >= RATE_MS) looks.shift()
    },
  }
}
