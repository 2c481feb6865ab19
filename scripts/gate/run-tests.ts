import { $ } from 'bun'
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changedFiles } from './changed-files.ts'
import { changedKinds, chooseSample } from './choose-sample.ts'
import { HEAVY_KIND_NAMES, HEAVY_KINDS, heavyFiles, type HeavyKindName, isIn } from './heavy-kinds.ts'
import { slowest } from './slowest.ts'

const USAGE = `bun scripts/gate/run-tests.ts [check | full | sample | KIND… | FILE…] [--seed S] [--slowest]
  check      every test that is not heavy (when nothing is named)
  full       the heavy kinds: ${HEAVY_KIND_NAMES.join(', ')}
  sample     of each heavy kind some files, as the seed has it (the commit’s hash when not given), and what changed in the last hours
  --slowest  prints the slowest files and tests instead of every test's line`

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, slowest: { type: 'boolean' }, help: { type: 'boolean' } },
  allowPositionals: true,
})
if (values.help) {
  console.log(USAGE)
  process.exit()
}
const [what = 'check', ...more] = positionals
const folder = mkdtempSync(join(tmpdir(), 'agent-launch-tests-'))
const reports: string[] = []
const brief = what === 'check' && process.env.PROPERTY_INPUTS === undefined
// The compiler's last stage costs check more than it gives; with 100,000 inputs it pays, and there the tests meet it, and a disk.
const briefly = brief ? { BUN_JSC_useFTLJIT: '0', ...folderInMemory() } : {}
let failed = false
for (const args of await runsOf()) failed = !(await succeeds(args)) || failed
if (values.slowest) console.log(slowest(folder, reports.map((path) => readFileSync(path, 'utf8')))) // oxfmt-ignore
rmSync(folder, { recursive: true })
process.exit(failed ? 1 : 0)

/** Where temporary files need not wait for a disk, if the machine has such a folder with a gigabyte of room. */
function folderInMemory(): { readonly TMPDIR?: string } {
  const folder = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= 2 ** 30 ? { TMPDIR: folder } : {}
  } catch {
    return {}
  }
}

/** The runs of `bun test`, by their arguments. */
async function runsOf(): Promise<string[][]> {
  if (what === 'check') {
    const heavy = Object.values(HEAVY_KINDS).flatMap(({ tests }) => tests)
    const ignored = heavy.flatMap((place) => ['--path-ignore-patterns', place.endsWith('.ts') ? place : `${place}/**`])
    return [['--parallel', '--no-isolate', ...ignored]]
  }
  if (what === 'full') return heavyRuns(heavyFiles())
  if (what === 'sample') return heavyRuns(await sample())
  const kinds = [what, ...more].filter((word): word is HeavyKindName => word in HEAVY_KINDS)
  return heavyRuns([...heavyFiles(kinds), ...[what, ...more].filter((word) => !(word in HEAVY_KINDS))])
}

/**
 * What measures a flood has the machine to itself; the others mostly wait, so four files run at once. Those of the pages share a process,
 * where the service is loaded and the pages are bundled once.
 */
function heavyRuns(files: readonly string[]): string[][] {
  const alone = files.filter((path) => isIn(path, HEAVY_KINDS.flood.tests))
  const pages = files.filter((path) => isIn(path, HEAVY_KINDS.browser.tests))
  const beside = files.filter((path) => !alone.includes(path) && !pages.includes(path))
  const runs = [
    ['--parallel=2', '--no-isolate', ...pages],
    ['--parallel=4', ...beside],
    ['--isolate', ...alone],
  ]
  return runs.filter((run) => run.some((word) => !word.startsWith('-')))
}

async function sample(): Promise<string[]> {
  const seed = values.seed ?? (await $`git rev-parse HEAD`.quiet().text()).trim()
  const changed = await changedFiles()
  const chosen = chooseSample({ files: heavyFiles(), changed, seed })
  const whole = changedKinds(changed)
  console.log(`sample of seed ${seed}, ${whole.length > 0 ? `with all of ${whole.join(', ')}, whose subjects changed` : 'of every kind'}:`)
  console.log(chosen.map((path) => `  ${path}`).join('\n'))
  return chosen
}

async function succeeds(args: readonly string[]): Promise<boolean> {
  const report = join(folder, `${reports.length}.xml`)
  const measured = values.slowest
    ? ['--preload', join(import.meta.dir, 'time-tests.ts'), '--reporter', 'junit', '--reporter-outfile', report, '--only-failures']
    : []
  if (values.slowest) reports.push(report)
  const child = Bun.spawn([process.execPath, 'test', '--timeout', '180000', ...measured, ...args], {
    env: { ...briefly, ...process.env, TEST_TIMES: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return (await child.exited) === 0
}
