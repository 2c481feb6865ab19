import type { Secret } from '../../../lib/secret.ts'

/** A JSON object of which nothing more is known. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The value, where it is an object; null where it is anything else. */
export const objectOf = (value: unknown): JsonObject | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : null

/** A message of JSON-RPC, of which little is known. */
export interface RpcMessage {
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: JsonObject
  readonly result?: JsonObject
  readonly error?: { readonly code: number; readonly message: string }
}

/** Sends a message to the service and yields what it answers, as it comes. */
export type PostMessage = (message: RpcMessage, signal: AbortSignal) => AsyncGenerator<RpcMessage>

const VERSION = 'io.modelcontextprotocol/protocolVersion'

/** Posts to this service's /mcp, with its key where there is one. @throws Error when what is answered is no message, or nothing is */
export function createPostMessage(url: string, key: Secret<string> | null): PostMessage {
  const address = new URL('/mcp', url)
  return async function* (message, signal) {
    const headers = { ...headersOf(message), ...(key === null ? {} : { 'x-svc-api-key': key.reveal() }) }
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(message), signal, redirect: 'error' })
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      const text = await response.text()
      if (text !== '') yield readAnswer(text, message)
      return
    }
    for await (const data of eventsOf(response.body!)) yield readAnswer(data, message)
  }
}

/** An answer to this message. What was refused before the service had read its id has none, and gets it. @throws Error for other JSON */
function readAnswer(text: string, { id }: RpcMessage): RpcMessage {
  const answer = JSON.parse(text) as RpcMessage & { readonly jsonrpc?: unknown }
  if (answer.jsonrpc !== '2.0') throw new Error('the answer is no message')
  return answer.error && answer.id === null && id !== undefined ? { ...answer, id } : answer
}

/** What revision 2026-07-28 wants said in headers too. */
function headersOf({ method, params }: RpcMessage): Record<string, string> {
  const version = objectOf(params?._meta)?.[VERSION]
  const name = params?.name ?? params?.uri
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(typeof version === 'string' ? { 'mcp-protocol-version': inHeader(version) } : {}),
    ...(typeof version === 'string' && method !== undefined ? { 'mcp-method': inHeader(method) } : {}),
    ...(typeof version === 'string' && typeof name === 'string' ? { 'mcp-name': inHeader(name) } : {}),
  }
}

const inHeader = (text: string): string =>
  /^[\x21-\x7e]+( +[\x21-\x7e]+)*$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`

/** The lines of a stream, as they are complete. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/)
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}

/** The data of server-sent events. */
async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = []
  for await (const line of linesOf(stream)) {
    if (line.startsWith('data:')) data.push(line.slice(5).trimStart())
    else if (line === '' && data.join('') !== '') yield data.splice(0).join('\n')
    else if (line === '') data = []
  }
}
