import { readFileSync } from 'node:fs'
import type { BareServer } from '../support/bare-server.ts'
import { eventually } from '../support/eventually.ts'
import type { LoopProber } from '../support/loop-prober.ts'
import { type HostileRequest, sendHostile } from '../support/send-hostile.ts'
import type { ServerProcess } from '../support/server-process.ts'

/** Beyond what an idle server shows in the same run. */
const GAP_MS = 100
/** How much memory a siege may cost. */
export const GROWTH_BYTES = 67_108_864
/** What the scheduler of a busy machine does to one probe it does not do to the same request five times. */
const TRIES = 5
/** How many times an idle server is asked for one of its worst waits. */
const PROBES_OF_A_WAIT = 30

/** Who is attacked, what answers without any work, and who asks meanwhile. */
interface Parties {
  readonly server: ServerProcess
  readonly bare: BareServer
  readonly prober: LoopProber
}

/** The worst wait of a short while in which nobody else asks anything: the median of many, which one delay of the machine is not. */
async function idleWaitMs(prober: LoopProber): Promise<number> {
  const waits: number[] = []
  await prober.worstMs()
  for (let times = 0; times < 21; times += 1) waits.push(await prober.worstMs(PROBES_OF_A_WAIT))
  return waits.toSorted((a, b) => a - b)[10]!
}

/** Processor time of a server's main thread, which is the event loop's, in ms. */
const busyMs = ({ pid }: { readonly pid: number }): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** What the runtime takes to receive these bodies at once, in ms, measured on a server that does nothing else. */
async function receivedMs(bare: BareServer, requests: readonly HostileRequest[]): Promise<number> {
  const before = busyMs(bare)
  await Promise.all(requests.map((request) => sendHostile(bare.url, request)))
  return busyMs(bare) - before
}

const residentBytes = (server: ServerProcess): number =>
  1_024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1])

/** Attacks one after the other, and what was seen of the server meanwhile, once it was warm. */
export async function createSiege({ server, bare, prober }: Parties, warmUp: () => Promise<void>) {
  await warmUp()
  const idleMs = await idleWaitMs(prober)
  // From here on the prober is asked after each attack, so that its answer is about that one.
  const residentBefore = residentBytes(server)
  const slow: string[] = []
  let [requests, peak, worstMs] = [0, 0, 0]
  const mib = (bytes: number) => Math.round(bytes / 1_048_576)
  return {
    slow: slow as readonly string[],
    /**
     * Makes the request, or several at once, and makes it again while somebody else waited too long. Of several at once, whose bytes the
     * runtime takes in one turn of the loop before anyone is asked, what it takes for that alone in the same try is not counted.
     */
    async attack(name: string, make: () => Promise<HostileRequest | HostileRequest[]>): Promise<void> {
      let least = Infinity
      for (let tries = 0; tries < TRIES && least > idleMs + GAP_MS; tries += 1) {
        const made = [await make()].flat()
        const receptionMs = made.length > 1 ? await receivedMs(bare, made) : 0
        const busyBefore = busyMs(server)
        const statuses = await Promise.all(made.map((request) => sendHostile(server.url, request)))
        // Who waits while the loop does not run waits for other programs of this machine.
        least = Math.min(least, (await prober.worstMs()) - receptionMs, idleMs + busyMs(server) - busyBefore - receptionMs)
        peak = Math.max(peak, residentBytes(server))
        requests += 1
        for (const status of new Set(statuses)) if (status >= 500 && status !== 503) slow.push(`${name}: answers ${status}`)
      }
      worstMs = Math.max(worstMs, least)
      if (least > idleMs + GAP_MS) slow.push(`${name}: ${Math.round(least)} ms`)
    },
    /** Bytes by which the server has grown, once it had the time to let go of what it needs no more. */
    async growth(): Promise<number> {
      let growth = Infinity
      const shrunk = () => (growth = Math.min(growth, residentBytes(server) - residentBefore)) <= GROWTH_BYTES
      // Where it does not let go of it in time, what it is grown by says so.
      await eventually(shrunk, 60_000, 500).catch(() => null)
      const grew = `grew by ${mib(growth)} MiB, ${mib(peak - residentBefore)} at most`
      console.log(`${requests} requests; idle ${idleMs.toFixed(1)} ms, worst ${worstMs.toFixed(1)} ms; ${grew}`)
      return growth
    },
  }
}
