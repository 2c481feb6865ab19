import type { Figure } from '../figure.ts'
import { type Load, openLoad } from '../http-load.ts'
import { inTurns } from '../in-turns.ts'
import type { Bench, Measure } from '../measure.ts'
import { cpuMicros, readThreadTimes, residentMiB } from '../process-cpu.ts'
import { clientOf, rawRequest } from '../requests.ts'
import { median } from '../statistics.ts'

const PACE = {
  full: { rounds: 9, turnMs: 400, calls: 100_000, settleMs: 1_500 },
  quick: { rounds: 3, turnMs: 250, calls: 20_000, settleMs: 700 },
}
const CONNECTIONS = 64
/** Calls after which the compiler has seen all of it, and memory is what it stays. */
const WARM_CALLS = 10_000

/** Looks at memory over the many calls: between two of them the collector may have run, or not. */
const SLICES = 10

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
}

/** A call of the tool `coin`, as a client of revision 2026-07-28 sends it. */
const callOfCoin = (mint: string, n: number): Uint8Array =>
  rawRequest({
    method: 'POST',
    path: '/mcp',
    client: clientOf(n),
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'coin',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: n, method: 'tools/call', params: { name: 'coin', arguments: { mint }, _meta: META } }),
  })

/** The middle of the later half over that of the earlier one. */
const growth = (looks: readonly number[]): number => median(looks.slice(looks.length / 2)) / median(looks.slice(0, looks.length / 2))

/** CPU of a call of a tool above that of the route behind it, turn by turn, and what many calls leave in memory. */
async function run(bench: Bench): Promise<Figure[]> {
  const { rounds, turnMs, calls, settleMs } = bench.quick ? PACE.quick : PACE.full
  const scene = await bench.scene(bench.contestants.subjects[0]!)
  const [server, mint] = [await scene.start(), scene.mints[0]!]
  bench.say('POST /mcp')
  const rest = async () => {
    await Bun.sleep(settleMs)
    return residentMiB(server.pid)
  }
  const idleMiB = await rest()
  let n = 0
  const target = (next: () => Uint8Array) => openLoad({ url: server.url, next, status: 200 }, CONNECTIONS)
  const tool = await target(() => callOfCoin(mint, n++))
  await tool.saturate({ ms: Number.POSITIVE_INFINITY, requestsMax: WARM_CALLS })
  const warmMiB = await rest()
  const laterMiB: number[] = []
  for (let slice = 0; slice < SLICES; slice += 1) {
    await tool.saturate({ ms: Number.POSITIVE_INFINITY, requestsMax: calls / SLICES })
    laterMiB.push(await rest())
  }

  const route = await target(() => rawRequest({ path: `/api/coins/${mint}`, client: clientOf(n++) }))
  const cpuMillis = async (load: Load) => {
    const before = readThreadTimes(server.pid)
    const { requests } = await load.saturate({ ms: turnMs, requestsMax: Number.POSITIVE_INFINITY })
    return cpuMicros(before, readThreadTimes(server.pid)) / requests / 1_000
  }
  await cpuMillis(route)
  const [ofTool, ofRoute] = (await inTurns([tool, route], rounds, cpuMillis)) as [number[], number[]]
  for (const load of [tool, route]) load.close()
  await server.stop()

  const figure = (what: string, unit: string, ours: readonly number[], most?: number): Figure => ({
    measure: 'POST /mcp, the tool coin',
    what,
    unit,
    better: 'lower',
    ours,
    ...(most === undefined ? {} : { budget: { most } }),
  })
  return [
    figure('CPU', 'ms', ofTool),
    figure(
      'CPU above GET /api/coins/{mint}',
      'ms',
      ofTool.map((millis, turn) => millis - ofRoute[turn]!),
      1,
    ),
    figure('memory before its first call', 'MiB', [idleMiB]),
    figure(`memory after ${WARM_CALLS.toLocaleString('en')} calls`, 'MiB', [warmMiB]),
    figure(`in the second half of ${calls.toLocaleString('en')} more, over the first`, 'times', [growth(laterMiB)], 1.1),
  ]
}

/** Calls of tools. */
export const mcp: Measure = { name: 'mcp', about: 'CPU of a tool above its route, and memory over 100,000 calls', run }
