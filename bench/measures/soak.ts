import { readdirSync } from 'node:fs'
import type { Figure } from '../figure.ts'
import { type Load, openLoad } from '../http-load.ts'
import type { Bench, Measure } from '../measure.ts'
import { cpuMicros, readThreadTimes, residentMiB } from '../process-cpu.ts'
import { clientOf, rawRequest } from '../requests.ts'
import type { RunningServer } from '../running-server.ts'
import type { Scene } from '../scene.ts'
import { median } from '../statistics.ts'
import { WRITES } from './writes.ts'

const MINUTES = { full: 60, quick: 3 }
/** Some 30% of what one core does; only so many keys, registrations, launches and pictures that wait for one are allowed in an hour. */
const READS = { perSecond: 6_000, connections: 16 }
const WRITES_OF: Readonly<Record<string, { readonly perSecond: number; readonly connections: number }>> = {
  'POST /api/agent/keys/claim': { perSecond: 10, connections: 1 },
  'POST /api/webhooks, by key': { perSecond: 4, connections: 1 },
  'POST dry-run, small picture': { perSecond: 10, connections: 1 },
  'POST launch, simulated chain': { perSecond: 0.8, connections: 1 },
}
/** How often the requests that are due are sent. */
const TICK_MS = 50
const MINUTE_MS = 60_000

interface Stream {
  readonly name: string
  readonly load: Load
  readonly perSecond: number
}

/** What a minute ended with. */
interface Minute {
  readonly residentMiB: number
  readonly descriptors: number
  readonly cores: number
  readonly requests: number
}

/** An hour of reads and writes of many callers at a rate that leaves room; every answer must be the one expected. */
async function run(bench: Bench): Promise<Figure[]> {
  const scene = await bench.scene(bench.contestants.subjects[0]!)
  const server = await scene.start()
  const minutes = MINUTES[bench.quick ? 'quick' : 'full']
  const streams = await openStreams(scene, server)
  const rates = streams.map(({ name, perSecond }) => `${name} ${perSecond}/s`)
  bench.say(`soak: ${minutes} minutes of ${rates.join(', ')}`)
  const seen: Minute[] = []
  let sent = 0
  const endMs = performance.now() + minutes * MINUTE_MS
  const sending = streams.map((stream) => sendUntil(endMs, stream, (requests) => void (sent += requests)))
  const watching = (async () => {
    for (let minute = 1; minute <= minutes; minute += 1) {
      const [before, startMs, sentBefore] = [readThreadTimes(server.pid), performance.now(), sent]
      await Bun.sleep(MINUTE_MS)
      const cores = cpuMicros(before, readThreadTimes(server.pid)) / 1_000 / (performance.now() - startMs)
      const now = { residentMiB: residentMiB(server.pid), descriptors: descriptorsOf(server.pid), cores, requests: sent - sentBefore }
      seen.push(now)
      bench.say(`minute ${minute}: ${now.requests} requests, ${cores.toFixed(2)} cores, ${Math.round(now.residentMiB)} MiB`)
    }
  })()
  await Promise.all([...sending, watching])
  for (const { load } of streams) load.close()
  await server.stop()
  return figures(seen)
}

/**
 * A sixth of the time is for the warm-up; the sixth after it is held against the last, each by its least memory: what lies above that
 * is still to be collected.
 */
function figures(seen: readonly Minute[]): Figure[] {
  const sixth = Math.max(1, Math.floor(seen.length / 6))
  const [early, late] = [seen.slice(sixth, 2 * sixth), seen.slice(-sixth)]
  const middle = (minutes: readonly Minute[], value: (minute: Minute) => number) => median(minutes.map(value))
  const line = (what: string, unit: string, value: number, budget?: Figure['budget']): Figure => ({
    measure: `soak of ${seen.length} minutes`,
    what,
    unit,
    better: 'lower',
    ours: [value],
    ...(budget && { budget }),
  })
  const [memoryEarly, memoryLate] = [leastMemory(early), leastMemory(late)]
  const grown = middle(late, ({ descriptors }) => descriptors) - middle(early, ({ descriptors }) => descriptors)
  return [
    line(
      'requests, all answered as expected',
      'times',
      seen.reduce((sum, { requests }) => sum + requests, 0),
    ),
    line(
      'cores at work',
      'cores',
      middle(seen, ({ cores }) => cores),
    ),
    line('memory after the warm-up', 'MiB', memoryEarly),
    line('memory at the end, over that', 'times', memoryLate / memoryEarly, { most: 1.05 }),
    line('descriptors at the end, more than then', 'files', grown, { most: 2 }),
  ]
}

const leastMemory = (minutes: readonly Minute[]): number => Math.min(...minutes.map((minute) => minute.residentMiB))

/** So few connections each that none is silent for so long that the service closes it. */
async function openStreams(scene: Scene, server: RunningServer): Promise<Stream[]> {
  const { url } = server
  const paths = ['/healthz', '/api/coins', '/api/board', '/api/proof', '/api/remits', `/api/coins/${scene.mints[0]}`]
  let n = 0
  const nextRead = () => rawRequest({ path: paths[n % paths.length]!, client: clientOf(n++) })
  const reads = await openLoad({ url, status: 200, next: nextRead, keep: true }, READS.connections)
  const streams: Stream[] = [{ name: 'reads', load: reads, perSecond: READS.perSecond }]
  for (const { name, status, requests } of WRITES) {
    const rate = WRITES_OF[name]
    if (!rate) continue
    const load = await openLoad({ url, status, next: await requests(scene, server), keep: true }, rate.connections)
    streams.push({ name, load, perSecond: rate.perSecond })
  }
  return streams
}

/** Sends what became due since the last tick, and waits for its answers; what a busy machine could not send in a second is left out. */
async function sendUntil(endMs: number, { load, perSecond }: Stream, sent: (requests: number) => void): Promise<void> {
  let due = 0
  for (let lastMs = performance.now(), nowMs = lastMs; nowMs < endMs; nowMs = performance.now()) {
    due += (perSecond * Math.min(1_000, nowMs - lastMs)) / 1_000
    lastMs = nowMs
    const requestsMax = Math.floor(due)
    due -= requestsMax
    if (requestsMax > 0) sent((await load.saturate({ ms: Number.POSITIVE_INFINITY, requestsMax })).requests)
    await Bun.sleep(TICK_MS)
  }
}

const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** Memory and descriptors over an hour of use. */
export const soak: Measure = {
  name: 'soak',
  about: 'an hour of mixed load at some 30% of what a core does: memory and descriptors; runs only when it is named',
  byName: true,
  run,
}
