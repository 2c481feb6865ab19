import { rawConnection } from './raw-http.ts'

/** Measures, from a process of its own, how long a server keeps its event loop to itself. */
export interface LoopProber {
  /** The longest wait for /healthz since this was last asked, in ms; the wait that is under way counts. */
  worstMs(): Promise<number>
  stop(): Promise<void>
}

const PAUSE_MS = 1

/** Asks the server for /healthz all the time, in a process that does nothing else. */
export async function startLoopProber(url: string): Promise<LoopProber> {
  let answered = (_worstMs: number) => {}
  const child = Bun.spawn([process.execPath, import.meta.path, url], {
    ipc: (worstMs: number) => answered(worstMs),
    stdout: 'inherit',
    stderr: 'inherit',
  })
  return {
    worstMs: () =>
      new Promise((resolve) => {
        answered = resolve
        child.send('worst')
      }),
    async stop() {
      child.kill()
      await child.exited
    },
  }
}

async function probe(url: string): Promise<never> {
  let worstMs = 0
  let asked = false
  process.on('message', () => (asked = true))
  const connection = await rawConnection(url)
  for (;;) {
    const startedMs = performance.now()
    const outcome = await connection!.send('GET', '/healthz', {})
    if (outcome.end !== 'answered') process.exit(1)
    worstMs = Math.max(worstMs, performance.now() - startedMs)
    if (asked) {
      process.send!(worstMs)
      worstMs = 0
      asked = false
    }
    await Bun.sleep(PAUSE_MS)
  }
}

if (import.meta.main) await probe(process.argv[2]!)
