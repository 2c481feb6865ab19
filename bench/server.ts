import { deflateSync } from 'node:zlib'
import { toBase64 } from '../src/lib/bytes.ts'
import { createTestApp, CREW_WALLETS, OPERATOR_KEY, pngBytes } from '../test/support/test-app.ts'
import { coinRow } from '../test/support/storage-rows.ts'
import { type Figure, median } from './figure.ts'

const REQUESTS = 4_000
const COINS = 50

/** Server time of a dry-run and a launch, and CPU of a list beside a bare answer of the same bytes. */
export async function benchServer(): Promise<Figure[]> {
  const app = await createTestApp({ policy: { rateLimits: false } })
  const body = app.launchBody({ crew: [{ handle: 'a', wallet: CREW_WALLETS[0], share: 100 }] })
  const picture = toBase64(noisyPicture(200_000))
  const timed = async (path: string, json: object, headers: Record<string, string> = {}) => {
    const startedMs = performance.now()
    const { status } = await app.call('POST', path, json, { key: OPERATOR_KEY, headers })
    if (status >= 300) throw new Error(`${path} answered ${status}`)
    return performance.now() - startedMs
  }
  const dryRuns: number[] = []
  const launches: number[] = []
  for (let n = 0; n < 300; n += 1) dryRuns.push(await timed('/api/agent/launch/dry-run', { ...body, imageBase64: picture }))
  for (let n = 0; n < 100; n += 1) {
    launches.push(await timed('/api/agent/launch', body, { 'x-launcher-key': app.launcher.secret }))
    await app.deps.simulation!.airdrop(app.launcher.wallet, 1_000_000_000n as never)
  }
  const ratio = await listRatio(app)
  await app.close()
  return [
    { name: 'dry-run with a 200 kB picture', figure: median(dryRuns), unit: 'ms', budget: '3' },
    { name: 'launch, outside the chain', figure: median(launches), unit: 'ms', budget: '25' },
    { name: `GET /api/coins, CPU of a bare Bun.serve answer / ours`, figure: ratio, unit: 'ratio', budget: 'at least 0.7' },
  ]
}

/** CPU time of a bare server's answer over ours, for the same bytes, alternating in one run. */
async function listRatio(app: Awaited<ReturnType<typeof createTestApp>>): Promise<number> {
  for (let n = 0; n < COINS; n += 1) await app.deps.storage.coins.insert(coinRow(`bench${n}`))
  const path = '/api/coins?limit=50'
  const text = JSON.stringify((await app.call('GET', path)).body)
  const parsed: unknown = JSON.parse(text)
  const ours = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => app.raw(request) })
  const bare = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json(parsed) })
  const cpu = async (url: string) => {
    const before = process.cpuUsage()
    for (let n = 0; n < REQUESTS / 8; n += 1) await Promise.all(Array.from({ length: 8 }, async () => (await fetch(url)).text()))
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const ratios: number[] = []
  for (let round = 0; round < 5; round += 1) ratios.push((await cpu(bare.url.href)) / (await cpu(`${ours.url.href.slice(0, -1)}${path}`)))
  await Promise.all([ours.stop(true), bare.stop(true)])
  return median(ratios)
}

function noisyPicture(size: number): Uint8Array {
  const noise = deflateSync(crypto.getRandomValues(new Uint8Array(65_536)))
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += noise.length) bytes.set(noise.subarray(0, Math.min(noise.length, size - at)), at)
  bytes.set(pngBytes().subarray(0, 8))
  return bytes
}
