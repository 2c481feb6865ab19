import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { AppError } from '../domain/errors.ts'
import type { HttpDeps } from '../http/http-deps.ts'
import type { Deps } from '../ports/deps.ts'
import type { Policy } from '../ports/policy.ts'
import { type Arguments, requestOfCall } from './request-of-call.ts'
import type { Tool } from './describe-tool.ts'
import { resultOfAnswer, type ToolResult } from './result-of-answer.ts'

/** What calls of tools need. */
export interface ToolCallerOptions extends Pick<Deps, 'timers'> {
  readonly tools: ReadonlyMap<string, Tool>
  readonly policy: Pick<Policy, 'baseUrl'>
  readonly callRoute: HttpDeps['callRoute']
  /** The answer to what was refused before a route was asked. */
  readonly refuse: (outer: Request, error: unknown) => Response
}

/** One call of a tool. */
export interface Call {
  readonly params: { readonly name: string; readonly arguments?: Arguments | undefined }
  readonly context: ServerContext
  readonly era: 'legacy' | 'modern'
  /** The request that it came in. */
  readonly outer: Request
  /** What its arguments were refused for; null where they were not. */
  readonly refused: AppError | null
}

/** How often a client that asked for it hears that a chain is still waited for. */
const PROGRESS_MS = 2_000

/**
 * Answers calls of tools: each with what its route answers, refusals too. A call that has begun is finished even if its client
 * disconnects.
 *
 * @throws ProtocolError when there is no tool of the name
 */
export function createToolCaller({ timers, tools, policy, callRoute, refuse }: ToolCallerOptions) {
  const resultOf = async (tool: Tool, args: Arguments, { outer, context, refused }: Call): Promise<ToolResult> => {
    if (refused) throw refused
    const request = requestOfCall(tool, args, { outer, payment: context.mcpReq._meta?.['x402/payment'] })
    const { pathname, search } = new URL(request.url)
    return resultOfAnswer(tool, await callRoute(request, outer), `${policy.baseUrl}${pathname}${search}`)
  }
  return async (call: Call): Promise<ToolResult | InputRequiredResult> => {
    const { params, context, outer } = call
    const tool = tools.get(params.name)
    // What was sent as a name is not repeated: it can be a key that was put there by mistake.
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no tool of this name: see tools/list.')
    const args = params.arguments ?? {}
    const endProgress = tool.row.waits ? tellProgress({ timers }, context) : () => {}
    try {
      // Whatever is thrown is told in our words: the protocol's server would show the text of any error.
      const result = await resultOf(tool, args, call).catch((error: unknown) => resultOfAnswer(tool, refuse(outer, error), policy.baseUrl))
      return awaitsApproval(result) ? askForApproval(result, `${policy.baseUrl}/approve/${String(args.dryRunId)}`, call) : result
    } finally {
      endProgress()
    }
  }
}

/** Tells the client at once and every two seconds that its call goes on, if it asked for that. Returns what ends it. */
function tellProgress({ timers }: Pick<Deps, 'timers'>, { mcpReq }: ServerContext): () => void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => {}
  let progress = 0
  const tell = () => {
    progress += 1
    const params = { progressToken, progress, message: 'The chain is waited for; what was sent goes on by itself.' }
    // A client that has disconnected does not get it; its call is finished all the same.
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
  tell()
  return timers.every(PROGRESS_MS, tell)
}

const awaitsApproval = ({ structuredContent: { code } }: ToolResult): boolean => code === 'dry_run_not_approved'

/**
 * Sends the person at the client to the approval page: by itself where the client can, once a call; else in words. That they went
 * there does not mean that they approved.
 */
function askForApproval(result: ToolResult, url: string, { context, era }: Call): ToolResult | InputRequiredResult {
  const { envelope = {}, inputResponses } = context.mcpReq
  const { [CLIENT_CAPABILITIES_META_KEY]: capabilities } = envelope as { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities }
  const opensPages = capabilities?.elicitation?.url !== undefined
  if (era === 'modern' && opensPages && inputResponses === undefined) {
    const message = 'An approver has to look at this plan and sign. The page shows what is launched and who is paid.'
    return inputRequired({ inputRequests: { approve: inputRequired.elicitUrl({ message, url }) } })
  }
  const text = `A person has to approve this plan at ${url} with an approver’s wallet. Then call this tool again with the same arguments.`
  return { ...result, content: [...result.content, { type: 'text', text }] }
}
