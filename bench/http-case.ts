import type { Budget, Figure } from './figure.ts'
import { type Load, openLoad } from './http-load.ts'
import { inColumns, inTurns } from './in-turns.ts'
import { cpuMicros, readThreadTimes } from './process-cpu.ts'
import { median, percentile } from './statistics.ts'

/** One request of many, sent to each contestant. */
export interface HttpCase {
  /** As the table names it. */
  readonly name: string
  readonly status: number
  /** Most requests of one turn, where a rate limit or the disk allows no more. */
  readonly turnMax?: number
  /** Connections that send at once, 64 when not given. */
  readonly connections?: number
  readonly budgets?: {
    readonly cpu?: Budget
    readonly p99?: Budget
  }
  /** Whether the requests a second without pause are told: not of reads, since the load cannot saturate the bare server. */
  readonly tellsRate?: boolean
}

/** Where one contestant's requests go. Contestants stand in the order of `inColumns`. */
export interface CaseTarget {
  readonly pid: number
  readonly url: string
  readonly next: () => Uint8Array
}

/** How long, and how often. */
export interface Pace {
  readonly warmUpMs: number
  readonly rounds: number
  readonly turnMs: number
  readonly latencyRounds: number
  readonly latencyMs: number
}

export const FULL_PACE: Pace = { warmUpMs: 700, rounds: 9, turnMs: 300, latencyRounds: 5, latencyMs: 600 }
export const QUICK_PACE: Pace = { warmUpMs: 250, rounds: 3, turnMs: 200, latencyRounds: 3, latencyMs: 200 }

const CONNECTIONS = 64
/** Fewer answers say nothing of their slowest hundredth, or thousandth. */
const SAMPLES_P99 = 100
const SAMPLES_P999 = 1_000

/**
 * CPU a request (without pause, so that nothing counts but requests), and latencies at a fixed rate of arrival: half of what the
 * slowest contestant answered without pause.
 */
export async function measureCase(given: HttpCase, targets: readonly CaseTarget[], pace: Pace): Promise<Figure[]> {
  const { name: measure, status, turnMax = Number.POSITIVE_INFINITY, connections = CONNECTIONS, budgets = {} } = given
  const runners: (CaseTarget & { readonly load: Load })[] = []
  try {
    for (const target of targets) {
      const load = await openLoad({ ...target, status }, connections)
      runners.push({ ...target, load })
      // At once: Bun.serve closes a connection that says nothing in its first seconds, whatever idleTimeout says.
      await warmUp(load, pace.warmUpMs, turnMax * 2)
    }
    const full = await inTurns(runners, pace.rounds, (runner) => saturate(runner, { ms: pace.turnMs, requestsMax: turnMax }))
    const ratePerSec = roundDown(Math.min(...full.map((turns) => median(turns.map(({ perSecond }) => perSecond)))) / 2)
    const count = Math.max(10, Math.min(turnMax, Math.round((ratePerSec * pace.latencyMs) / 1_000)))
    const late = await inTurns(runners, pace.latencyRounds, ({ load }) => load.arrive({ ratePerSec, count }))

    const note = `at ${ratePerSec.toLocaleString('en')}/s`
    const latency = (what: string, share: number, budget?: Budget): Figure => ({
      measure,
      what,
      note,
      unit: 'ms',
      better: 'lower',
      byClock: true,
      ...inColumns(late, (latencies) => percentile(latencies, share)),
      ...(budget && { budget }),
    })
    const rate: Figure = {
      measure,
      what: 'without pause',
      unit: '/s',
      better: 'higher',
      byClock: true,
      ...inColumns(full, ({ perSecond }) => perSecond),
    }
    return [
      {
        measure,
        what: 'CPU',
        unit: 'µs',
        better: 'lower',
        ...inColumns(full, (turn) => turn.cpuMicros),
        ...(budgets.cpu && { budget: budgets.cpu }),
      },
      ...(given.tellsRate ? [rate] : []),
      latency('p50', 0.5),
      ...(count >= SAMPLES_P99 ? [latency('p99', 0.99, budgets.p99)] : []),
      ...(count >= SAMPLES_P999 ? [latency('p99.9', 0.999)] : []),
    ]
  } catch (error) {
    throw new Error(`${measure}: ${(error as Error).message}`, { cause: error })
  } finally {
    for (const { load } of runners) load.close()
  }
}

/** Calls after which the compiler has seen a route often enough. */
const WARM_REQUESTS = 10_000

/** Sends requests so long, and on a machine that is slow up to four times as long, until there were enough, or as many as may be. */
async function warmUp(load: Load, ms: number, requestsMax: number): Promise<void> {
  const enough = Math.min(WARM_REQUESTS, requestsMax)
  for (let sent = 0, times = 0; sent < enough && times < 4; times += 1) {
    sent += (await load.saturate({ ms, requestsMax: requestsMax - sent })).requests
  }
}

async function saturate(
  { load, pid }: { load: Load; pid: number },
  limit: { ms: number; requestsMax: number },
): Promise<{ cpuMicros: number; perSecond: number }> {
  const before = readThreadTimes(pid)
  const { requests, elapsedMs } = await load.saturate(limit)
  return { cpuMicros: cpuMicros(before, readThreadTimes(pid)) / requests, perSecond: (requests / elapsedMs) * 1_000 }
}

/** To two digits: 4,870 becomes 4,800. */
function roundDown(rate: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(rate)) - 1)
  return Math.max(1, Math.floor(rate / step) * step)
}
