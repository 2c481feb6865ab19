import { join } from 'node:path'
import type { Figure } from '../figure.ts'
import { openLoad } from '../http-load.ts'
import type { Bench, Measure } from '../measure.ts'
import { residentMiB } from '../process-cpu.ts'
import { clientOf, rawRequest } from '../requests.ts'
import { type RunningServer, startServer } from '../running-server.ts'
import { percentile } from '../statistics.ts'
import { ATTACKS, FIRST_ADDRESS } from './siege-attacker.ts'

const SECONDS = { full: 20, quick: 5 }
/** How often somebody else asks meanwhile. */
const OTHERS_PER_SECOND = 100

/** What others wait while one of them goes on, and how much memory it costs; the attacker has a process of its own. */
async function run(bench: Bench): Promise<Figure[]> {
  const scene = await bench.scene(bench.contestants.subjects[0]!)
  const figures: Figure[] = []
  for (const name of Object.keys(ATTACKS)) {
    bench.say(`siege: ${name}`)
    const ours = await besiege(bench, name, await scene.start())
    const bare = await besiege(bench, name, await startServer([bench.contestants.bare], {}, bench.folder()))
    const wait = { measure: name, unit: 'ms', better: 'lower', byClock: true } as const
    figures.push(
      { ...wait, what: 'p99 of others before', ours: [ours.beforeMs], bare: [bare.beforeMs] },
      { ...wait, what: 'p99 of others meanwhile', ours: [ours.meanwhileMs], bare: [bare.meanwhileMs], budget: { most: 20 } },
      { measure: name, what: 'memory', unit: 'MiB', better: 'lower', ours: [ours.mib], budget: { most: 128 } },
    )
  }
  return figures
}

async function besiege({ quick, folder }: Bench, name: string, server: RunningServer) {
  let n = 0
  const next = () => rawRequest({ path: '/api/coins', client: clientOf(n++ % FIRST_ADDRESS) })
  const others = await openLoad({ url: server.url, status: 200, next }, 4)
  const p99 = async (seconds: number) =>
    percentile(await others.arrive({ ratePerSec: OTHERS_PER_SECOND, count: OTHERS_PER_SECOND * seconds }), 0.99)
  await others.saturate({ ms: 2_000, requestsMax: Number.POSITIVE_INFINITY })
  const beforeMs = await p99(5)
  const before = residentMiB(server.pid)
  const attacker = await startServer([process.execPath, join(import.meta.dir, 'siege-attacker.ts'), name, server.url], {}, folder())
  const meanwhileMs = await p99(SECONDS[quick ? 'quick' : 'full'])
  const mib = residentMiB(server.pid) - before
  await attacker.stop()
  others.close()
  await server.stop()
  return { beforeMs, meanwhileMs, mib }
}

/** What somebody who means harm costs others. */
export const siege: Measure = {
  name: 'siege',
  about: 'idle, slow and greedy clients: what others wait meanwhile, and memory; runs only when it is named',
  byName: true,
  run,
}
