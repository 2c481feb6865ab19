import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildContestants, type Subject } from './contestants.ts'
import type { Figure } from './figure.ts'
import type { Bench, Measure } from './measure.ts'
import { describeRun } from './machine.ts'
import { autohire } from './measures/autohire.ts'
import { biggestLists, bigLists } from './measures/big-lists.ts'
import { commands } from './measures/commands.ts'
import { decisions } from './measures/decisions.ts'
import { documents } from './measures/documents.ts'
import { mcp } from './measures/mcp.ts'
import { memory } from './measures/memory.ts'
import { pocketbase } from './measures/pocketbase.ts'
import { reads } from './measures/reads.ts'
import { replicas } from './measures/replicas.ts'
import { siege } from './measures/siege.ts'
import { soak } from './measures/soak.ts'
import { start } from './measures/start.ts'
import { webhooks } from './measures/webhooks.ts'
import { writes } from './measures/writes.ts'
import { type Options, readOptions } from './options.ts'
import { coresOfOthers, readWorkDone } from './others.ts'
import { makeScene, type Scene } from './scene.ts'
import { makeTable, recordedRatios, tableMarkdown, tableText } from './table.ts'

const MEASURES: readonly Measure[] = [
  documents,
  start,
  commands,
  memory,
  mcp,
  reads,
  pocketbase,
  writes,
  autohire,
  bigLists,
  biggestLists,
  webhooks,
  decisions,
  replicas,
  siege,
  soak,
]
const RECORD = join(import.meta.dir, '../docs/performance.md')

/** With more cores than this at work for others, figures by the clock say little. */
const OTHERS_MAX = 0.1

const HELP = `bun run bench [--quick] [--only NAME[,NAME]] [--vs COMMIT] [--write]

Measures the service as it is built from this tree, in turns with a bare Bun.serve that sends the same bytes (and for writes inserts
into SQLite first), and prints one table.

  --quick        about a minute; wider spreads, and without the slowest measures
  --only NAME    these measures alone
  --vs COMMIT    another commit beside this tree, in the same turns
  --write        writes the table to docs/performance.md; on a machine that does nothing else

Measures:
${MEASURES.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n')}`

const say = (line: string): void => void process.stderr.write(`  ${line}\n`)

async function runBench(options: Options): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'agent-launch-bench-'))
  process.on('exit', () => rmSync(root, { recursive: true, force: true }))
  const before = readWorkDone()
  const machine = await describeRun(root)
  for (const line of machine) say(line)
  const chosen = MEASURES.filter(({ name, slow, byName }) =>
    options.only.length > 0 ? options.only.includes(name) : !byName && !(slow && options.quick),
  )
  const { contestants, release } = chosen.every(({ inside }) => inside)
    ? { contestants: { subjects: [], bare: '' }, release: async () => {} }
    : await buildContestants({ folder: root, vs: options.vs, say })
  const stop = () => void release().finally(() => process.exit(130))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const bench = createBench(root, options, contestants)
  const figures: Figure[] = []
  try {
    for (const measure of chosen) figures.push(...(await measure.run(bench)))
  } finally {
    await release()
  }
  const others = coresOfOthers(before, readWorkDone())
  const busy = others > OTHERS_MAX
  const recorded = options.vs === null && !options.write && existsSync(RECORD) ? recordedRatios(await Bun.file(RECORD).text()) : undefined
  const table = makeTable(figures, { busy, ...(options.vs !== null && { other: options.vs }), ...(recorded && { recorded }) })
  console.log(`\n${tableText(table, { colours: process.stdout.isTTY === true })}`)
  const otherLoad = `others kept ${others.toFixed(2)} cores busy meanwhile`
  say(
    busy
      ? `${otherLoad.toUpperCase()}: ratios of CPU hold to some degree, figures by the clock do not, and no regression is told of them`
      : otherLoad,
  )
  if (options.write) await write([...machine, otherLoad], tableMarkdown(table))
}

function createBench(root: string, { quick }: Options, contestants: Bench['contestants']): Bench {
  const scenes = new Map<Subject, Promise<Scene>>()
  const bench: Bench = {
    quick,
    contestants,
    scene: (subject) => {
      const scene = scenes.get(subject) ?? makeScene(bench, subject)
      scenes.set(subject, scene)
      return scene
    },
    folder: () => mkdtempSync(join(root, 'data-')),
    say,
  }
  return bench
}

async function write(machine: readonly string[], table: string): Promise<void> {
  const text = `# Performance

Written by \`bun run bench --write\`; do not edit. What each line means is in docs/develop.md under "Measure".

${machine.map((line) => `- ${line}`).join('\n')}
- ${new Date().toISOString().slice(0, 10)}

${table}
`
  mkdirSync(join(RECORD, '..'), { recursive: true })
  await Bun.write(RECORD, text)
  say('written to docs/performance.md')
}

try {
  const options = readOptions(
    process.argv.slice(2),
    MEASURES.map(({ name }) => name),
  )
  if (options.help) console.log(HELP)
  else await runBench(options)
  process.exit(0)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
