import { connectByOAuth, type Generation, type OAuthClient } from '../../support/oauth-client.ts'

/** What the test asks of a page that has an official client of MCP in it. */
export interface McpPage {
  connect(generation: Generation, address: string): Promise<void>
  call: OAuthClient['call']
  sentTo(): string | null
  goOn: OAuthClient['goOn']
}

let client: OAuthClient

const page: McpPage = {
  async connect(generation, address) {
    client = await connectByOAuth(generation, { address, returnsTo: `${location.origin}/callback` })
  },
  call: (name) => client.call(name),
  sentTo: () => client.sentTo(),
  goOn: (address) => client.goOn(address),
}

Object.assign(globalThis, { mcpPage: page })
