import type { FuzzServer } from './fuzz-server.ts'

/** Looks at the service's resident memory once a second. */
export interface MemoryWatch {
  latest(): number
  /** Ends it; a sentence when the memory was not flat, null when it was. */
  stop(): string | null
  report(): string
}

/** The first part of a run fills caches and compiles code. */
const WARM_UP_SHARE = 0.4
/** What bounded maps, the database's own cache and the collector's moods may add in the rest of the run. */
const GROWTH_MAX_MB = 64
/** In a shorter run the warm-up is all of it. */
const REQUESTS_MIN = 100_000

export function createMemoryWatch(server: Pick<FuzzServer, 'rssMb'>, requests: () => number): MemoryWatch {
  const samples: { readonly requests: number; readonly mb: number }[] = []
  const look = async () => {
    const mb = await server.rssMb()
    if (mb > 0) samples.push({ requests: requests(), mb })
  }
  const timer = setInterval(() => void look(), 1_000)
  const median = (part: typeof samples) => part.map(({ mb }) => mb).toSorted((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0
  const figures = () => {
    const rest = samples.slice(Math.floor(samples.length * WARM_UP_SHARE))
    const third = Math.ceil(rest.length / 3)
    return { begin: median(rest.slice(0, third)), end: median(rest.slice(-third)), slope: slopeOf(rest) }
  }
  return {
    latest: () => Math.round(samples.at(-1)?.mb ?? 0),
    stop() {
      clearInterval(timer)
      const { begin, end } = figures()
      if (requests() < REQUESTS_MIN || end - begin <= GROWTH_MAX_MB) return null
      return `memory grew by ${Math.round(end - begin)} MiB after the warm-up`
    },
    report() {
      const { begin, end, slope } = figures()
      const most = Math.max(0, ...samples.map(({ mb }) => mb))
      return `memory: ${Math.round(samples[0]?.mb ?? 0)} MiB at first, ${Math.round(begin)} after warm-up, ${Math.round(end)} at the end, ${Math.round(most)} at most; ${slope.toFixed(1)} MiB per 100,000 requests`
    },
  }
}

/** MiB per 100,000 requests, by least squares. */
function slopeOf(samples: readonly { readonly requests: number; readonly mb: number }[]): number {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length)
  const [x, y] = [mean(samples.map(({ requests }) => requests)), mean(samples.map(({ mb }) => mb))]
  const spread = samples.reduce((sum, { requests }) => sum + (requests - x) ** 2, 0)
  if (spread === 0) return 0
  return (samples.reduce((sum, { requests, mb }) => sum + (requests - x) * (mb - y), 0) / spread) * 100_000
}
