import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestTime } from './time-tests.ts'

const MOST = 40

/** Two tables, of the forty slowest files and the forty slowest tests, from what time-tests.ts and JUnit's report left in the folder. */
export function slowest(folder: string, reports: readonly string[]): string {
  const times = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as TestTime)
  const names = namesByFile(reports)
  const files = times.filter(({ test }) => test === null)
  const cpuMs = files.reduce((sum, time) => sum + time.cpuMs, 0)
  return [
    `${files.length} files, ${seconds(cpuMs)} s of processor time`,
    ...table('file', files, ({ file }) => file),
    ...table(
      'test',
      times.filter(({ test }) => test !== null),
      ({ file, test }) => `${file}: ${names.get(file)?.[test!] ?? `number ${test! + 1}`}`,
    ),
  ].join('\n')
}

const table = (title: string, times: readonly TestTime[], nameOf: (time: TestTime) => string): string[] => [
  `\n${'wall s'.padStart(10)}${'cpu s'.padStart(10)}  ${title}`,
  ...times
    .toSorted((a, b) => Math.max(b.wallMs, b.cpuMs) - Math.max(a.wallMs, a.cpuMs))
    .slice(0, MOST)
    .map((time) => `${seconds(time.wallMs).padStart(10)}${seconds(time.cpuMs).padStart(10)}  ${nameOf(time)}`),
]

const seconds = (ms: number): string => (ms / 1_000).toFixed(1)

/** The names of the tests that ran, in their order. */
function namesByFile(reports: readonly string[]): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const report of reports) {
    for (const [, name, file, end] of report.matchAll(/<testcase name="([^"]*)"[^>]*? file="([^"]*)"[^>]*?(\/>|>\s*<skipped)?/g)) {
      if (end?.includes('skipped')) continue
      names.set(file!, [...(names.get(file!) ?? []), unescaped(name!)])
    }
  }
  return names
}

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&apos;', "'").replaceAll('&amp;', '&')
