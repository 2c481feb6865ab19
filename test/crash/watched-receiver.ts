import { Webhook } from 'standardwebhooks'

/** Called with a message in hand, and when the answer to it has been sent. */
type Watch = (at: 'arrived' | 'answered') => Promise<void>

/** A receiver of webhooks that tells when something comes, so that its sender can be killed right then. */
export interface WatchedReceiver {
  readonly url: string
  /** Ids of the messages that it took. */
  readonly taken: ReadonlySet<string>
  /** What came that its secret does not verify. */
  readonly forged: readonly string[]
  /** Requests that came, repeated and refused ones too. */
  arrived(): number
  trust(secret: string): void
  /** Calls this from now on; nobody when null. */
  watch(watch: Watch | null): void
  stop(): void
}

/** Starts one. Each message of which `refuses` is true is answered 500 the first time. */
export function createWatchedReceiver(refuses: () => boolean): WatchedReceiver {
  const taken = new Set<string>()
  const refused = new Set<string>()
  const forged: string[] = []
  let arrived = 0
  let webhook: Webhook | null = null
  let watch: Watch | null = null

  const answerTo = (request: Request, text: string): number => {
    try {
      webhook!.verify(text, Object.fromEntries(request.headers))
    } catch {
      forged.push(text)
      return 400
    }
    const id = request.headers.get('webhook-id')!
    if (!taken.has(id) && !refused.has(id) && refuses()) {
      refused.add(id)
      return 500
    }
    taken.add(id)
    return 204
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const text = await request.text()
      arrived += 1
      await watch?.('arrived')
      const status = answerTo(request, text)
      // The answer goes out in this turn of the loop: whoever watches comes in a later one.
      setImmediate(() => void watch?.('answered'))
      return new Response(null, { status })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/hook`,
    taken,
    forged,
    arrived: () => arrived,
    trust: (secret) => (webhook = new Webhook(secret)),
    watch: (next) => (watch = next),
    stop: () => void server.stop(true),
  }
}
