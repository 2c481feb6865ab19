import { eventually } from './eventually.ts'
import { rawConnection } from './raw-http.ts'

/** Measures, from a process of its own, how long a server keeps its event loop to itself. */
export interface LoopProber {
  /**
   * The longest wait for /healthz since this was last asked, in ms; the wait that is under way counts, and so many of those
   * that begin after it, beside it.
   */
  worstMs(moreProbes?: number): Promise<number>
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
    worstMs: (moreProbes = 0) =>
      new Promise((resolve) => {
        answered = resolve
        child.send(moreProbes)
      }),
    async stop() {
      child.kill()
      await child.exited
    },
  }
}

async function probe(url: string): Promise<never> {
  let worstMs = 0
  /** How many waits are to end before the worst is said; null while nobody asks. */
  let left: number | null = null
  process.on('message', (moreProbes: number) => (left = moreProbes + 1))
  const connection = await rawConnection(url)
  const look = async (): Promise<null> => {
    const startedMs = performance.now()
    const outcome = await connection!.send('GET', '/healthz', {})
    if (outcome.end !== 'answered') process.exit(1)
    worstMs = Math.max(worstMs, performance.now() - startedMs)
    if (left !== null) left -= 1
    if (left === 0) {
      process.send!(worstMs)
      worstMs = 0
      left = null
    }
    return null
  }
  return eventually(look, Infinity, PAUSE_MS)
}

if (import.meta.main) await probe(process.argv[2]!)
