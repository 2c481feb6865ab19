import type { Secret } from '../../../lib/secret.ts'
import type { Timers } from '../../../ports/clock.ts'
import { integer, object, text } from '../rpc-shape.ts'
import { websocketUrl } from './websocket-url.ts'

/** Longest a node may take until it has taken every subscription. */
const SUBSCRIBED_MS_MAX = 5_000
/** A notification has some 200 characters. */
const MESSAGE_CHARS_MAX = 10_000

/** The nodes that are asked, and what their slowness is timed by. */
export interface WatchedNodes {
  /** In order of preference. A URL may contain a provider's key: neither it nor an error of its socket, which quotes it, is passed on. */
  readonly urls: readonly Secret<string>[]
  readonly timers: Timers
}

/**
 * Calls `seen` when a node's websocket says that a signature reached `confirmed`, at most once for each of them. Resolves, never rejects,
 * once all were seen, `signal` was aborted, or every node failed: one socket is open at a time, each node is tried once, and one that takes
 * no websocket, says something else or closes is left for the next. None has to prove its chain first: nothing rests on what it says.
 *
 * @see https://solana.com/docs/rpc/websocket/signaturesubscribe
 */
export async function watchSignatures(
  { urls, timers }: WatchedNodes,
  signatures: readonly string[],
  seen: () => void,
  signal: AbortSignal,
): Promise<void> {
  const unseen = new Set(signatures)
  const see = (signature: string) => {
    if (unseen.delete(signature)) seen()
  }
  for (const url of urls) {
    if (signal.aborted || unseen.size === 0) return
    await watchAt(url, timers, { signatures: [...unseen], see, signal })
  }
}

interface Watched {
  readonly signatures: readonly string[]
  readonly see: (signature: string) => void
  readonly signal: AbortSignal
}

/** Resolves once this node has said all, or failed; its socket is closed then. */
function watchAt(url: Secret<string>, timers: Timers, { signatures, see, signal }: Watched): Promise<void> {
  const socket = openSocket(url)
  if (!socket) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const subscriptions = createSubscriptions(signatures, see)
  let ended = false
  const end = () => {
    // Closing ends in an event that comes here too.
    if (ended) return
    ended = true
    endTimer()
    signal.removeEventListener('abort', end)
    socket.close()
    // A node that does not answer the closing would keep the socket open.
    socket.terminate()
    resolve()
  }
  const endTimer = timers.after(SUBSCRIBED_MS_MAX, end, { idle: true })
  signal.addEventListener('abort', end)
  socket.addEventListener('error', end)
  socket.addEventListener('close', end)
  socket.addEventListener('open', () => {
    for (const request of subscriptions.requests) socket.send(request)
  })
  socket.addEventListener('message', ({ data }) => {
    const state = subscriptions.take(data)
    if (state === 'over') end()
    if (state === 'subscribed') endTimer()
  })
  return promise
}

/** The runtime's own WebSocket, of whose options and methods the types of browsers know nothing. */
type SocketClass = new (url: string, options: Bun.WebSocketOptions) => Bun.WebSocket

/** Null for a URL that no socket is opened to. Without compression, by which a small message could become a large one. */
function openSocket(url: Secret<string>): Bun.WebSocket | null {
  const Socket = WebSocket as unknown as SocketClass
  try {
    return new Socket(websocketUrl(url).reveal(), { perMessageDeflate: false })
  } catch {
    return null
  }
}

/** What one node is asked and has said; as many entries as signatures, whatever it says. */
function createSubscriptions(signatures: readonly string[], see: (signature: string) => void) {
  /** By the place of the signature: the number the node has given its subscription, null before and after. */
  const numbers: (number | null)[] = signatures.map(() => null)
  let unanswered = signatures.length
  let unseen = signatures.length

  /** @throws Error for anything but an answer to a request, and a notification */
  function read(message: unknown): void {
    const found = text(message)
    if (found.length > MESSAGE_CHARS_MAX) throw new Error('too long')
    const { id, result, method, params } = object(JSON.parse(found))
    if (method === undefined) {
      const index = integer(id)
      if (numbers[index] !== null || unanswered === 0) throw new Error('not an answer')
      numbers[index] = integer(result)
      unanswered -= 1
      return
    }
    if (method !== 'signatureNotification') throw new Error('not a notification of a signature')
    const index = numbers.indexOf(integer(object(params).subscription))
    if (index < 0) return
    numbers[index] = null
    unseen -= 1
    see(signatures[index]!)
  }

  return {
    requests: signatures.map((signature, id) =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'signatureSubscribe', params: [signature, { commitment: 'confirmed' }] }),
    ),
    /** Reads a message of the node. `over`: it has no more to say, or says what it was not asked. */
    take(message: unknown): 'open' | 'subscribed' | 'over' {
      try {
        read(message)
      } catch {
        return 'over'
      }
      if (unseen === 0) return 'over'
      return unanswered === 0 ? 'subscribed' : 'open'
    },
  }
}
