import { AgentCard, Message, type Part } from '@a2a-js/sdk'
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  JsonRpcTransportHandler,
  ServerCallContext,
  type TaskStore,
  validateVersion,
} from '@a2a-js/sdk/server'
import type { A2aCall, A2aMessage } from '../../ports/a2a.ts'

/** Where the call's own `reply` stands in its context. */
const REPLY = 'reply'

/** Every message is answered at once, so there is never a task: what is under way has the handle that its answer says. */
const noTasks: TaskStore = {
  save: async () => {},
  load: async () => undefined,
  list: async () => ({ tasks: [], nextPageToken: '', pageSize: 0, totalSize: 0 }),
}

const executor: AgentExecutor = {
  async execute({ userMessage, contextId, context }, bus) {
    const reply = context.state.get(REPLY) as A2aCall['reply']
    const message = messageOf(userMessage)
    const parts = [{ ...(await reply(message)) }]
    bus.publish(AgentEvent.message(Message.fromJSON({ messageId: `re-${message.messageId}`, contextId, role: 'ROLE_AGENT', parts })))
  },
  cancelTask: async () => {},
}

const messageOf = ({ messageId, parts }: Message): A2aMessage => ({
  messageId,
  text: parts.flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : [])).join('\n'),
  data: parts.flatMap(({ content }: Part) => (content?.$case === 'data' ? [content.value as unknown] : [])),
})

/** The JSON-RPC answer to one call. Streams are refused, since the card offers none, and so are versions that it does not name. */
export async function answerJsonRpc(card: object, { body, version, reply }: A2aCall): Promise<object> {
  const agentCard = AgentCard.fromJSON(card)
  const handler = new JsonRpcTransportHandler(new DefaultRequestHandler(agentCard, noTasks, executor))
  const state = new Map<string, unknown>([[REPLY, reply]])
  const context = new ServerCallContext({ state, ...(version === null ? {} : { requestedVersion: version }) })
  try {
    validateVersion(context.requestedVersion, agentCard, 'JSONRPC')
    const answer = await handler.handle(withoutReferences(body), context)
    if (!(Symbol.asyncIterator in answer)) return answer
    for await (const first of answer) return first
    throw new Error('a stream without an answer')
  } catch (error) {
    const { id = null } = body
    return { jsonrpc: '2.0', id, error: JsonRpcTransportHandler.mapToJSONRPCError(error) }
  }
}

/** References to tasks lead nowhere here, and the SDK would print each of them. */
function withoutReferences(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const params = body.params as { readonly message?: object } | null | undefined
  if (typeof params !== 'object' || params === null || typeof params.message !== 'object') return { ...body }
  return { ...body, params: { ...params, message: { ...params.message, referenceTaskIds: [] } } }
}
