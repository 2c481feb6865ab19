import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { ALARM_NAMES, type AlarmName } from '../../src/domain/operator/alarms/alarms.ts'
import type { EventData } from '../../src/domain/events.ts'
import { createAlarmWatch } from '../../src/features/alarms/alarm-watch.ts'
import { newPerson, OPERATOR_KEY, type TestApp } from '../support/test-app.ts'
import { createUpkeepScene } from '../support/upkeep-scene.ts'
import { FAULTS, schedules } from './faults.ts'
import { promtool, watchApp } from './prometheus-watch.ts'

setDefaultTimeout(120_000)
if (!promtool)
  console.warn('SKIPPED what Prometheus says: there is no promtool here (Debian: apt-get install prometheus, or PROMTOOL=/path/to/it)')

/** Longer than the memory of any rate. */
const QUIET_MINUTES = 12

/** What the operator's webhooks were told of an alarm, in order: the states of each subject. */
async function newsOf({ deps }: TestApp, alert: AlarmName): Promise<string[][]> {
  const { rows } = await deps.storage.events.listNewest({ limit: 200, cursor: null }, ['operator.alert'])
  const news = rows.map(({ data }) => data as EventData['operator.alert']).filter((one) => one.alert === alert)
  const subjects = [...new Set(news.map(({ subject }) => subject))]
  return subjects.map((subject) =>
    news
      .filter((one) => one.subject === subject)
      .map(({ state }) => state)
      .toSorted(),
  )
}

describe('decision "Alarms": each is raised by its fault and ends with it, for Prometheus and as event', () => {
  test.each(ALARM_NAMES)('%s', async (alert) => {
    const { options, withinMinutes, cause, each, mend } = FAULTS[alert]
    const scene = await createUpkeepScene({ ...options, env: { ...options?.env, CRANK_PAYER_KEY: newPerson().secret } })
    const { app } = scene
    await app.call('POST', '/api/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['operator.alert'] }, { key: OPERATOR_KEY })
    const watch = watchApp(app, createAlarmWatch(app.deps))
    const goesOn = each && (() => each(scene))
    await watch.minutes(QUIET_MINUTES, goesOn)
    watch.expect(alert, false)
    expect(await newsOf(app, alert)).toEqual([])
    await cause(scene, watch)
    const silent = alert === 'AgentLaunchDown'
    if (!silent) await watch.minutes(withinMinutes, goesOn)
    watch.expect(alert, true)
    // Who is down says so afterwards.
    const raised = await newsOf(app, alert)
    expect(raised).toEqual(silent ? [] : raised.map(() => ['raised']))
    expect(raised.length > 0).toBe(!silent)
    await mend(scene, watch)
    await watch.minutes(QUIET_MINUTES, goesOn)
    watch.expect(alert, false)
    const ended = await newsOf(app, alert)
    expect(ended).toEqual((silent ? [[]] : raised).map(() => ['cleared', 'raised']))
    if (promtool) expect(await watch.verdict()).toBeNull()
    await schedules.get(scene)?.stop()
    await app.close()
  })
})
