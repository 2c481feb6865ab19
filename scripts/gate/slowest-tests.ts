import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HEAVY_KINDS, testFilesOf } from './heavy-kinds.ts'
import type { TestTime } from './time-tests.ts'

const USAGE = `bun run test:slowest [full | check | KIND | FILE…]
Runs these tests (check's when nothing is given) and prints the forty slowest files and the forty slowest tests.`
const MOST = 40

const asked = process.argv.slice(2)
if (asked.includes('--help')) {
  console.log(USAGE)
  process.exit()
}
const folder = mkdtempSync(join(tmpdir(), 'agent-launch-times-'))
const report = join(folder, 'report.xml')
/** What `bun test` is given: check's tests run beside each other, the heavy ones one file after the other. */
function argumentsFor([first = 'check', ...more]: readonly string[]): string[] {
  if (first === 'check') {
    const heavy = `test/{${Object.keys(HEAVY_KINDS).join(',')}}/**`
    return ['--parallel', '--no-isolate', '--path-ignore-patterns', heavy]
  }
  if (first === 'full') return ['--isolate', ...testFilesOf(Object.keys(HEAVY_KINDS))]
  return ['--isolate', ...(first in HEAVY_KINDS ? testFilesOf([first, ...more]) : [first, ...more])]
}

async function run(args: readonly string[]): Promise<number> {
  const measured = ['--preload', join(import.meta.dir, 'time-tests.ts'), '--reporter', 'junit', '--reporter-outfile', report]
  const child = Bun.spawn([process.execPath, 'test', '--timeout', '180000', ...measured, ...args], {
    env: { ...process.env, TEST_TIMES: folder },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const said = await new Response(child.stderr).text()
  console.log(said.split('\n').filter((line) => /^\(fail\)|^ *\d+ (pass|fail|skip)$|^Ran /.test(line)).join('\n')) // oxfmt-ignore
  return child.exited
}

function print(): void {
  const times = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as TestTime)
  const names = namesByFile()
  const files = times.filter(({ test }) => test === null)
  const total = files.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
  console.log(`\n${files.length} files, ${seconds(total)} s of processor time\n\n    wall s     cpu s  file`)
  for (const { file, wallMs, cpuMs } of slowest(files)) console.log(`${column(wallMs)}${column(cpuMs)}  ${file}`)
  console.log('\n    wall s     cpu s  test')
  for (const { file, test, wallMs, cpuMs } of slowest(times.filter((time) => time.test !== null))) {
    console.log(`${column(wallMs)}${column(cpuMs)}  ${file}: ${names.get(file)?.[test!] ?? `number ${test! + 1}`}`)
  }
}

const slowest = (times: readonly TestTime[]) =>
  times.toSorted((a, b) => Math.max(b.wallMs, b.cpuMs) - Math.max(a.wallMs, a.cpuMs)).slice(0, MOST)
const seconds = (ms: number): string => (ms / 1_000).toFixed(1)
const column = (ms: number): string => seconds(ms).padStart(10)

/** The names of the tests that ran, in their order, from the report. */
function namesByFile(): Map<string, string[]> {
  const names = new Map<string, string[]>()
  const cases = readFileSync(report, 'utf8').matchAll(/<testcase name="([^"]*)"[^>]*? file="([^"]*)"[^>]*?(\/>|>\s*<skipped)?/g)
  for (const [, name, file, end] of cases) {
    if (end?.includes('skipped')) continue
    names.set(file!, [...(names.get(file!) ?? []), unescaped(name!)])
  }
  return names
}

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&apos;', "'").replaceAll('&amp;', '&')

const code = await run(argumentsFor(asked))
print()
rmSync(folder, { recursive: true })
process.exit(code)
