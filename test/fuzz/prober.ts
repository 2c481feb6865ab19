import { readFileSync } from 'node:fs'
import { connect } from 'node:net'

// A process of its own: `bun prober.ts HOST PORT PID`. Asks /healthz all the time and measures how long the service took. What
// the machine kept either process waiting for a processor is taken off, as far as the kernel tells it, so that a busy machine
// is not mistaken for a busy event loop. A line "mark" on standard input is answered with one line of figures, and begins anew.
const [hostname, port, pid] = process.argv.slice(2) as [string, string, string]
const EVERY_MS = 4
const TOLD_FROM_MS = 100

/** Milliseconds that the main thread has waited for a processor; 0 where the kernel does not count them. */
const waitedMs = (process: string): number => {
  try {
    return Number(readFileSync(`/proc/${process}/task/${process}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
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
let raw: number[] = []
const request = `GET /healthz HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`

process.stdin.on('data', () => {
  const sorted = gaps.toSorted((a, b) => a - b)
  const figures = {
    probes: sorted.length,
    p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p999: sorted[Math.floor(sorted.length * 0.999)] ?? 0,
    worst: sorted.at(-1) ?? 0,
    worstWithMachine: Math.max(0, ...raw),
    over: sorted.filter((gap) => gap > TOLD_FROM_MS).length,
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  gaps = []
  raw = []
})

for (;;) {
  const self = String(process.pid)
  const [serviceBefore, selfBefore, startedMs, startedAtMs] = [waitedMs(pid), waitedMs(self), performance.now(), Date.now()]
  const { promise, resolve } = Promise.withResolvers<void>()
  answered = resolve
  socket.write(request)
  await promise
  const ms = performance.now() - startedMs
  const gap = Math.max(0, ms - (waitedMs(pid) - serviceBefore) - (waitedMs(self) - selfBefore))
  gaps.push(gap)
  // Only the worst of them is asked for.
  if (raw.length === 0 || ms > raw[0]!) raw = [ms]
  if (gap > TOLD_FROM_MS) process.stdout.write(`${JSON.stringify({ gap, ms, startedAtMs, endedAtMs: Date.now() })}\n`)
  await Bun.sleep(EVERY_MS)
}
