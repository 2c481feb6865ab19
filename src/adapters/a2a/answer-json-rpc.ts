import {
  AgentCard,
  CancelTaskRequest,
  DeleteTaskPushNotificationConfigRequest,
  GetExtendedAgentCardRequest,
  GetTaskPushNotificationConfigRequest,
  GetTaskRequest,
  ListTaskPushNotificationConfigsRequest,
  ListTasksRequest,
  Message,
  type Part,
  SendMessageRequest,
  SubscribeToTaskRequest,
  TaskPushNotificationConfig,
} from '@a2a-js/sdk'
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  JsonRpcTransportHandler,
  ServerCallContext,
  type TaskStore,
  validateVersion,
} from '@a2a-js/sdk/server'
import type { A2aCall, A2aMessage, A2aReply } from '../../ports/a2a.ts'

/** Where the call stands in its context. */
const CALL = 'call'

/** Every message is answered at once, so there is never a task: what is under way has the handle that its answer says. */
const noTasks: TaskStore = {
  save: async () => {},
  load: async () => undefined,
  list: async () => ({ tasks: [], nextPageToken: '', pageSize: 0, totalSize: 0 }),
}

const executor: AgentExecutor = {
  async execute({ userMessage, contextId, context }, bus) {
    const { reply, unforeseen } = context.state.get(CALL) as A2aCall
    const message = messageOf(userMessage)
    const { about, ...part } = await reply(message).catch(async (error: unknown): Promise<A2aReply> => ({
      text: await unforeseen(error),
    }))
    const parts = [part, ...(about === undefined ? [] : [{ text: about }])]
    bus.publish(AgentEvent.message(Message.fromJSON({ messageId: `re-${message.messageId}`, contextId, role: 'ROLE_AGENT', parts })))
  },
  cancelTask: async () => {},
}

const messageOf = ({ messageId, parts }: Message): A2aMessage => ({
  messageId,
  text: parts.flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : [])).join('\n'),
  data: parts.flatMap(({ content }: Part) => (content?.$case === 'data' ? [content.value as unknown] : [])),
})

/** What reads the parameters of each method. */
const PARAMETERS: Readonly<Record<string, { fromJSON(object: unknown): unknown }>> = {
  SendMessage: SendMessageRequest,
  SendStreamingMessage: SendMessageRequest,
  GetTask: GetTaskRequest,
  ListTasks: ListTasksRequest,
  CancelTask: CancelTaskRequest,
  SubscribeToTask: SubscribeToTaskRequest,
  CreateTaskPushNotificationConfig: TaskPushNotificationConfig,
  GetTaskPushNotificationConfig: GetTaskPushNotificationConfigRequest,
  DeleteTaskPushNotificationConfig: DeleteTaskPushNotificationConfigRequest,
  ListTaskPushNotificationConfigs: ListTaskPushNotificationConfigsRequest,
  GetExtendedAgentCard: GetExtendedAgentCardRequest,
}

/** Codes of JSON-RPC 2.0. @see https://www.jsonrpc.org/specification#error_object */
const INVALID_PARAMS = -32602
const INTERNAL_ERROR = -32603

/**
 * The JSON-RPC answer to one call. Streams are refused, since the card offers none, and so are versions that it does not name. The SDK
 * would answer an error that it does not know with the error's own text: parameters that it cannot read are refused before, and of any
 * other such error the client is told what `unforeseen` says.
 */
export async function answerJsonRpc(card: object, call: A2aCall): Promise<object> {
  const { version } = call
  const body = withoutReferences(call.body)
  const { id = null } = body
  const answerOf = (error: object) => ({ jsonrpc: '2.0', id, error })
  const agentCard = AgentCard.fromJSON(card)
  const handler = new JsonRpcTransportHandler(new DefaultRequestHandler(agentCard, noTasks, executor))
  const context = new ServerCallContext({
    state: new Map<string, unknown>([[CALL, call]]),
    ...(version === null ? {} : { requestedVersion: version }),
  })
  try {
    validateVersion(context.requestedVersion, agentCard, 'JSONRPC')
    if (!isReadable(body)) return answerOf({ code: INVALID_PARAMS, message: 'The parameters are not what A2A 1.0 has for this method.' })
    const answer = await onlyAnswer(await handler.handle(body, context))
    if (answer.error?.code !== INTERNAL_ERROR || answer.error.data !== undefined) return answer
    return answerOf({ code: INTERNAL_ERROR, message: await call.unforeseen(new Error(answer.error.message)) })
  } catch (error) {
    const known = JsonRpcTransportHandler.mapToJSONRPCError(error)
    return answerOf(known.data === undefined ? { code: INTERNAL_ERROR, message: await call.unforeseen(error) } : known)
  }
}

interface JsonRpcAnswer {
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** The first answer, of which a stream that is refused has one. @throws Error when there is none */
async function onlyAnswer(answer: object): Promise<JsonRpcAnswer> {
  if (!(Symbol.asyncIterator in answer)) return answer
  for await (const first of answer as AsyncIterable<JsonRpcAnswer>) return first
  throw new Error('a stream without an answer')
}

/** Members of parameters and of a message that are text; their reader would make text of anything. */
const TEXTS = ['id', 'taskId', 'contextId', 'messageId', 'tenant', 'pageToken']

const hasTexts = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  TEXTS.every((name) => ['string', 'undefined'].includes(typeof (value as Record<string, unknown>)[name]))

/** False for parameters of a known method that its reader fails at or mistakes: a part that is null, a text that is an object. */
function isReadable({ method, params }: Readonly<Record<string, unknown>>): boolean {
  const reader = typeof method === 'string' && Object.hasOwn(PARAMETERS, method) ? PARAMETERS[method] : undefined
  if (!reader || typeof params !== 'object' || params === null) return true
  try {
    reader.fromJSON(params)
    return hasTexts(params) && hasTexts((params as { readonly message?: unknown }).message)
  } catch {
    return false
  }
}

/** References to tasks lead nowhere here, and the SDK would print each of them. */
function withoutReferences(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const params = body.params as { readonly message?: object } | null | undefined
  if (typeof params !== 'object' || params === null || typeof params.message !== 'object') return { ...body }
  return { ...body, params: { ...params, message: { ...params.message, referenceTaskIds: [] } } }
}
