import { expect, test } from 'bun:test'
import { ALARM_NAMES, type AlarmName, ALARMS, type Alarm, runbookOf } from '../../src/domain/operator/alarms/alarms.ts'
import type { Condition, Matcher } from '../../src/domain/operator/alarms/condition.ts'
import { ALERTS_FILE } from './prometheus-watch.ts'

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly for: string
  readonly labels: object
  readonly annotations: object
}

test('decision "Alarms": the rules for Prometheus are the list that the service evaluates, and each has its part in docs/operate.md', async () => {
  const { groups } = Bun.YAML.parse(await Bun.file(ALERTS_FILE).text()) as { groups: { rules: Rule[] }[] }
  const rules = groups.flatMap((group) => group.rules).map((rule) => ({ ...rule, expr: rule.expr.replaceAll(/\s+/g, ' ').trim() }))
  expect(rules).toEqual(ALARM_NAMES.map(ruleOf))
  const operate = await Bun.file(new URL('../../docs/operate.md', import.meta.url)).text()
  for (const name of ALARM_NAMES) expect(operate).toContain(`### ${name}\n`)
})

function ruleOf(name: AlarmName): Rule {
  const { severity, when, forMinutes, summary }: Alarm = ALARMS[name]
  return {
    alert: name,
    expr: when.map(promqlOf).join(' or '),
    for: `${forMinutes}m`,
    labels: { severity },
    annotations: {
      summary: summary.replaceAll(/\{(\w+)(?::(\w+))?\}/g, (_hole, of: string, form?: string) => hole(of, form)),
      runbook: runbookOf(name),
    },
  }
}

const FORMS: Record<string, string> = { duration: 'humanizeDuration', percentage: 'humanizePercentage', bytes: 'humanize1024' }

function hole(of: string, form?: string): string {
  if (of !== 'value') return `{{ $labels.${of === 'job' ? 'exported_job' : of} }}`
  return form ? `{{ $value | ${FORMS[form]} }}` : '{{ $value }}'
}

function promqlOf(condition: Condition): string {
  switch (condition.kind) {
    case 'bound':
      return `${condition.metric}${selector(condition.matching)} ${condition.is} ${condition.bound}`
    case 'overdue':
      return `time() - ${condition.metric} > ${condition.seconds}`
    case 'unknown':
      return `${condition.metric} != ${condition.metric}`
    case 'left':
      return `${condition.left} / (${condition.left} + ${condition.spent}) < ${condition.part}`
    case 'rate': {
      const sum = condition.by.length === 0 ? 'sum' : `sum by (${condition.by.join(', ')}) `
      const of = (matching?: readonly Matcher[]) => `${sum}(rate(${condition.metric}${selector(matching)}[5m]))`
      return `${of(condition.matching)} / ${of()} > ${condition.part}`
    }
    case 'silent':
      return 'up{job="agent-launch"} == 0'
  }
}

const selector = (matching: readonly Matcher[] = []): string =>
  matching.length === 0 ? '' : `{${matching.map(([label, how, text]) => `${label}${how}"${text}"`).join(',')}}`
