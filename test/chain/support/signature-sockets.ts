import type { Server, ServerWebSocket, WebSocketHandler } from 'bun'
import type { TestChain } from './test-chain.ts'

/** How the websocket of a node behaves. */
export type SocketManner =
  /** Notifies once a signature is confirmed, as nodes do. */
  | 'honest'
  /** Takes no websocket: 404, as many providers' plans do. */
  | 'absent'
  /** Refuses the subscription by a JSON-RPC error. */
  | 'refusing'
  /** Answers with what is no JSON. */
  | 'rubbish'
  /** Closes as soon as it is asked. */
  | 'closing'
  /** Takes the subscription, and notifies at once and again and again, though nothing has landed. */
  | 'lying'

/** `signatureSubscribe` over websockets. */
export interface SignatureSockets {
  manner: SocketManner
  /** Sockets that are open now, and those that were ever asked for. */
  readonly open: number
  readonly asked: number
  /** Signatures that were subscribed to, in order. */
  readonly subscribed: readonly string[]
  /** The answer to a request for a websocket; undefined for one that was taken. */
  upgrade(request: Request, server: Server<undefined>): Response | undefined
  readonly handlers: WebSocketHandler<undefined>
}

const LIES = 20

/** The websockets of a node of this chain. */
export function createSignatureSockets(chain: TestChain): SignatureSockets {
  const open = new Set<ServerWebSocket<undefined>>()
  const subscribed: string[] = []
  const waiting: { readonly signature: string; readonly notify: () => void }[] = []
  let asked = 0

  chain.onLanding((signature) => {
    for (const entry of waiting.filter((candidate) => candidate.signature === signature)) {
      waiting.splice(waiting.indexOf(entry), 1)
      entry.notify()
    }
  })

  function subscribe(socket: ServerWebSocket<undefined>, { id, params }: { id: unknown; params: [string] }): void {
    const [signature] = params
    const send = (message: object) => void socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
    const notify = () => {
      const result = { context: { slot: Number(chain.slot()) }, value: { err: chain.ledger.get(signature)?.err ?? null } }
      send({ method: 'signatureNotification', params: { result, subscription } })
    }
    const subscription = subscribed.push(signature)
    if (sockets.manner === 'closing') return socket.close()
    if (sockets.manner === 'rubbish') return void socket.send('<html>upstream is \u0000 not JSON')
    if (sockets.manner === 'refusing') return send({ id, error: { code: -32601, message: 'Method not found' } })
    send({ id, result: subscription })
    if (sockets.manner === 'lying') for (let lie = 0; lie < LIES; lie += 1) notify()
    else if (chain.ledger.has(signature)) notify()
    else waiting.push({ signature, notify })
  }

  const sockets: SignatureSockets = {
    manner: 'honest',
    get open() {
      return open.size
    },
    get asked() {
      return asked
    },
    subscribed,
    upgrade(request, server) {
      asked += 1
      if (sockets.manner !== 'absent' && server.upgrade(request, { data: undefined })) return undefined
      return new Response('not found', { status: 404 })
    },
    handlers: {
      open: (socket) => void open.add(socket),
      message: (socket, message) => subscribe(socket, JSON.parse(String(message))),
      close: (socket) => void open.delete(socket),
    },
  }
  return sockets
}
