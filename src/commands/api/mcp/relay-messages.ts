import type { KeypairSigner } from '../../../../clients/typescript/src/agent-launch-client.ts'
import { linesOf, objectOf, type PostMessage, type RpcMessage } from './post-message.ts'
import { callSigningTool, signingTool, withSigningTools } from './signing-tools.ts'

/** Where messages go. */
interface Relay {
  readonly post: PostMessage
  /** Null: nothing is signed here. */
  readonly signer: KeypairSigner | null
  readonly write: (message: object) => void
}

/** @see JSON-RPC 2.0, 5.1 */
const PARSE_ERROR = -32_700
const INTERNAL_ERROR = -32_603

/**
 * Hands each line of the input to the service and writes what it answers. Returns when the input has ended and every call is answered;
 * those that only listen end with it.
 */
export async function relayMessages(input: ReadableStream<Uint8Array>, relay: Relay): Promise<void> {
  const open = new Map<unknown, { readonly listens: boolean; readonly abort: AbortController; readonly done: Promise<void> }>()
  for await (const line of linesOf(input)) {
    if (line.trim() === '') continue
    const message = readMessage(line)
    if (!message) {
      relay.write(errorOf(null, PARSE_ERROR, 'This line is no JSON-RPC message.'))
      continue
    }
    if (message.method === 'notifications/cancelled') {
      open.get(message.params?.requestId)?.abort.abort()
      continue
    }
    const [abort, id] = [new AbortController(), message.id ?? Symbol('notification')]
    const done = relayOne(message, abort.signal, relay).finally(() => open.delete(id))
    open.set(id, { abort, done, listens: message.method === 'subscriptions/listen' })
  }
  for (const { listens, abort } of open.values()) if (listens) abort.abort()
  await Promise.all([...open.values()].map(({ done }) => done))
}

function readMessage(line: string): RpcMessage | null {
  try {
    return objectOf(JSON.parse(line))
  } catch {
    return null
  }
}

const errorOf = (id: unknown, code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } })

async function relayOne(message: RpcMessage, signal: AbortSignal, { post, signer, write }: Relay): Promise<void> {
  const { id, method, params } = message
  try {
    const tool = signer && method === 'tools/call' ? signingTool(params?.name) : undefined
    if (signer && tool) {
      const ask = (name: string, given: Readonly<Record<string, unknown>>) =>
        answerTo({ ...message, params: { ...params, name, arguments: given } }, signal, { post, write })
      write(await callSigningTool(tool, signer, objectOf(params?.arguments) ?? {}, ask))
      return
    }
    for await (const answer of post(message, signal)) {
      if (id === undefined) continue
      write(signer && method === 'tools/list' && answer.id === id ? withSigningTools(answer) : answer)
    }
  } catch {
    // Whoever cancelled waits for nothing. Nothing else is told of what went wrong: it could hold what was sent.
    if (id !== undefined && !signal.aborted)
      write(errorOf(id, INTERNAL_ERROR, 'No answer came from the service, or none that can be read.'))
  }
}

/** The answer to this message; what comes before it, such as progress, is written. @throws Error when none comes */
async function answerTo(message: RpcMessage, signal: AbortSignal, { post, write }: Pick<Relay, 'post' | 'write'>): Promise<RpcMessage> {
  for await (const answer of post(message, signal)) {
    if (answer.id === message.id) return answer
    write(answer)
  }
  throw new Error('the answer is missing')
}
