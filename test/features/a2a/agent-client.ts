import { Role, type Message, type Part } from '@a2a-js/sdk'
import { type Client, ClientFactory, ClientFactoryOptions, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client'
import type { TestApp } from '../../support/test-app.ts'

/** What another agent was answered: the one part of the message. */
export interface Reply {
  readonly data?: any
  readonly text?: string
}

/** Another agent: the official client, which knows this service's address and nothing else. */
export async function createAgentClient(app: TestApp, headers: Record<string, string> = {}) {
  const sent: { readonly path: string; readonly version: string | null }[] = []
  const fetchImpl = (async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
    sent.push({ path: new URL(request.url).pathname, version: request.headers.get('a2a-version') })
    return app.raw(request)
  }) as typeof fetch
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  })
  const client: Client = await new ClientFactory(options).createFromUrl('http://launch.test')

  const send = async (parts: readonly unknown[], messageId: string = crypto.randomUUID()): Promise<Reply> => {
    const message = { messageId, role: Role.ROLE_USER, parts } as unknown as Message
    const answer = (await client.sendMessage({ message } as Parameters<Client['sendMessage']>[0])) as Message
    const [{ content }] = answer.parts as [Part]
    return content?.$case === 'data' ? { data: content.value } : { text: String(content?.value) }
  }
  return {
    client,
    sent,
    send,
    /** Asks for a skill. */
    ask: (skill: string, input: unknown = {}, messageId?: string) =>
      send(
        [{ content: { $case: 'data', value: { skill, input } }, metadata: undefined, filename: '', mediaType: 'application/json' }],
        messageId,
      ),
    say: (text: string) => send([{ content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: 'text/plain' }]),
  }
}
