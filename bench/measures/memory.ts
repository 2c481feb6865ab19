import { bareAnswer, startBare } from '../bare-answers.ts'
import type { Figure } from '../figure.ts'
import type { Bench, Measure } from '../measure.ts'
import { askOnce, openLoad } from '../http-load.ts'
import { inColumns, inTurns } from '../in-turns.ts'
import { residentMiB } from '../process-cpu.ts'
import { clientOf, rawRequest } from '../requests.ts'
import type { RunningServer } from '../running-server.ts'

const ROUNDS = { full: 3, quick: 1 }
const REQUESTS = { full: 30_000, quick: 10_000 }
/** After a start, and after a load, before memory counts as idle. */
const SETTLE_MS = { full: 1_500, quick: 700 }
const CONNECTIONS = 64

interface Memory {
  readonly idleMiB: number
  readonly firstMiB: number
  readonly secondMiB: number
}

/** Memory at rest, after as many requests as `REQUESTS`, and after as many again: what grows between the last two grows for ever. */
async function run(bench: Bench): Promise<Figure[]> {
  const pace = bench.quick ? 'quick' : 'full'
  const scenes = await Promise.all(bench.contestants.subjects.map((subject) => bench.scene(subject)))
  const paths = ['/healthz', '/api/coins', '/api/board', '/api/agent', `/api/coins/${scenes[0]!.mints[0]}`]
  const page = await readPage(await scenes[0]!.start())
  const starts: (() => Promise<RunningServer>)[] = [...scenes.map((scene) => () => scene.start()), () => startBare(bench, [page])]
  bench.say('memory')
  const turns = await inTurns(starts, ROUNDS[pace], async (start, round): Promise<Memory> => {
    const server = await start()
    const rest = async () => {
      await Bun.sleep(SETTLE_MS[pace])
      return residentMiB(server.pid)
    }
    const idleMiB = await rest()
    await load(server.url, paths, REQUESTS[pace], round)
    const firstMiB = await rest()
    await load(server.url, paths, REQUESTS[pace], round)
    const secondMiB = await rest()
    await server.stop()
    return { idleMiB, firstMiB, secondMiB }
  })
  const requests = REQUESTS[pace].toLocaleString('en')
  const figure = (what: string, unit: string, value: (memory: Memory) => number, budget?: Figure['budget']): Figure => ({
    measure: 'memory',
    what,
    unit,
    better: 'lower',
    ...inColumns(turns, value),
    ...(budget && { budget }),
  })
  return [
    figure('idle', 'MiB', ({ idleMiB }) => idleMiB, { most: 55 }),
    figure(`after ${requests} requests`, 'MiB', ({ firstMiB }) => firstMiB),
    figure(`after as many again, over that`, 'times', ({ firstMiB, secondMiB }) => secondMiB / firstMiB),
  ]
}

/** What the bare server sends in place of everything: the page of coins. */
async function readPage(server: RunningServer) {
  const answer = await askOnce(server.url, rawRequest({ path: '/api/coins', client: clientOf(0) }))
  await server.stop()
  return bareAnswer(answer, false)
}

async function load(url: string, paths: readonly string[], requests: number, round: number): Promise<void> {
  let n = round * requests
  const next = () => rawRequest({ path: paths[n % paths.length]!, client: clientOf(n++) })
  const opened = await openLoad({ url, next, status: 200 }, CONNECTIONS)
  await opened.saturate({ ms: Number.POSITIVE_INFINITY, requestsMax: requests })
  opened.close()
}

/** Resident memory. */
export const memory: Measure = { name: 'memory', about: 'resident memory at rest, after a load, and its growth in a second one', run }
