import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** What goes wrong with one call. */
export type Fault =
  /** An HTTP status without a JSON-RPC body: 429, 500, 503. */
  | { kind: 'status'; status: number; retryAfterSec?: number }
  /** The call is taken and never answered; the connection closes when the proxy stops. */
  | { kind: 'hang' }
  /** 200 with bytes that are not JSON. */
  | { kind: 'garbage' }
  /** Well-formed JSON-RPC whose result has the wrong shape. */
  | { kind: 'wrong-json'; result?: unknown }
  /** A JSON-RPC error. */
  | { kind: 'rpc-error'; code: number; message: string }
  /** The first answer seen for the same method and parameters, again and again: a node that stopped following. */
  | { kind: 'stale' }
  /** The call reaches the node, its answer does not reach the caller. */
  | { kind: 'drop-after-forward' }

export interface FaultProxy {
  url: string
  /** Methods in order of arrival, with the fault each met. */
  calls: { method: string; fault: Fault['kind'] | null }[]
  /** Fails the next `times` calls of the method (`*` for any), or all of them. */
  fail(method: string, fault: Fault, times?: number): void
  /** Plays one entry for each call of the method, null for a good one; after the last all are good. */
  script(method: string, faults: (Fault | null)[]): void
  /** Forgets every plan. */
  heal(): void
  /** Resolves when the callers of all hung calls have given them up: what asks from then on joins none of them. */
  givenUp(): Promise<void>
  stop(): Promise<void>
}

interface Plan {
  method: string
  faults: (Fault | null)[]
  /** Plays its only fault without end. */
  isEndless: boolean
}

/** Starts a proxy on a free loopback port that forwards to `targetUrl` and fails as it is told. */
export async function startFaultProxy(targetUrl: string): Promise<FaultProxy> {
  let plans: Plan[] = []
  const calls: FaultProxy['calls'] = []
  const firstAnswers = new Map<string, string>()
  const hung = new Set<ServerResponse>()
  let whenGivenUp: (() => void)[] = []

  function hang(response: ServerResponse): void {
    hung.add(response)
    response.on('close', () => {
      hung.delete(response)
      if (hung.size > 0) return
      for (const resolve of whenGivenUp) resolve()
      whenGivenUp = []
    })
  }

  function nextFault(method: string): Fault | null {
    const plan = plans.find((candidate) => candidate.method === method) ?? plans.find((candidate) => candidate.method === '*')
    if (!plan) return null
    const fault = (plan.isEndless ? plan.faults[0] : plan.faults.shift()) ?? null
    plans = plans.filter(({ faults }) => faults.length > 0)
    return fault
  }

  async function forward(path: string, body: string): Promise<string> {
    const answer = await fetch(new URL(path, targetUrl), { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return answer.text()
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const path = request.url ?? '/'
    const { id, method, params } = firstCall(body)
    const fault = nextFault(method)
    calls.push({ method, fault: fault?.kind ?? null })
    const key = `${path} ${method} ${JSON.stringify(params)}`
    const send = (status: number, text: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
      void response.writeHead(status, headers).end(text)
    const sendEnvelope = (answer: object) => send(200, JSON.stringify({ jsonrpc: '2.0', id, ...answer }))

    switch (fault?.kind) {
      case 'status':
        return send(fault.status, '', fault.retryAfterSec === undefined ? {} : { 'retry-after': String(fault.retryAfterSec) })
      case 'hang':
        return hang(response)
      case 'garbage':
        return send(200, '<html>upstream is \u0000 not JSON')
      case 'wrong-json':
        return sendEnvelope({ result: 'result' in fault ? fault.result : { unexpected: true } })
      case 'rpc-error':
        return sendEnvelope({ error: { code: fault.code, message: fault.message } })
      case 'drop-after-forward':
        await forward(path, body)
        return void request.socket.destroy()
      case 'stale': {
        const answer = firstAnswers.get(key) ?? (await forward(path, body))
        firstAnswers.set(key, answer)
        return sendEnvelope({ result: (JSON.parse(answer) as { result: unknown }).result })
      }
      default: {
        const answer = await forward(path, body)
        if (!firstAnswers.has(key)) firstAnswers.set(key, answer)
        return send(200, answer)
      }
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
  const sockets = passSockets(server, targetUrl)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    fail: (method, fault, times) =>
      void plans.push({ method, faults: Array<Fault>(times ?? 1).fill(fault), isEndless: times === undefined }),
    script: (method, faults) => void plans.push({ method, faults: [...faults], isEndless: false }),
    heal: () => {
      plans = []
    },
    givenUp: () => (hung.size === 0 ? Promise.resolve() : new Promise((resolve) => whenGivenUp.push(resolve))),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Lets websockets through as they are, since what fails is a call; returns the connections that are open. */
function passSockets(server: Server, targetUrl: string): ReadonlySet<Socket> {
  const { hostname, port } = new URL(targetUrl)
  const open = new Set<Socket>()
  const endTogether = (socket: Socket, other: Socket) => {
    const end = () => {
      open.delete(socket)
      other.destroy()
    }
    open.add(socket.on('close', end).on('error', end))
  }
  server.on('upgrade', ({ url, rawHeaders }: IncomingMessage, client: Socket, head: Buffer) => {
    const node = connect(Number(port), hostname)
    endTogether(client, node)
    endTogether(node, client)
    const headers = rawHeaders.map((text, index) => (index % 2 === 0 ? `\r\n${text}: ` : text)).join('')
    node.write(`GET ${url} HTTP/1.1${headers}\r\n\r\n`)
    node.write(head)
    client.pipe(node).pipe(client)
  })
  return open
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** The call a plan is chosen by: the only one, or the first of a batch. */
function firstCall(body: string): { id: unknown; method: string; params: unknown } {
  const parsed = JSON.parse(body) as { id?: unknown; method?: string; params?: unknown } | { method?: string }[]
  const call = (Array.isArray(parsed) ? parsed[0] : parsed) as { id?: unknown; method?: string; params?: unknown } | undefined
  return { id: call?.id ?? null, method: call?.method ?? '', params: call?.params }
}
