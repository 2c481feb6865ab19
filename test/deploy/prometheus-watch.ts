import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sample, parsePrometheus } from '../support/parse-prometheus.ts'
import { OPERATOR_KEY, type TestApp } from '../support/test-app.ts'

/** The rules under test. */
export const ALERTS_FILE = new URL('../../deploy/prometheus/alerts.yml', import.meta.url).pathname

/** promtool of Prometheus; null where it is not installed. */
export const promtool = process.env.PROMTOOL ?? Bun.which('promtool')

const MINUTE_MS = 60_000
const JOB = 'agent-launch'

/** A Prometheus that scrapes an app once a minute of the app's clock, and what its rules make of that. */
export interface PrometheusWatch {
  /** Scrapes for so many minutes; `each` is what goes on in every one of them. */
  minutes(count: number, each?: () => Promise<unknown>): Promise<void>
  /** For so many minutes the service answers no scrape, and does nothing. */
  silence(count: number): Promise<void>
  /** Expects that the alert fires, or does not, at the present minute. */
  expect(alert: string, firing: boolean): void
  /** What promtool finds wrong in all that was expected; null when nothing is. @throws Error without promtool */
  verdict(): Promise<string | null>
}

/** Series begin at the app's present time, which is promtool's zero; `job` of ours is `exported_job` there, as in Prometheus. */
export function watchApp(app: TestApp, look: () => Promise<void>): PrometheusWatch {
  const startMs = app.clock.nowMs()
  const series = new Map<string, string[]>()
  const expected: { readonly expr: string; readonly eval_time: string; readonly exp_samples: readonly object[] }[] = []
  let minute = 0
  const keep = (name: string, value: string) => {
    const values = series.get(name) ?? []
    while (values.length < minute) values.push('_')
    series.set(name, [...values, value])
  }
  const scrape = async () => {
    const { status, body } = await app.call('GET', '/metrics', undefined, { key: OPERATOR_KEY })
    if (status !== 200) throw new Error(`/metrics answered ${status}`)
    keep(`up{job="${JOB}"}`, '1')
    for (const { samples } of parsePrometheus(body as string).families.values())
      for (const sample of samples) keep(nameOf(sample), valueOf(sample, startMs))
  }
  return {
    async minutes(count, each) {
      for (let left = count; left > 0; left -= 1) {
        await each?.()
        await app.clock.advance(MINUTE_MS)
        await scrape()
        await look()
        minute += 1
      }
    },
    async silence(count) {
      for (let left = count; left > 0; left -= 1) {
        await app.clock.advance(MINUTE_MS)
        keep(`up{job="${JOB}"}`, '0')
        minute += 1
      }
    },
    expect(alert, firing) {
      expected.push({
        expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0`,
        eval_time: `${minute - 1}m`,
        exp_samples: firing ? [{ labels: '{}', value: 1 }] : [],
      })
    },
    verdict: () =>
      runPromtool({
        rule_files: [ALERTS_FILE],
        evaluation_interval: '1m',
        tests: [
          {
            interval: '1m',
            input_series: [...series].map(([name, values]) => ({ series: name, values: values.join(' ') })),
            promql_expr_test: expected,
          },
        ],
      }),
  }
}

/** @returns what it said when it failed */
async function runPromtool(test: object): Promise<string | null> {
  if (!promtool) throw new Error('there is no promtool here')
  const folder = mkdtempSync(join(tmpdir(), 'promtool-'))
  try {
    const file = join(folder, 'test.yml')
    writeFileSync(file, JSON.stringify(test))
    const { exitCode, stdout, stderr } = Bun.spawnSync([promtool, 'test', 'rules', file])
    return exitCode === 0 ? null : `${stdout}${stderr}`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function nameOf({ name, labels }: Sample): string {
  const all = Object.entries(labels).map(([label, value]) => `${label === 'job' ? 'exported_job' : label}=${JSON.stringify(value)}`)
  return `${name}{${[...all, `job="${JOB}"`].join(',')}}`
}

/** Times are counted from the start of the watch. */
const valueOf = ({ name, value }: Sample, startMs: number): string =>
  String(name.endsWith('_timestamp_seconds') ? value - startMs / 1_000 : value)
