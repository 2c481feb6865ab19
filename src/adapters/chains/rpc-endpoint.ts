import type { Secret } from '../../lib/secret.ts'
import type { Timers } from '../../ports/clock.ts'
import { abortAfter } from '../abort-after.ts'

const RETRY_AFTER_MS = 250
const RETRY_AFTER_MS_MAX = 1_000

/** An endpoint that gave no usable answer: unreachable, slow, rate-limited, failing, invalid or lagging. */
export class EndpointFault extends Error {
  override readonly name = 'EndpointFault'
  /** When a retry may help; null where it used all its time already. */
  readonly retryAfterMs: number | null
  /** True where it answered that it does not support this. */
  readonly refuses: boolean

  constructor(reason: string, options: ErrorOptions & { retryAfterMs?: number | null; refuses?: boolean } = {}) {
    super(reason, options)
    this.refuses = options.refuses ?? false
    this.retryAfterMs = options.retryAfterMs === undefined ? RETRY_AFTER_MS : options.retryAfterMs
  }
}

/** A JSON-RPC error that every healthy node would give: the request itself is refused. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal'
  readonly code: number
  readonly data: unknown
  /** True where the executed code failed, and the request itself was valid. */
  readonly ofExecution: boolean

  constructor(code: number, message: string, data: unknown, ofExecution = false) {
    super(message)
    this.code = code
    this.data = data
    this.ofExecution = ofExecution
  }
}

// Error codes about the node rather than the request: https://github.com/anza-xyz/agave rpc-client-api/src/custom_error.rs
const NODE_CODES: ReadonlySet<number> = new Set([-32004, -32005, -32007, -32009, -32011, -32014, -32016, -32603])

/** Methods whose errors may come from the contract instead of the node. */
const EXECUTES: ReadonlySet<string> = new Set(['eth_call', 'eth_estimateGas'])
/** How geth, erigon, reth, nethermind, besu and anvil report failed execution, under whichever code. */
const EXECUTION_FAILED = new RegExp(
  [
    'revert',
    'out ?of ?gas',
    'gas required exceeds allowance',
    'gas uint64 overflow',
    '(invalid|bad|undefined|unknown) ?(fe ?)?(opcode|instruction)',
    'opcode \\S{1,40} not defined',
    '(invalid|bad) ?jump',
    'stack ?(under|over)flow',
    'stack limit reached',
    'write protection',
    'return data out of bounds',
    'max (call depth|code size|initcode size)',
    'vm execution error',
  ].join('|'),
  'i',
)
/** Execution halts as anvil and reth name them, except for failures of their own database. */
const ENDED_AS = /^evm error:? (?!fatal)[a-z]+$/i

/** True for an error of the executed code, which every healthy node gives; false for one of the node. */
const isOfExecution = (method: string, { code, message, data }: RpcError): boolean => {
  if (!EXECUTES.has(method)) return false
  const text = String(message)
  return (
    code === 3 ||
    EXECUTION_FAILED.test(text) ||
    ENDED_AS.test(text) ||
    (typeof data === 'string' && /^(reverted )?0x[0-9a-f]+$/i.test(data))
  )
}

/** One call, and the most milliseconds that it may take. */
export interface EndpointCall {
  readonly method: string
  readonly params: readonly unknown[]
  readonly timeoutMs: number
}

/** The machine's timers, and the headers that name the present span. */
export interface EndpointMeans {
  readonly timers: Timers
  readonly headers?: () => Readonly<Record<string, string>>
}

/**
 * The raw `result` of one JSON-RPC call.
 *
 * @throws EndpointFault | RpcRefusal
 */
export async function callEndpoint(
  { timers, headers: spanHeaders }: EndpointMeans,
  url: Secret<string>,
  { method, params, timeoutMs }: EndpointCall,
): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json', ...spanHeaders?.() }
  let response: Response
  let text: string
  try {
    const signal = abortAfter(timers, timeoutMs)
    const ask = () => fetch(url.reveal(), { method: 'POST', headers, body, redirect: 'error', signal })
    response = await ask().catch((error: unknown) => {
      // A keep-alive connection that the node just closed. Calls are safe to repeat: a transaction is the same bytes.
      if (wasClosed(error)) return ask()
      throw error
    })
    text = await readText(response)
  } catch (error) {
    // The error may quote the URL, which may contain a key: only its name is passed on.
    if (error instanceof EndpointFault) throw error
    throw new EndpointFault(`does not answer (${error instanceof Error ? error.name : 'unknown'})`, { retryAfterMs: null })
  }
  const answer = parseAnswer(text)
  // A contract's failure is not the node's fault, whatever status reports it.
  if (answer?.error && isOfExecution(method, answer.error) && response.status !== 429) {
    const { code, message, data } = answer.error
    throw new RpcRefusal(typeof code === 'number' ? code : 0, String(message), data, true)
  }
  // Some providers send a JSON-RPC error with an HTTP error status; 429 and 5xx are always the node's fault.
  if (response.status === 429 || response.status >= 500) {
    throw new EndpointFault(`HTTP ${response.status}`, { retryAfterMs: retryAfterMs(response) })
  }
  if (answer?.error) {
    const { code, message, data } = answer.error
    if (typeof code !== 'number' || NODE_CODES.has(code)) throw new EndpointFault(`node error ${String(code)}`)
    throw new RpcRefusal(code, String(message), data)
  }
  if (!response.ok || !answer || answer.result === undefined) throw new EndpointFault(`no JSON-RPC answer (HTTP ${response.status})`)
  return answer.result
}

const wasClosed = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ECONNRESET'

/** The largest answers are blocks with all their transactions, and a hundred accounts; both are far smaller. */
const ANSWER_BYTES_MAX = 33_554_432

/** @throws EndpointFault for a larger answer, which would be held in memory */
async function readText(response: Response): Promise<string> {
  const tooMuch = () => new EndpointFault(`answers with more than ${ANSWER_BYTES_MAX} bytes`, { retryAfterMs: null })
  if (Number(response.headers.get('content-length')) > ANSWER_BYTES_MAX) {
    await response.body?.cancel()
    throw tooMuch()
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES_MAX) throw tooMuch()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

interface RpcAnswer {
  readonly result?: unknown
  readonly error?: RpcError
}

interface RpcError {
  readonly code?: unknown
  readonly message?: unknown
  readonly data?: unknown
}

function parseAnswer(text: string): RpcAnswer | null {
  try {
    const answer: unknown = JSON.parse(text)
    return answer !== null && typeof answer === 'object' && !Array.isArray(answer) ? (answer as RpcAnswer) : null
  } catch {
    return null
  }
}

function retryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return seconds >= 0 ? Math.min(seconds * 1_000, RETRY_AFTER_MS_MAX) : RETRY_AFTER_MS
}
