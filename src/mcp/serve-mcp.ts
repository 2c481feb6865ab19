import { STRANGERS_WORDS } from '../domain/text/strangers-words.ts'
import { SERVICE_VERSION } from '../domain/text/service-version.ts'
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from '@modelcontextprotocol/server'
import type { HttpDeps } from '../http/http-deps.ts'
import { withoutTokens } from '../lib/logger.ts'
import { type Problem, problemResponse } from '../http/answers/problem.ts'
import { createToolCaller } from './tool-caller.ts'
import { describeTool, type Tool } from './describe-tool.ts'
import { createMessageServer, type ServeMessage, type ServerOfMessage } from './message-server.ts'
import { PROMPTS, promptText } from './prompts.ts'
import { RESOURCES, RESOURCE_TEMPLATES, resourceAt } from './resources.ts'
import { TOOL_ROWS } from './tool-rows.ts'

/** Lists change with the executable and its settings alone. */
const LISTS = { ttlMs: 300_000, cacheScope: 'public' } as const
const CACHE_HINTS = {
  'server/discover': LISTS,
  'tools/list': LISTS,
  'prompts/list': LISTS,
  'resources/list': LISTS,
  'resources/templates/list': LISTS,
} as const

const INSTRUCTIONS = `Launches coins whose creator fees are split on chain. Begin with the guide, or with the prompt launch. Launches are signed by the client: no secret key is ever sent here, in an argument or a header. Refusals have a code, and a fix that says what to do. ${STRANGERS_WORDS}`

/** The protocol, of both generations and without a session: what one message brings is all that is known of its client. */
export function serveMcp(
  deps: Pick<HttpDeps, 'policy' | 'timers' | 'log' | 'redact' | 'stopNotice' | 'routes' | 'callRoute'>,
): ServeMessage {
  const { policy, timers, callRoute } = deps
  const tools = toolsOf(deps)
  const callTool = createToolCaller({
    timers,
    tools: new Map(tools.map((tool) => [tool.listed.name, tool])),
    policy,
    callRoute,
    refuse: (outer, error) => problemResponse(deps, outer, error, {}),
  })
  const info = { name: 'agent-launch', title: policy.serviceTitle, version: SERVICE_VERSION, websiteUrl: policy.baseUrl }
  const listed = {
    tools: { tools: tools.map((tool) => tool.listed) },
    prompts: { prompts: PROMPTS.map(({ lines: _, ...prompt }) => ({ ...prompt, arguments: [...prompt.arguments] })) },
    resources: { resources: RESOURCES.map(({ path, ...row }) => ({ ...row, uri: policy.baseUrl + path })) },
    templates: { resourceTemplates: RESOURCE_TEMPLATES.map(({ path, ...row }) => ({ ...row, uriTemplate: policy.baseUrl + path })) },
  }
  /** What is no error of the protocol's is told in our words: its server would show the text of any error. */
  const inOurWords = <Result>(work: () => Promise<Result>, outer: Request): Promise<Result> =>
    work().catch(async (error: unknown) => {
      if (error instanceof ProtocolError) throw error
      throw refusedRead((await problemResponse(deps, outer, error, {}).json()) as Problem)
    })
  const resourceOf = async (uri: string, outer: Request) => {
    const found = resourceAt(policy.baseUrl, uri)
    if (!found) throw notFound(uri)
    const answer = await callRoute(new Request(new URL(found.path, outer.url)), outer)
    if (answer.status === 404) throw notFound(uri)
    const text = await answer.text()
    if (answer.status >= 400) throw refusedRead(JSON.parse(text) as Problem)
    return { contents: [{ uri, mimeType: found.mimeType, text }] }
  }
  const serverOf: ServerOfMessage = ({ era, requestInfo }, refused) => {
    const server = new Server(info, {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: INSTRUCTIONS,
      cacheHints: CACHE_HINTS,
    })
    const outer = requestInfo!
    server.setRequestHandler('tools/list', () => listed.tools)
    server.setRequestHandler('tools/call', ({ params }, context) => callTool({ params, context, era, outer, refused }))
    server.setRequestHandler('prompts/list', () => listed.prompts)
    server.setRequestHandler('prompts/get', ({ params }) => inOurWords(async () => promptOf(params.name, params.arguments ?? {}), outer))
    server.setRequestHandler('resources/list', () => listed.resources)
    server.setRequestHandler('resources/templates/list', () => listed.templates)
    server.setRequestHandler('resources/read', ({ params: { uri } }) => inOurWords(() => resourceOf(uri, outer), outer))
    return server
  }
  return createMessageServer(deps, serverOf)
}

/** The protocol wants the address repeated: what can be a key in it is not. */
const notFound = (uri: string): ResourceNotFoundError => new ResourceNotFoundError(withoutTokens(uri))

const refusedRead = (problem: Problem): ProtocolError => new ProtocolError(ProtocolErrorCode.InternalError, problem.detail, problem)

/** The tools of the routes that are not switched off. */
function toolsOf({ routes }: Pick<HttpDeps, 'routes'>): readonly Tool[] {
  const seen = new Set<string>()
  const byOperation = new Map(routes().map((route) => [route.operationId, route]))
  return TOOL_ROWS.flatMap((row) => {
    const route = byOperation.get(row.operation)
    if (!route) throw new Error(`no route has the operationId ${row.operation}`)
    return route.guard.switchedOff ? [] : [describeTool(row, route, seen)]
  })
}

/** @throws ProtocolError for a prompt that there is not, and for an argument that it needs */
function promptOf(name: string, given: Readonly<Record<string, string>>) {
  const prompt = PROMPTS.find((row) => row.name === name)
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no prompt of this name: see prompts/list.')
  const missing = prompt.arguments.find((argument) => argument.required && !given[argument.name])
  if (missing) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The prompt needs the argument ${missing.name}.`)
  const content = { type: 'text' as const, text: promptText(prompt, given) }
  return { description: prompt.description, messages: [{ role: 'user' as const, content }] }
}
