import { type Static, Type } from '@sinclair/typebox'
import { DateTime, Enum, Nullable } from '../../json.ts'
import { ALARM_NAMES, SEVERITIES } from './alarms.ts'

/** What the event of an alarm says: told once when it is raised, and once when it ends. */
export const AlarmNews = Type.Object({
  alert: Enum(ALARM_NAMES),
  state: Enum(['raised', 'cleared']),
  severity: Enum(SEVERITIES),
  summary: Type.String(),
  subject: Type.String({ description: 'Which one: labels of /metrics; empty where there is but one.' }),
  runbook: Type.String({ description: 'Where the documentation says what to do.' }),
  raisedAt: DateTime(),
  clearedAt: Nullable(DateTime()),
})
AlarmNews.title = 'Alert'

export type AlarmNews = Static<typeof AlarmNews>
