import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { toBase64 } from '../../src/lib/bytes.ts'
import { pngBytes } from './test-app.ts'

/** The schema that a listed tool has to keep, keyword by keyword. */
const SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

const text = (words: string) => ({ type: 'text' as const, text: words })
const textResult = (words: string) => ({ content: [text(words)] })
const picture = { type: 'image' as const, data: toBase64(pngBytes()), mimeType: 'image/png' }
const sound = { type: 'audio' as const, data: toBase64(new TextEncoder().encode('RIFF    WAVE')), mimeType: 'audio/wav' }
const embedded = (uri: string, mimeType: string, words: string) => ({ type: 'resource' as const, resource: { uri, mimeType, text: words } })

const asks = (message: string, property: string, type = 'string') =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [property]: { type } }, required: [property] } as never,
  })
const asksModel = (words: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(words) }], maxTokens })

const codec = createRequestStateCodec<string>({ key: 'a key of the fixture, of 32 bytes and more', ttlSeconds: 60 })

type Tool = (context: ServerContext) => object | Promise<object>

const answersOf = ({ mcpReq }: ServerContext) => (mcpReq.inputResponses ?? {}) as Record<string, any>
const stateOf = ({ mcpReq }: ServerContext) => mcpReq.requestState<string>()
const capabilitiesOf = ({ mcpReq }: ServerContext): ClientCapabilities =>
  (mcpReq.envelope as { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ?? {}

const askedOnce: Tool = (context) => {
  const name = acceptedContent<{ name: string }>(context.mcpReq.inputResponses as never, 'user_name')?.name
  return typeof name === 'string'
    ? textResult(`Hello, ${name}!`)
    : inputRequired({ inputRequests: { user_name: asks('What is your name?', 'name') } })
}

const confirmed: Tool = async (context) =>
  stateOf(context) === 'confirming' && answersOf(context).confirm
    ? textResult('state-ok')
    : inputRequired({
        inputRequests: { confirm: asks('Please confirm', 'ok', 'boolean') },
        requestState: await codec.mint('confirming', context),
      })

/** Fixture tools of the conformance suite, by name. */
const TOOLS: Readonly<Record<string, Tool>> = {
  test_simple_text: () => textResult('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [picture] }),
  test_audio_content: () => ({ content: [sound] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      picture,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({ ...textResult('This tool intentionally returns an error for testing'), isError: true }),
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken: progressToken!, progress, total: 100 } })
    }
    return textResult('Done')
  },
  test_logging_tool: () => textResult('Nothing is logged'),
  test_missing_capability: (context) => {
    if (capabilitiesOf(context).sampling) return textResult('It can')
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
  },
  test_streaming_elicitation: askedOnce,
  test_input_required_result_elicitation: askedOnce,
  test_input_required_result_sampling: (context) => {
    const answer = answersOf(context).capital_question
    return answer
      ? textResult(String(answer.content?.text))
      : inputRequired({ inputRequests: { capital_question: asksModel('What is the capital of France?', 100) } })
  },
  test_input_required_result_list_roots: (context) => {
    const answer = answersOf(context).client_roots
    return answer ? textResult(JSON.stringify(answer.roots)) : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
  },
  test_input_required_result_request_state: confirmed,
  test_input_required_result_tampered_state: confirmed,
  test_input_required_result_multiple_inputs: async (context) => {
    const { user_name, greeting, client_roots } = answersOf(context)
    if (stateOf(context) === 'several' && user_name && greeting && client_roots) return textResult('All of them')
    return inputRequired({
      inputRequests: {
        user_name: asks('What is your name?', 'name'),
        greeting: asksModel('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await codec.mint('several', context),
    })
  },
  test_input_required_result_multi_round: async (context) => {
    const { step1, step2 } = answersOf(context)
    if (stateOf(context) === 'second' && step2) return textResult('Both')
    const second = stateOf(context) === 'first' && step1
    return inputRequired({
      inputRequests: second
        ? { step2: asks('Step 2: What is your favorite color?', 'color') }
        : { step1: asks('Step 1: What is your name?', 'name') },
      requestState: await codec.mint(second ? 'second' : 'first', context),
    })
  },
  test_input_required_result_capabilities: (context) => {
    const can = capabilitiesOf(context)
    if (context.mcpReq.inputResponses) return textResult('Thanks')
    const inputRequests = {
      ...(can.elicitation ? { name: asks('What is your name?', 'name') } : {}),
      ...(can.sampling ? { greeting: asksModel('Generate a greeting', 50) } : {}),
      ...(can.roots ? { roots: inputRequired.listRoots() } : {}),
    }
    return Object.keys(inputRequests).length === 0 ? textResult('Nothing to ask') : inputRequired({ inputRequests })
  },
  json_schema_2020_12_tool: () => textResult('Well kept'),
}

interface Prompt {
  readonly arguments?: readonly string[]
  readonly messages: (args: Record<string, string>, context: ServerContext) => object
}

const message = (content: object) => ({ role: 'user', content })

/** Fixture prompts, by name. */
const PROMPTS: Readonly<Record<string, Prompt>> = {
  test_simple_prompt: { messages: () => ({ messages: [message(text('This is a simple prompt for testing.'))] }) },
  test_prompt_with_arguments: {
    arguments: ['arg1', 'arg2'],
    messages: ({ arg1, arg2 }) => ({ messages: [message(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }),
  },
  test_prompt_with_embedded_resource: {
    arguments: ['resourceUri'],
    messages: ({ resourceUri }) => ({
      messages: [
        message(embedded(resourceUri!, 'text/plain', 'Embedded resource content for testing.')),
        message(text('Please process the embedded resource above.')),
      ],
    }),
  },
  test_prompt_with_image: { messages: () => ({ messages: [message(picture), message(text('Please analyze the image above.'))] }) },
  test_input_required_result_prompt: {
    messages: (_args, context) =>
      answersOf(context).user_context
        ? { messages: [message(text('With context'))] }
        : inputRequired({ inputRequests: { user_context: asks('What context should the prompt use?', 'context') } }),
  },
}

function read(uri: string) {
  if (uri === 'test://static-text') return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: picture.data }
  const id = /^test:\/\/template\/(\w+)\/data$/.exec(uri)?.[1]
  if (id === undefined) throw new ResourceNotFoundError(uri)
  return { uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }
}

/** A server with what the conformance suite calls by name, for the transport of the service. */
export function conformanceFixture(): Server {
  const server = new Server(
    { name: 'fixture', version: '1' },
    {
      capabilities: { tools: { listChanged: true }, prompts: { listChanged: true }, resources: {}, completions: {} },
      requestState: { verify: codec.verify },
    },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(TOOLS).map((name) => ({
      name,
      description: `Fixture ${name}`,
      inputSchema: (name === 'json_schema_2020_12_tool' ? SCHEMA_2020_12 : { type: 'object', properties: {} }) as { type: 'object' },
    })),
  }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = TOOLS[params.name]
    if (!tool) throw new ProtocolError(-32_602, 'unknown tool')
    return (await tool(context)) as never
  })
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(PROMPTS).map(([name, prompt]) => ({
      name,
      description: `Fixture ${name}`,
      arguments: (prompt.arguments ?? []).map((argument) => ({ name: argument, description: argument, required: true })),
    })),
  }))
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const prompt = PROMPTS[params.name]
    if (!prompt) throw new ProtocolError(-32_602, 'unknown prompt')
    return prompt.messages(params.arguments ?? {}, context) as never
  })
  const resource = (uri: string) => ({ uri, name: uri, description: `Fixture ${uri}` })
  server.setRequestHandler('resources/list', () => ({ resources: ['test://static-text', 'test://static-binary'].map(resource) }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'data', description: 'Fixture data' }],
  }))
  server.setRequestHandler('resources/read', ({ params }) => ({ contents: [read(params.uri)] }))
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [] } }))
  return server
}
