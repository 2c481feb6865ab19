import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { METRICS } from '../../src/domain/metrics.ts'
import { ALERTS_FILE, promtool } from './prometheus-watch.ts'

interface Panel {
  readonly id: number
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets: readonly { readonly refId: string; readonly expr: string }[]
}

const { panels } = (await Bun.file(new URL('../../deploy/grafana/dashboard.json', import.meta.url)).json()) as { panels: Panel[] }
const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
/** Names of metrics in these texts, without what a histogram adds. */
const metricsIn = (texts: readonly string[]) =>
  new Set(
    texts.flatMap((text) => text.match(/\b(?:svc|process)_\w+/g) ?? []).map((name) => String(name).replace(/_(bucket|sum|count)$/, '')),
  )

const WIDTH = 24

describe('decision "Alarms": the dashboard for Grafana', () => {
  test('asks for metrics that there are, with the labels that they have, and for every one that an alarm is about', async () => {
    const shown = metricsIn(expressions)
    expect([...shown].filter((name) => !(name in METRICS))).toEqual([])
    for (const [, labels, name] of expressions.join('\n').matchAll(/by \(([\w, ]+)\) \([^{]*?\b(svc_\w+)/g)) {
      const known: readonly string[] = METRICS[name!.replace(/_bucket$/, '') as keyof typeof METRICS].labels
      for (const label of labels!.split(', ')) expect([...known, 'le', 'exported_job']).toContain(label)
    }
    const alarmed = metricsIn([await Bun.file(ALERTS_FILE).text()])
    const DRAWN_AS_A_STATE = ['svc_storage_full', 'svc_cron_next_run_timestamp_seconds']
    expect([...alarmed].filter((name) => !shown.has(name)).toSorted()).toEqual(DRAWN_AS_A_STATE.toSorted())
  })

  test('no panel is over another or beyond the width, and each has an id and a title of its own', () => {
    const taken = new Set<string>()
    for (const { gridPos } of panels)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(x).toBeLessThan(WIDTH)
          expect(taken.has(`${x} ${y}`)).toBe(false)
          taken.add(`${x} ${y}`)
        }
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
  })

  test.skipIf(!promtool)('each expression is one that Prometheus takes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dashboard-'))
    const check = (all: readonly string[]) => {
      const rules = all.map((expr, index) => ({ record: `panel_${index}`, expr: expr.replaceAll('$job', 'agent-launch') }))
      const file = join(folder, 'rules.yml')
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }))
      return Bun.spawnSync([promtool!, 'check', 'rules', file]).exitCode
    }
    expect([check(expressions), check(['sum by (status) (rate(svc_http_requests_total[5m])'])]).toEqual([0, 1])
    rmSync(folder, { recursive: true })
  })
})
