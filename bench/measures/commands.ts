import { statSync } from 'node:fs'
import type { Figure } from '../figure.ts'
import type { Bench, Measure } from '../measure.ts'
import { inColumns, inTurns } from '../in-turns.ts'

const ROUNDS = { full: 15, quick: 5 }

/** Processor time of the commands that only print, and the size of the executable. */
async function run(bench: Bench): Promise<Figure[]> {
  const { subjects, bare } = bench.contestants
  const executables = subjects.map(({ executable }) => executable)
  const figures: Figure[] = []
  for (const word of ['version', '--help']) {
    bench.say(word)
    const commands = [...executables.map((executable) => [executable, word]), [bare, 'version']]
    const columns = await inTurns(commands, bench.quick ? ROUNDS.quick : ROUNDS.full, cpuMillisOf)
    figures.push({
      measure: `agent-launch ${word}`,
      what: 'CPU',
      unit: 'ms',
      better: 'lower',
      ...inColumns(columns, (cpuMs) => cpuMs),
      budget: { most: 15 },
    })
  }
  const sizes = [...executables, bare].map((file) => [statSync(file).size / 1e6])
  figures.push({
    measure: 'executable',
    what: 'size',
    unit: 'MB',
    better: 'lower',
    ...inColumns(sizes, (megabytes) => megabytes),
    budget: { most: 110 },
  })
  return figures
}

/** Of the whole process, as the operating system says it when it ends. */
function cpuMillisOf(command: readonly string[]): number {
  const { success, resourceUsage } = Bun.spawnSync([...command], { env: {}, stdout: 'ignore', stderr: 'ignore' })
  if (!success || !resourceUsage) throw new Error(`${command.join(' ')} failed`)
  return Number(resourceUsage.cpuTime.total) / 1_000
}

/** Commands that end at once. */
export const commands: Measure = { name: 'commands', about: '`version` and `--help`, and the size of the executable', run }
