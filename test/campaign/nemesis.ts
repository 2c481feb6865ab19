import type { OwnPostgres } from '../support/own-postgres.ts'
import type { SeededRandom } from '../support/seeded-random.ts'
import type { SmallDisk } from '../support/small-disk.ts'
import type { Bank } from './bank.ts'
import { freeze } from './freeze.ts'
import type { History } from './history.ts'
import { pause } from './pause.ts'
import type { Replica } from './replica.ts'

/** What it does to replicas: how often of a hundred times, and the database that it needs. */
export const FAULTS = {
  kill: { weight: 86, on: null },
  freeze: { weight: 2, on: null },
  'cut-clients': { weight: 2, on: null },
  'slow-clients': { weight: 2, on: null },
  'cut-database': { weight: 2, on: 'postgres' },
  'silent-database': { weight: 1, on: 'postgres' },
  'slow-database': { weight: 2, on: 'postgres' },
  /** Of all replicas, every `RESTART_EVERY_MS` on average. */
  'restart-database': { weight: 0, on: 'postgres' },
  /** A standby that has all commits leads; once in `PROMOTE_EVERY_MS` at most. */
  'promote-standby': { weight: 0, on: 'postgres' },
  /** Of one replica and those that take its place, every `MOVE_EVERY_MS` on average. */
  'move-clock': { weight: 0, on: 'postgres' },
  /** Once in `FILL_EVERY_MS` at most, whatever is done to the process meanwhile. */
  'full-disk': { weight: 0, on: 'sqlite' },
  /** The facilitator answers nothing of use, and may have settled. */
  'break-facilitator': { weight: 2, on: null },
} as const satisfies Readonly<Record<string, { readonly weight: number; readonly on: 'postgres' | 'sqlite' | null }>>

export type Fault = keyof typeof FAULTS

/** Who makes faults until it is told to end. */
export interface Nemesis {
  /** How often it did what. */
  readonly done: ReadonlyMap<Fault, number>
  /** Makes no more; resolves when all that it did is undone. @throws Error of a replica that did not come back */
  end(): Promise<void>
}

export interface Prey {
  readonly replicas: readonly Replica[]
  readonly postgres: OwnPostgres | null
  readonly dataDir: string
  readonly disk: SmallDisk | null
  readonly world: { readonly bank: Bank | null; readonly history: Pick<History, 'answeredBy' | 'lives'> }
}

/** How long a process lives, at most, before the next fault. */
const LIFE_MS = 2_000
/** How the facilitator is broken. */
const BROKEN = ['error', 'garbage', 'dead-after-settle', 'dead-before-settle', 'twice'] as const
/** One of an operation's leases lasts 10 s, those of a leader and of a receiver 30 s: either ends while its process is stopped. */
const FREEZES_MS = [12_000, 12_000, 34_000]
/** How far a clock is moved, ahead or back: 30 s to ten minutes. */
const MOVED_MS = { least: 30_000, spread: 570_000 }
export const AHEAD_MAX_MS = 600_000
/** The moved clock is seen after a second. */
const MOVED_FOR_MS = { least: 2_000, spread: 10_000 }
const MOVE_EVERY_MS = 8_000
const RESTART_EVERY_MS = 30_000
const PROMOTE_EVERY_MS = 30_000
const FILL_EVERY_MS = 15_000

/** Makes these faults at times and places that follow from the chance given. */
export function startNemesis(
  { replicas, postgres, dataDir, disk, world: { bank, history } }: Prey,
  faults: readonly Fault[],
  random: SeededRandom,
): Nemesis {
  const done = new Map<Fault, number>()
  let over = false
  const count = (fault: Fault) => done.set(fault, (done.get(fault) ?? 0) + 1)
  const possible = faults.filter((fault) => fault !== 'break-facilitator' || bank)
  const drawn = possible.flatMap((fault) => Array.from({ length: FAULTS[fault].weight }, () => fault))

  const suffer = async (replica: Replica, fault: Fault) => {
    const forMs = 500 + random.below(4_500)
    if (fault === 'freeze') return stopFor(replica, { dataDir, shared: postgres !== null }, random.pick(FREEZES_MS))
    if (fault === 'break-facilitator') {
      bank!.facilitator.fault = random.pick(BROKEN)
      await pause(forMs)
      bank!.facilitator.fault = 'none'
      return
    }
    const proxy = fault.endsWith('clients') ? replica.front : replica.back!
    if (fault.startsWith('cut')) await proxy.gone()
    else if (fault.startsWith('silent')) proxy.silent()
    else proxy.slow(20 + random.below(400))
    await pause(forMs)
    proxy.slow(0)
    await proxy.back()
  }
  const haunt = async (replica: Replica, number: number) => {
    const answered = () => history.answeredBy.get(number) ?? 0
    let before = answered()
    while (!over && drawn.length > 0) {
      await pause(random.below(LIFE_MS))
      const fault = random.pick(drawn)
      if (fault === 'kill') {
        // Where there are more processes than processors, it is let live until it has done something.
        for (let waitMs = LIFE_MS; waitMs > 0 && answered() === before && !over; waitMs -= 50) await pause(50)
        history.lives.push(answered() - before)
        await replica.kill()
        before = answered()
      } else await suffer(replica, fault)
      count(fault)
    }
  }
  // One at a time: a server that ends takes no standby.
  let changing = Promise.resolve()
  const everySoOften = async (fault: Fault, { leastMs, spreadMs }: { leastMs: number; spreadMs: number }, make: () => Promise<void>) => {
    while (!over && faults.includes(fault)) {
      for (let waitMs = leastMs + random.below(spreadMs); waitMs > 0 && !over; waitMs -= 500) await pause(500)
      if (over) break
      changing = changing.then(make)
      await changing
      count(fault)
    }
  }
  const restart = () =>
    everySoOften('restart-database', { leastMs: RESTART_EVERY_MS / 2, spreadMs: RESTART_EVERY_MS }, () => postgres!.restart())
  const promote = () =>
    everySoOften('promote-standby', { leastMs: PROMOTE_EVERY_MS, spreadMs: 10_000 }, async () => {
      await postgres!.addStandby()
      await postgres!.failOver()
    })
  const fill = () =>
    everySoOften('full-disk', { leastMs: FILL_EVERY_MS, spreadMs: 10_000 }, async () => {
      disk!.fill()
      await pause(500 + random.below(4_500))
      disk!.empty()
    })
  const righting: Promise<void>[] = []
  const clocks = replicas.flatMap(({ clock }) => (clock ? [clock] : []))
  const move = () =>
    everySoOften('move-clock', { leastMs: MOVE_EVERY_MS / 2, spreadMs: MOVE_EVERY_MS }, async () => {
      const clock = random.pick(clocks)
      clock.move((MOVED_MS.least + random.below(MOVED_MS.spread)) * (random.fraction() < 0.5 ? -1 : 1))
      righting.push(pause(MOVED_FOR_MS.least + random.below(MOVED_FOR_MS.spread)).then(() => clock.move(0)))
    })
  const ofAll = [...(clocks.length > 0 ? [move()] : []), ...(postgres ? [restart(), promote()] : []), ...(disk ? [fill()] : [])]
  const working = Promise.all([...replicas.map(haunt), ...ofAll])
  // Whoever waits for its end hears of it.
  working.catch(() => {})
  return {
    done,
    async end() {
      over = true
      await working
      await Promise.all(righting)
    },
  }
}

/** Stops the process for so long. Where others have its chain too, it is stopped at a moment in which it does not hold the chain. */
async function stopFor(replica: Replica, { dataDir, shared }: { readonly dataDir: string; readonly shared: boolean }, ms: number) {
  const pid = replica.pid()
  if (shared) await freeze(pid, dataDir)
  else process.kill(pid, 'SIGSTOP')
  await pause(ms)
  process.kill(pid, 'SIGCONT')
}
