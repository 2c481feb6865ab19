import type { Topic } from './topic.ts'

/** The same calls as tools. */
export const MCP_TOPIC: Topic = {
  title: 'MCP',
  summary: 'The same calls as tools at POST /mcp, for assistants; no secret key ever goes there.',
  sections: ({ policy }) => [
    {
      title: 'Connect',
      text: `${policy.baseUrl}/mcp, streamable HTTP, stateless: clients of revision 2026-07-28 and of those before it. x-svc-api-key, or the key as bearer token; claim_key makes one. Reads need none. A client that speaks OAuth gets one on a page where a person claims it or gives theirs: a tool that needs a key answers 401 with the way there. A batch is refused.`,
      commands: `mcp() { curl -s "$S/mcp" -H "x-svc-api-key: $KEY" -H 'content-type: application/json' -H 'accept: application/json, text/event-stream' -d "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"$1\\",\\"params\\":$2}" | sed -n 's/^data: //p'; }
mcp tools/list '{}' | jq -r '[.result.tools[].name] | join(" ")'
mcp tools/call '{"name":"search_kols","arguments":{"q":"frog","limit":1}}' | jq -c '.result.structuredContent.kols[] | {handle, rank}'
mcp tools/call "$(jq -c '{name: "dry_run", arguments: (. + {name: "Tool Frog", ticker: "TLFROG"})}' coin.json)" | jq -c '.result.structuredContent | {dryRunId, approvalUrl}'`,
    },
    {
      title: 'Launch',
      text: 'dry_run, a person at approvalUrl where approval is required, prepare_launch (launcherPubkey and mintPubkey are the client’s), sign on the client, submit_signed, launch_status. A launcher’s secret in an argument or header is refused with secret_in_body: treat it as exposed. Refusals are results with isError, and the same code and fix as over HTTP.',
    },
    {
      title: 'Read and ask',
      text: 'Resources: the guide, the error catalogue, a coin, a plan. Prompts: launch, repair, read a proof.',
      commands: `mcp resources/list '{}' | jq -r '.result.resources[].uri'
mcp prompts/list '{}' | jq -r '.result.prompts[].name'`,
    },
  ],
  operations: [],
  errors: ['secret_in_body', 'api_key_invalid', 'origin_not_allowed', 'rate_limit_exceeded'],
}
