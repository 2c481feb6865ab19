import { createMcpHandler, type McpRequestContext, type Server } from '@modelcontextprotocol/server'
import type { AppError } from '../domain/errors.ts'
import type { Deps } from '../ports/deps.ts'
import { plainRequest } from './plain-request.ts'

/** Answers one message; `refused` is the error that its arguments were refused with. */
export type ServeMessage = (request: Request, message: Readonly<Record<string, unknown>>, refused: AppError | null) => Promise<Response>

/** Nothing listed changes while the service runs: whoever listens hears only that he may. */
const SUBSCRIPTIONS_MAX = 64

/** The protocol's server for one message: the request that it came in, and the error that its arguments were refused with, or null. */
export type ServerOfMessage = (context: McpRequestContext, refused: AppError | null) => Server

/** The protocol's transport over what `serverOf` makes for each message. */
export function createMessageServer(deps: Pick<Deps, 'stopNotice' | 'timers'>, serverOf: ServerOfMessage): ServeMessage {
  // By request: the protocol's handler hands on nothing else of what is known of a message.
  const refusals = new WeakMap<Request, AppError>()
  const refusalOf = (request: Request | undefined) => (request && refusals.get(request)) ?? null
  const { fetch: handle } = createMcpHandler((context) => serverOf(context, refusalOf(context.requestInfo)), {
    maxSubscriptions: SUBSCRIPTIONS_MAX,
  })
  return (request, message, refused) => {
    const plain = plainRequest(request, message)
    const received = message.method === 'subscriptions/listen' ? endedWithService(deps, plain) : plain
    if (refused) refusals.set(received, refused)
    return handle(received, { parsedBody: message })
  }
}

const LOOK_MS = 500

/** The request, without its body, aborted when its client is gone or the service stops: a stream that only waits must not delay that. */
function endedWithService({ stopNotice, timers }: Pick<Deps, 'stopNotice' | 'timers'>, { url, method, headers, signal }: Request): Request {
  const end = new AbortController()
  const endLooking = timers.every(LOOK_MS, () => stopNotice.answerByMs !== null && end.abort(), { idle: true })
  const either = AbortSignal.any([signal, end.signal])
  either.addEventListener('abort', endLooking, { once: true })
  return new Request(url, { method, headers, signal: either })
}
