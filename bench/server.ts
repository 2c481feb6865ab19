import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { toBase64 } from '../src/lib/bytes.ts'
import { createTestApp, CREW_WALLETS, OPERATOR_KEY, pngBytes } from '../test/support/test-app.ts'
import { type Figure, median } from './figure.ts'

const REQUESTS = 8_000
const ROUNDS = 5

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
  const ratio = await listRatio()
  await app.close()
  return [
    { name: 'dry-run with a 200 kB picture', figure: median(dryRuns), unit: 'ms', budget: '3' },
    { name: 'launch, outside the chain', figure: median(launches), unit: 'ms', budget: '25' },
    { name: `GET /api/coins, CPU of a bare Bun.serve answer / ours`, figure: ratio, unit: 'ratio', budget: 'at least 0.7' },
  ]
}

/** CPU time of a bare server's answer over ours, for the same bytes: each in a process of its own, by that process's own clock. */
async function listRatio(): Promise<number> {
  const ours = await startChild('ours')
  const bare = await startChild('bare')
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) ratios.push((await cpuTicks(bare)) / (await cpuTicks(ours)))
  for (const { child } of [ours, bare]) child.kill()
  return median(ratios)
}

async function startChild(kind: string) {
  // A log that is written and thrown away.
  const stdout = Bun.file('/dev/null')
  const child = Bun.spawn([process.execPath, new URL('list-server.ts', import.meta.url).pathname, kind], { stdout, stderr: 'pipe' })
  const { value } = await child.stderr.getReader().read()
  return { child, url: new TextDecoder().decode(value).trim() }
}

/** User and system time that the child used for a round of requests, in clock ticks. */
async function cpuTicks({ child, url }: Awaited<ReturnType<typeof startChild>>): Promise<number> {
  const ticks = () => {
    const [utime, stime] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13).map(Number)
    return utime! + stime!
  }
  const before = ticks()
  for (let n = 0; n < REQUESTS / 8; n += 1) await Promise.all(Array.from({ length: 8 }, async () => (await fetch(url)).arrayBuffer()))
  return ticks() - before
}

function noisyPicture(size: number): Uint8Array {
  const noise = deflateSync(crypto.getRandomValues(new Uint8Array(65_536)))
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += noise.length) bytes.set(noise.subarray(0, Math.min(noise.length, size - at)), at)
  bytes.set(pngBytes().subarray(0, 8))
  return bytes
}
