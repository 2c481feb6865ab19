import { type RecentRequests, runActor, type Stage } from './actor.ts'
import { createAnswerJudge } from '../support/answer-judge.ts'
import { contradictions } from '../support/check-record.ts'
import { createChance } from './chance.ts'
import { openFuzzDatabase } from './fuzz-database.ts'
import { type FuzzServer, startFuzzServer } from './fuzz-server.ts'
import { createMemoryWatch } from './memory-watch.ts'
import { type FuzzOptions, readOptions, USAGE } from './options.ts'
import { createOracle } from './oracle.ts'
import { startOutside } from './outside.ts'
import { startPaymentStandIn } from './payment-stand-in.ts'
import { type ProbeFigures, startProbe } from './probe.ts'
import { createTotals } from './totals.ts'
import { eventually } from '../support/eventually.ts'

const BASELINE_MS = 3_000
const say = (text: string) => void process.stdout.write(`${text}\n`)

async function main(options: FuzzOptions): Promise<number> {
  const database = await openFuzzDatabase(options.database)
  const standIn = startPaymentStandIn()
  const outside = startOutside()
  try {
    const server = await startFuzzServer(options, database.url, options.payments ? standIn.env : {})
    try {
      say(
        `seed ${options.seed}, ${options.requests} requests over ${options.connections} connections, ${database.name}, ${server.url.origin}`,
      )
      return await run(options, server, outside.url)
    } finally {
      if (server.alive()) await server.stop()
      server.remove()
    }
  } finally {
    outside.stop()
    standIn.stop()
    await database.remove()
  }
}

async function run(options: FuzzOptions, server: FuzzServer, outsideUrl: string): Promise<number> {
  const document = (await (await fetch(new URL('/openapi.json', server.url))).json()) as any
  const judge = createAnswerJudge(document)
  const totals = createTotals(judge.routes.map(({ name }) => name))
  const failures = new Map<string, { count: number; curl: string }>()
  const sample = createChance(options.seed)
  const recent = createRecent()
  const endMs = performance.now() + options.minutes * 60_000
  const memory = createMemoryWatch(server, () => totals.requests)
  const gaps: string[] = []
  const probe = startProbe(server, options.gapMs, ({ work, ms, startedAtMs, endedAtMs }) => {
    const at = new Date(startedAtMs).toISOString()
    const gap = `${Math.round(work)} ms of work, ${Math.round(ms)} in all, at ${at}: ${recent.during(startedAtMs, endedAtMs).join('; ')}`
    if (work > options.gapMs) say(`gap of ${gap}`)
    gaps.push(gap)
  })
  const stage: Stage = {
    url: server.url,
    seed: options.seed,
    document,
    judge,
    totals,
    recent,
    outsideUrl,
    clock: { aheadMs: 0 },
    oracle: createOracle(judge, () => sample.happens(0.1)),
    over: () => totals.requests >= options.requests || performance.now() > endMs || failures.size >= options.failuresMax || !server.alive(),
    fail(problem, where, curl) {
      const known = failures.get(problem)
      if (known) {
        known.count += 1
        return
      }
      failures.set(problem, { count: 1, curl: `${where}\n    ${curl}` })
      say(`FAULT ${problem} at ${where}`)
    },
  }
  const markedMs = performance.now() + BASELINE_MS
  await eventually(() => performance.now() >= markedMs, Infinity, BASELINE_MS / 10)
  const baseline = await probe.mark()
  const [startedMs, cpuBefore] = [performance.now(), await server.cpuSeconds()]
  const progress = setInterval(() => say(`${totals.requests} requests, ${failures.size} failures, ${memory.latest()} MiB`), 30_000)
  await Promise.all(Array.from({ length: options.connections }, (_, number) => runActor(stage, number)))
  clearInterval(progress)
  const seconds = (performance.now() - startedMs) / 1_000
  const figures = await probe.mark()
  const cpuSeconds = (await server.cpuSeconds()) - cpuBefore
  probe.stop()
  const memoryFault = memory.stop()
  const died = !server.alive()
  const exitCode = await server.stop()

  say(totals.table())
  say(`\nrefusals of requests that were meant well:\n${totals.refusals()}`)
  say(
    `\n${totals.requests} requests in ${Math.round(seconds)} s: ${Math.round(totals.requests / seconds)} a second; the service used ${((1_000 * cpuSeconds) / totals.requests).toFixed(2)} ms of processor each`,
  )
  sayProbe('idle', baseline, options.gapMs)
  sayProbe('run', figures, options.gapMs)
  for (const gap of gaps.slice(0, 20)) say(`  gap of ${gap}`)
  say(memory.report())
  say(
    `log: ${[...server.log.lines].map(([level, count]) => `${count} ${level}`).join(', ')}; warnings: ${JSON.stringify(Object.fromEntries(server.log.warnings))}`,
  )
  if (totals.never.length > 0) say(`never answered with success: ${totals.never.join(', ')}`)
  const faults = [
    ...[...failures].map(([problem, { count, curl }]) => `${problem} (${count} times)\n    ${curl}`),
    ...server.log.faults(),
    ...(figures.over > 0 ? [`${figures.over} gap(s) of the event loop over ${options.gapMs} ms`] : []),
    ...(memoryFault === null ? [] : [memoryFault]),
    ...(died ? ['the service ended by itself'] : []),
    ...(exitCode === 0 ? [] : [`the service ended with ${exitCode} when it was told to stop`]),
    ...(options.database === 'sqlite' ? contradictionsIn(`${server.dataDir}/service.db`) : []),
  ]
  for (const fault of faults) say(`FAULT ${fault}`)
  say(
    faults.length === 0
      ? `clean: seed ${options.seed}`
      : `${faults.length} fault(s): again with --seed ${options.seed} --connections ${options.connections}`,
  )
  return faults.length === 0 ? 0 : 1
}

/**
 * What the database says against itself. An endpoint that was registered while the clock was sent on is older by it than events
 * that were there before it: that line of the record's check says nothing here.
 */
const contradictionsIn = (file: string): string[] => contradictions(file, { deliveries: false }).slice(0, 20)

function sayProbe(name: string, { probes, p50, p999, worst, worstWithWaits, worstWork, over }: ProbeFigures, gapMs: number): void {
  const ms = (value: number) => `${value.toFixed(1)} ms`
  say(
    `/healthz ${name.padEnd(4)}: ${probes} probes, median ${ms(p50)}, p99.9 ${ms(p999)}, worst ${ms(worst)} (${ms(worstWithWaits)} with waits for a processor); longest work before an answer ${ms(worstWork)}, ${over} over ${gapMs} ms`,
  )
}

const RECENT_MAX = 512

function createRecent(): RecentRequests {
  const ring: { what: string; startedAtMs: number; endedAtMs: number }[] = []
  return {
    add(what, startedAtMs, endedAtMs) {
      ring.push({ what, startedAtMs, endedAtMs })
      if (ring.length > 2 * RECENT_MAX) ring.splice(0, RECENT_MAX)
    },
    during: (startedAtMs, endedAtMs) =>
      ring
        .filter((each) => each.startedAtMs <= endedAtMs && each.endedAtMs >= startedAtMs)
        .map(({ what }) => what)
        .slice(-20),
  }
}

if (process.argv.includes('--help')) say(USAGE)
else process.exitCode = await main(readOptions(process.argv.slice(2)))
