import { type Context, Elysia } from 'elysia'
import { AppError } from '../domain/errors.ts'
import { unreadBody } from '../http/elysia/unread-body.ts'
import type { HttpDeps } from '../http/http-deps.ts'
import { requestContext } from '../http/request/request-context.ts'
import type { ServeMessage } from './message-server.ts'
import { answerRefusal } from './answer-refusal.ts'
import { keyChallenge } from './key-challenge.ts'
import { checkMessage, checkOrigin, refuseSecretHeaders } from './refuse-message.ts'
import { JSON_LIMITS } from '../domain/limits/json-limits.ts'
import { memberRepeated } from '../http/request/body/member-repeated.ts'
import { structureIn } from '../lib/json/json-text.ts'

/**
 * MCP at `POST /mcp`, and with a slash at its end: every tool is a route of this service, called within the process. `load` runs at
 * the first message, since the protocol takes memory that most services never need.
 * @see https://modelcontextprotocol.io/specification/2026-07-28
 */
export const mcpRoutes = (deps: HttpDeps, load: () => Promise<ServeMessage>) => {
  let loading: Promise<ServeMessage> | null = null
  const handler = () =>
    (loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    }))
  const answer = async ({ request, set }: Pick<Context, 'request' | 'set'>): Promise<Response> => {
    const context = requestContext(request)
    Object.assign(context, { route: '/mcp', rateGroup: 'mcp' })
    let id: unknown = null
    try {
      Object.assign(set.headers, deps.limiter.count('mcp', null, context))
      checkOrigin(deps.policy, request)
      refuseSecretHeaders(request)
      const body = ((await deps.bodies.read(request, 'message')) ?? {}) as Readonly<Record<string, unknown>>
      // What is asked of a route is counted again, as that route's body.
      context.releaseBody?.()
      context.releaseBody = null
      id = body.id
      const { message, refused } = checkMessage(readArguments(body))
      const challenge = refused ? null : await keyChallenge(deps, request, message)
      if (challenge) return await answerRefusal(deps, request, new AppError('api_key_invalid'), { id, headers: challenge })
      const serve = await handler()
      return await serve(request, message, refused)
    } catch (error) {
      return answerRefusal(deps, request, error, { id, headers: set.headers as Record<string, string> })
    }
  }
  const hidden = { detail: { hide: true } }
  return new Elysia({ name: 'mcp' }).onParse(unreadBody).post('/mcp', answer, hidden).post('/mcp/', answer, hidden)
}

type CalledMessage = Readonly<Record<string, unknown>>

/**
 * The message with its arguments as an object, where they came as the JSON text of one; without them where they are null. What stands
 * in them is read by the route that they are for.
 * @throws AppError validation_invalid for a text with a member twice
 */
function readArguments(message: CalledMessage): CalledMessage {
  const params = message.params as CalledMessage | null | undefined
  const given = params?.arguments
  if (given === null) {
    const { arguments: _, ...rest } = params!
    return { ...message, params: rest }
  }
  const read = typeof given === 'string' ? structureIn(given, JSON_LIMITS) : null
  if (!read || Array.isArray(read.value)) return message
  if (read.repeated) throw memberRepeated(['params', 'arguments', ...read.repeated])
  return { ...message, params: { ...params, arguments: read.value } }
}
