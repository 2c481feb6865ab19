import { type Call, measureCalls } from '../calls.ts'
import type { Measure } from '../measure.ts'
import { askOnce } from '../http-load.ts'
import { clientOf, rawRequest } from '../requests.ts'
import type { RunningServer } from '../running-server.ts'

const KEPT = { cpu: { ratioMost: 1.4 }, p99: { most: 5 } }
const READ_ANEW = { cpu: { ratioMost: 2 }, p99: { most: 5 } }

/** The same address over and over, from 10,000 clients. */
const always = (path: string) => (): (() => Uint8Array) => {
  let n = 0
  return () => rawRequest({ path, client: clientOf(n++) })
}

/**
 * The newest coins behind a cursor that no request before had, so that no answer is kept: one of the list's own, with its time moved
 * past the newest coin and another end each time.
 */
export async function coinsAnew(server: RunningServer): Promise<() => Uint8Array> {
  const { body } = await askOnce(server.url, rawRequest({ path: '/api/coins?limit=1', client: clientOf(0) }))
  const { nextCursor } = JSON.parse(body) as { nextCursor: string }
  const [timeMs] = Buffer.from(nextCursor, 'base64url').toString().split('.')
  const later = Number(timeMs) + 86_400_000
  if (!Number.isInteger(later)) throw new Error(`the cursor ${nextCursor} is of another form than this measure knows`)
  let n = 0
  return () => {
    const cursor = Buffer.from(`${later}.x${n}`).toString('base64url')
    return rawRequest({ path: `/api/coins?cursor=${cursor}`, client: clientOf(n++) })
  }
}

/** Uses of a key a minute; 60 are allowed. */
const USES = 55

const CALLS: readonly Call[] = [
  { name: 'GET /healthz', status: 200, requests: always('/healthz'), budgets: KEPT },
  { name: 'GET /api/coins, kept', status: 200, requests: always('/api/coins'), budgets: KEPT },
  { name: 'GET /api/coins, read anew', status: 200, requests: (_scene, server) => coinsAnew(server), budgets: READ_ANEW },
  { name: 'GET /api/board', status: 200, requests: always('/api/board'), budgets: KEPT },
  { name: 'GET /api/proof', status: 200, requests: always('/api/proof'), budgets: KEPT },
  { name: 'GET /api/agent', status: 200, requests: always('/api/agent'), budgets: KEPT },
  {
    name: 'GET /api/coins/{mint}',
    status: 200,
    requests: ({ mints }) => always(`/api/coins/${mints[0]}`)(),
    budgets: KEPT,
  },
  { name: 'GET of no route, 404', status: 404, requests: always('/api/nothing/here'), budgets: { p99: { most: 5 } } },
  {
    name: 'GET /api/agent/keys, by key',
    status: 200,
    turnMax: 2_500,
    requests: ({ keys }) => {
      let n = 0
      return () => {
        const key = keys[Math.floor(n / USES) % keys.length]!
        return rawRequest({ path: '/api/agent/keys', client: clientOf(n++), headers: { 'x-svc-api-key': key } })
      }
    },
    budgets: { p99: { most: 5 } },
  },
]

/** Reads, kept and anew. */
export const reads: Measure = {
  name: 'reads',
  about: 'CPU and latency of reads beside a bare Bun.serve that sends the same bytes',
  run: (bench) => measureCalls(bench, CALLS),
}
