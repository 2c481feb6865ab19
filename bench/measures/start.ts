import { join } from 'node:path'
import { BARE_SOURCE, type Subject } from '../contestants.ts'
import type { Figure } from '../figure.ts'
import type { Bench, Measure } from '../measure.ts'
import { inColumns, inTurns } from '../in-turns.ts'
import { cpuMillisSinceStart } from '../process-cpu.ts'
import { freePort, spawnChild } from '../running-server.ts'

const ROUNDS = { full: 11, quick: 4 }

interface Start {
  readonly clockMs: number
  readonly cpuMs: number
}

/** Spawn to first 200, by the clock and in processor time of all threads: of the executable, and from source. */
async function run(bench: Bench): Promise<Figure[]> {
  const { subjects, bare } = bench.contestants
  const bun = process.execPath
  const source = ({ root }: Subject) => [bun, join(root, 'src/main.ts'), 'serve']
  return [
    ...(await compare(bench, 'start of the executable', [...subjects.map(({ executable }) => [executable, 'serve']), [bare]], {
      clock: { most: 60 },
      cpu: { aboveBareMost: 45 },
    })),
    ...(await compare(bench, 'start from source', [...subjects.map(source), [bun, BARE_SOURCE]], {})),
  ]
}

async function compare(
  bench: Bench,
  measure: string,
  commands: readonly string[][],
  budgets: { clock?: Figure['budget']; cpu?: Figure['budget'] },
): Promise<Figure[]> {
  bench.say(measure)
  // The first start of each reads the disk.
  const turns = (await inTurns(commands, 1 + (bench.quick ? ROUNDS.quick : ROUNDS.full), (command) => startOnce(bench, command))).map(
    (starts) => starts.slice(1),
  )
  const figure = (what: string, value: (start: Start) => number, budget: Figure['budget']): Figure => ({
    measure,
    what,
    unit: 'ms',
    better: 'lower',
    ...inColumns(turns, value),
    ...(budget && { budget }),
  })
  return [
    { ...figure('to first 200, by the clock', ({ clockMs }) => clockMs, budgets.clock), byClock: true },
    figure('to first 200, CPU', ({ cpuMs }) => cpuMs, budgets.cpu),
  ]
}

async function startOnce(bench: Bench, command: readonly string[]): Promise<Start> {
  const folder = bench.folder()
  const port = freePort()
  const startMs = performance.now()
  const child = spawnChild(command, { DATA_DIR: folder, HOST: '127.0.0.1', PORT: String(port) }, folder)
  void child.stdout.pipeTo(new WritableStream())
  while (!(await answers(port))) await Bun.sleep(1)
  const clockMs = performance.now() - startMs
  const cpuMs = cpuMillisSinceStart(child.pid)
  child.kill('SIGKILL')
  await child.exited
  return { clockMs, cpuMs }
}

const answers = async (port: number): Promise<boolean> => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`, { keepalive: false })).ok
  } catch {
    return false
  }
}

/** Cold starts. */
export const start: Measure = { name: 'start', about: 'spawn to first 200 of the executable and from source, beside a bare server', run }
