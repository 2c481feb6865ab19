import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Figure } from '../figure.ts'
import type { Bench, Measure } from '../measure.ts'

const MCP_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })

/** What an agent has to read before it does anything. */
async function run(bench: Bench): Promise<Figure[]> {
  const server = await (await bench.scene(bench.contestants.subjects[0]!)).start()
  bench.say('documents')
  const read = async (path: string, init?: RequestInit) => (await fetch(`${server.url}${path}`, init)).text()
  const listed = await read('/mcp', { method: 'POST', headers: MCP_HEADERS, body: LIST })
  const { result } = JSON.parse(/^data: (.+)$/m.exec(listed)?.[1] ?? listed) as { readonly result: { readonly tools: readonly unknown[] } }
  const figure = (measure: string, what: string, unit: string, value: number, most: number): Figure => ({
    measure,
    what,
    unit,
    better: 'lower',
    ours: [value],
    budget: { most },
  })
  const bytesOf = async (path: string) => Buffer.byteLength(await read(path))
  const figures = [
    figure('tools/list', 'all tools', 'tokens', countTokens(JSON.stringify({ tools: result.tools })), 6_000),
    figure('GET /api/agent', 'size', 'B', await bytesOf('/api/agent'), 12_000),
    figure('GET /openapi.json', 'size', 'B', await bytesOf('/openapi.json'), 350_000),
  ]
  await server.stop()
  return figures
}

/** What agents read first. */
export const documents: Measure = { name: 'documents', about: 'tokens of tools/list, bytes of /api/agent and /openapi.json', run }
