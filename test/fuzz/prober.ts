import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { eventually } from '../support/eventually.ts'

// A process of its own: `bun prober.ts HOST PORT PID GAP_MS`. Asks /healthz all the time and measures how long the service took, and
// how much of that its main thread worked: what the machine kept it waiting, for a processor or a disk, is no fault of its event
// loop. A line "mark" on standard input is answered with one line of figures, and begins anew.
const [hostname, port, pid, gapMs] = process.argv.slice(2) as [string, string, string, string]
const EVERY_MS = 4
const TOLD_FROM_MS = 50

/** Milliseconds that a main thread has worked, and waited for a processor; zeros where the kernel does not count them. */
const timesOf = (process: string): { workedMs: number; waitedMs: number } => {
  try {
    const [worked, waited] = readFileSync(`/proc/${process}/task/${process}/schedstat`, 'utf8').split(' ').map(Number)
    return { workedMs: worked! / 1e6, waitedMs: waited! / 1e6 }
  } catch {
    return { workedMs: Number.NaN, waitedMs: 0 }
  }
}

const socket = connect(Number(port), hostname)
socket.setNoDelay(true)
let answered: (() => void) | null = null
let text = ''
socket.on('data', (chunk) => {
  text += chunk.toString('latin1')
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd === -1) return
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
  if (text.length < headEnd + 4 + length) return
  text = ''
  answered?.()
})
const gone = () => process.exit(0)
socket.on('error', gone)
socket.on('close', gone)

let gaps: number[] = []
let worked: number[] = []
let worstMs = 0
const request = `GET /healthz HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`

process.stdin.on('data', () => {
  const sorted = gaps.toSorted((a, b) => a - b)
  const figures = {
    probes: sorted.length,
    p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p999: sorted[Math.floor(sorted.length * 0.999)] ?? 0,
    worst: sorted.at(-1) ?? 0,
    worstWithWaits: worstMs,
    worstWork: worked.reduce((most, ms) => Math.max(most, ms), 0),
    over: worked.filter((ms) => ms > Number(gapMs)).length,
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  gaps = []
  worked = []
  worstMs = 0
})

async function look(): Promise<null> {
  const self = String(process.pid)
  const [serviceBefore, selfBefore, startedMs, startedAtMs] = [timesOf(pid), timesOf(self), performance.now(), Date.now()]
  const { promise, resolve } = Promise.withResolvers<void>()
  answered = resolve
  socket.write(request)
  await promise
  const ms = performance.now() - startedMs
  const [service, own] = [timesOf(pid), timesOf(self)]
  const gap = Math.max(0, ms - (service.waitedMs - serviceBefore.waitedMs) - (own.waitedMs - selfBefore.waitedMs))
  // Where nobody counts, all of it counts as work.
  const work = Math.min(ms, Number.isNaN(service.workedMs) ? ms : service.workedMs - serviceBefore.workedMs)
  gaps.push(gap)
  worked.push(work)
  worstMs = Math.max(worstMs, ms)
  if (work > TOLD_FROM_MS) process.stdout.write(`${JSON.stringify({ work, ms, startedAtMs, endedAtMs: Date.now() })}\n`)
  return null
}

await eventually(look, Infinity, EVERY_MS)
