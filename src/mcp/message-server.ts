import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server'
import type { AppError } from '../domain/errors.ts'
import type { HttpDeps } from '../http/http-deps.ts'
import { endedWithService } from './ended-with-service.ts'

/** Answers one message; `refused` is the error that its arguments were refused with. */
export type ServeMessage = (request: Request, message: Readonly<Record<string, unknown>>, refused: AppError | null) => Promise<Response>

/** Nothing listed changes while the service runs: whoever listens hears only that he may. */
const SUBSCRIPTIONS_MAX = 64

// By request: the protocol's server hands on nothing else of what is known of a message.
const refusals = new WeakMap<Request, AppError>()

/** The error that the arguments of the message in this request were refused with; null when they were not. */
export const refusalOf = (request: Request): AppError | null => refusals.get(request) ?? null

/** The protocol's transport over what the factory makes for each message. */
export function createMessageServer(deps: Pick<HttpDeps, 'stopNotice'>, factory: McpServerFactory): ServeMessage {
  const { fetch: handle } = createMcpHandler(factory, { maxSubscriptions: SUBSCRIPTIONS_MAX })
  return (request, message, refused) => {
    if (refused) refusals.set(request, refused)
    const received = message.method === 'subscriptions/listen' ? endedWithService(deps, request) : request
    return handle(received, { parsedBody: message })
  }
}
