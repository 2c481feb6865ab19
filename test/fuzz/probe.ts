/** How long /healthz took over a while, in milliseconds, without what service and prober waited for a processor. */
export interface ProbeFigures {
  readonly probes: number
  readonly p50: number
  readonly p999: number
  readonly worst: number
  readonly worstWithWaits: number
  /** Most that the service's main thread worked before it answered: the longest gap that is the event loop's own. */
  readonly worstWork: number
  /** How often it worked for longer than a gap may be. */
  readonly over: number
}

/** A while in which the service worked and did not answer. */
export interface Gap {
  readonly work: number
  readonly ms: number
  readonly startedAtMs: number
  readonly endedAtMs: number
}

/** Asks the service all the time, from a process of its own. */
export interface Probe {
  /** Figures since the last mark. */
  mark(): Promise<ProbeFigures>
  stop(): void
}

const PROBER = new URL('./prober.ts', import.meta.url).pathname

/** Starts it; more than `gapMs` of work are `over`, and `onGap` hears of every gap with more than 50. */
export function startProbe({ url, pid }: { url: URL; pid: number }, gapMs: number, onGap: (gap: Gap) => void): Probe {
  const child = Bun.spawn([process.execPath, PROBER, url.hostname, url.port, String(pid), String(gapMs)], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let marked: (figures: ProbeFigures) => void = () => {}
  void (async () => {
    let rest = ''
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        const message = JSON.parse(line) as ProbeFigures | Gap
        if ('work' in message) onGap(message)
        else marked(message)
      }
    }
  })()
  return {
    mark() {
      const { promise, resolve } = Promise.withResolvers<ProbeFigures>()
      marked = resolve
      void child.stdin.write('mark\n')
      void child.stdin.flush()
      return promise
    },
    stop: () => child.kill(),
  }
}
