import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyDatabase } from '../../test/support/empty-database.ts'
import { createLauncher } from '../../test/support/launches.ts'
import { type OwnPostgres, startOwnPostgres } from '../../test/support/own-postgres.ts'
import type { Subject } from '../contestants.ts'
import type { Figure } from '../figure.ts'
import { inTurns } from '../in-turns.ts'
import type { Bench, Measure } from '../measure.ts'
import { type RunningServer, startServer } from '../running-server.ts'

const COUNTS = [4, 1] as const
const ROUNDS = { full: 7, quick: 2 }
const WARM_UP_MS = 3_000
const TURN_MS = { full: 8_000, quick: 3_000 }
const CALLERS = 6
/** What each replica may use of a core, so that one machine stands for several. */
const CORE_SHARE = 0.25
const PERIOD_US = 20_000

/** The first version of control groups and the second; what each is told for a share of a core. */
const GROUPS = [
  { root: '/sys/fs/cgroup/cpu', limits: { 'cpu.cfs_period_us': `${PERIOD_US}`, 'cpu.cfs_quota_us': `${CORE_SHARE * PERIOD_US}` } },
  { root: '/sys/fs/cgroup', limits: { 'cpu.max': `${CORE_SHARE * PERIOD_US} ${PERIOD_US}` } },
] as const

/** Holds a process to the share of a core; returns how to take the group away when the process is gone. @throws Error where it may not */
function limitCore(pid: number): () => void {
  const { root, limits } = existsSync(GROUPS[0].root) ? GROUPS[0] : GROUPS[1]
  const group = join(root, `agent-launch-bench-${pid}`)
  mkdirSync(group)
  for (const [file, value] of Object.entries(limits)) writeFileSync(join(group, file), value)
  writeFileSync(join(group, 'cgroup.procs'), String(pid))
  return () => rmdirSync(group)
}

/** Launches a second of so many replicas on an empty database, each with as many callers. */
async function launchesPerSec(bench: Bench, { executable, root }: Subject, postgres: OwnPostgres, count: number): Promise<number> {
  const folder = bench.folder()
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: await emptyDatabase(postgres.url),
    HOST: '127.0.0.1',
    PORT: '0',
    TRUSTED_PROXIES: '127.0.0.0/8',
    LOG_LEVEL: 'info',
  }
  const replicas: RunningServer[] = []
  for (let index = 0; index < count; index += 1) replicas.push(await startServer([executable, 'serve'], env, root))
  const releases = replicas.map(({ pid }) => limitCore(pid))
  try {
    const launch = createLauncher()
    const begunMs = performance.now() + WARM_UP_MS
    const endMs = begunMs + (bench.quick ? TURN_MS.quick : TURN_MS.full)
    let launched = 0
    const call = async (url: string) => {
      while (performance.now() < endMs) {
        const { status, code } = await launch(url)
        if (status !== 201) throw new Error(`a launch was answered ${status} ${code}`)
        const atMs = performance.now()
        if (atMs > begunMs && atMs < endMs) launched += 1
      }
    }
    await Promise.all(replicas.flatMap(({ url }) => Array.from({ length: CALLERS }, () => call(url))))
    return (launched / (endMs - begunMs)) * 1_000
  } finally {
    await Promise.all(replicas.map((replica) => replica.stop()))
    for (const release of releases) release()
  }
}

/** Four replicas, and one in the place of the bare server. */
async function run(bench: Bench): Promise<Figure[]> {
  const [subject] = bench.contestants.subjects
  const postgres = await startOwnPostgres()
  try {
    bench.say('launches of four replicas and of one')
    const [four, one] = await inTurns(COUNTS, bench.quick ? ROUNDS.quick : ROUNDS.full, (count) =>
      launchesPerSec(bench, subject!, postgres, count),
    )
    return [
      {
        measure: 'launches on PostgreSQL',
        what: `4 replicas beside 1, ${CORE_SHARE * 100}% of a core each`,
        unit: '/s',
        better: 'higher',
        byClock: true,
        ours: four!,
        bare: one!,
        budget: { ratioLeast: 2.5 },
      },
    ]
  } finally {
    await postgres.stop()
  }
}

/** What replicas add. */
export const replicas: Measure = {
  name: 'replicas',
  about: 'launches a second of four replicas beside one, on PostgreSQL, each held to a part of a core (root, Linux)',
  slow: true,
  run,
}
