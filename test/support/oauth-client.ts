import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { UnauthorizedError as OldUnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** Which official client: of revision 2026-07-28, or of the generation before. */
export type Generation = 'modern' | 'legacy'

/** An official client that has no key, and what it keeps while it gets one by OAuth. */
export interface OAuthClient {
  /** What a tool without arguments answers; `unauthorized` when a person was asked for a key instead. */
  call(name: string): Promise<{ readonly isError?: boolean; readonly structuredContent: any } | 'unauthorized'>
  /** The page that a person has to visit; null when nobody was sent anywhere. Asking forgets it. */
  sentTo(): string | null
  /** Goes on with the address that the person was sent back to. */
  goOn(address: string): Promise<void>
  /** What it was given by the authorization server. */
  tokens(): Readonly<Record<string, string>> | undefined
  close(): Promise<void>
}

/** Connects without a key. Runs in browsers too. */
export async function connectByOAuth(
  generation: Generation,
  { address, returnsTo, fetch }: { address: string; returnsTo: string; fetch?: (url: any, init?: RequestInit) => Promise<Response> },
): Promise<OAuthClient> {
  let [registered, tokens, verifier, page]: any[] = []
  const authProvider = {
    redirectUrl: returnsTo,
    clientMetadata: { client_name: 'Official', redirect_uris: [returnsTo], token_endpoint_auth_method: 'none' },
    state: () => 'its state',
    clientInformation: () => registered,
    saveClientInformation: (given: unknown) => void (registered = given),
    tokens: () => tokens,
    saveTokens: (given: unknown) => void (tokens = given),
    saveCodeVerifier: (given: string) => void (verifier = given),
    codeVerifier: () => verifier,
    redirectToAuthorization: (url: URL) => void (page = url.href),
  }
  const options = { authProvider, ...(fetch ? { fetch } : {}) } as any
  const info = { name: 'official', version: '1' }
  const modern = generation === 'modern'
  const client: any = modern ? new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } }) : new OldClient(info)
  const transport: any = new (modern ? StreamableHTTPClientTransport : OldTransport)(new URL(address), options)
  await client.connect(transport)
  return {
    call: (name) =>
      client.callTool({ name, arguments: {} }).catch((error: unknown) => {
        if (error instanceof UnauthorizedError || error instanceof OldUnauthorizedError) return 'unauthorized' as const
        throw error
      }),
    sentTo() {
      const asked = page ?? null
      page = undefined
      return asked
    },
    goOn: (returned) => {
      const { searchParams } = new URL(returned)
      return transport.finishAuth(modern ? searchParams : searchParams.get('code'))
    },
    tokens: () => tokens,
    close: () => client.close(),
  }
}
