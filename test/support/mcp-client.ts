import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { TestApp } from './test-app.ts'

/** What a tool answered. */
export interface ToolAnswer {
  readonly isError: boolean
  readonly body: any
  readonly texts: readonly string[]
  readonly meta: Record<string, any>
}

/** A call of a tool: its `_meta`, and who hears of its progress. */
export interface CallOptions {
  readonly meta?: Record<string, unknown>
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: { progress: number; message?: string | undefined }) => void
}

/** What the official clients of both generations do alike. */
export interface McpClient {
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<ToolAnswer>
  tools(): Promise<any[]>
  resources(): Promise<any[]>
  templates(): Promise<any[]>
  read(uri: string): Promise<{ mimeType?: string; text: string }>
  prompts(): Promise<any[]>
  prompt(name: string, args: Record<string, string>): Promise<string>
  close(): Promise<void>
}

/** How a client connects: which generation it is of, its key, and what it does when a page is to be opened. */
export interface ClientOptions {
  readonly key?: string | undefined
  readonly headers?: Record<string, string>
  /** Opens a page for a person; a client without it has no elicitation. */
  readonly openPage?: (url: string) => Promise<void> | void
}

const ADDRESS = new URL('http://launch.test/mcp')
const INFO = { name: 'test', version: '1' }

/** The app's MCP without a socket; a network address of its own for each client. */
const fetchOf = (app: TestApp) => async (url: string | URL | Request, init?: RequestInit) => app.raw(new Request(url as URL, init))

const requestInit = ({ key, headers }: ClientOptions) => ({ headers: { ...(key ? { 'x-svc-api-key': key } : {}), ...headers } })

const answerOf = (result: any): ToolAnswer => ({
  isError: result.isError === true,
  body: result.structuredContent,
  texts: result.content.map(({ text }: { text: string }) => text),
  meta: result._meta ?? {},
})

const common = (client: any) => ({
  tools: async () => (await client.listTools()).tools,
  resources: async () => (await client.listResources()).resources,
  templates: async () => (await client.listResourceTemplates()).resourceTemplates,
  read: async (uri: string) => (await client.readResource({ uri })).contents[0],
  prompts: async () => (await client.listPrompts()).prompts,
  prompt: async (name: string, args: Record<string, string>) =>
    (await client.getPrompt({ name, arguments: args })).messages[0].content.text,
  close: () => client.close(),
})

/** The client of revision 2026-07-28. */
export const connectModern = (app: TestApp, options: ClientOptions = {}): Promise<McpClient> =>
  connectNewer(app, options, { mode: { pin: '2026-07-28' } })

/** The client of that package which asks the service what it speaks. */
const connectAsking = (app: TestApp, options: ClientOptions = {}): Promise<McpClient> => connectNewer(app, options, { mode: 'auto' })

/** The client of that package as it is when nothing is said: it shakes hands. */
const connectUntold = (app: TestApp, options: ClientOptions = {}): Promise<McpClient> => connectNewer(app, options, null)

async function connectNewer(
  app: TestApp,
  options: ClientOptions,
  versionNegotiation: { readonly mode: 'auto' | { readonly pin: string } } | null,
): Promise<McpClient> {
  const client = new Client(INFO, {
    ...(versionNegotiation ? { versionNegotiation } : {}),
    capabilities: options.openPage ? { elicitation: { url: {} } } : {},
  })
  if (options.openPage) {
    client.setRequestHandler('elicitation/create', async ({ params }: any) => {
      await options.openPage!(params.url)
      return { action: 'accept' as const }
    })
  }
  await client.connect(new StreamableHTTPClientTransport(ADDRESS, { fetch: fetchOf(app) as any, requestInit: requestInit(options) }))
  return {
    ...common(client),
    call: async (name, args = {}, { meta, onProgress, signal } = {}) =>
      answerOf(
        await client.callTool({ name, arguments: args, ...(meta ? { _meta: meta } : {}) }, {
          ...(onProgress ? { onprogress: onProgress } : {}),
          ...(signal ? { signal } : {}),
        } as any),
      ),
  }
}

/** The client of the generation before: it shakes hands, and is answered in streams. */
export async function connectLegacy(app: TestApp, options: ClientOptions = {}): Promise<McpClient> {
  const client = new OldClient(INFO, { capabilities: {} })
  await client.connect(new OldTransport(ADDRESS, { fetch: fetchOf(app) as any, requestInit: requestInit(options) }) as any)
  return {
    ...common(client),
    call: async (name, args = {}, { meta, onProgress, signal } = {}) =>
      answerOf(
        await client.callTool({ name, arguments: args, ...(meta ? { _meta: meta } : {}) }, undefined, {
          ...(onProgress ? { onprogress: onProgress } : {}),
          ...(signal ? { signal } : {}),
        } as any),
      ),
  }
}

/** Both, by name. */
export const GENERATIONS = [
  ['2026-07-28', connectModern],
  ['2025-11-25', connectLegacy],
] as const

/** The newer package in its other manners. */
export const OTHER_MANNERS = [
  ['2026-07-28, as agreed', connectAsking],
  ['2025-11-25, by the newer package', connectUntold],
] as const
