import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandomIds } from '../../adapters/random-ids.ts'
import { sampleKolsCsv } from '../../adapters/sample/sample-kols-csv.ts'
import { createSystemClock } from '../../adapters/system-clock.ts'
import { readConfig } from '../../config/read-config.ts'
import { BY_COMMAND } from '../../domain/operator/operator-act.ts'
import { importKols } from '../../features/kols/import-kols.ts'
import { toBase58 } from '../../lib/bytes.ts'
import { newKeyPair } from '../../lib/ed25519.ts'
import { demoPaymentEnv } from './demo-payment.ts'
import { print } from '../print.ts'
import { freePort } from '../free-port.ts'
import { startServer } from '../start-server.ts'
import { walkThrough } from './walk-through.ts'
import type { Environment } from '../../config/environment.ts'

/**
 * `demo`: starts a service on a free port with a new data folder and the sample directory, and a client that uses it over HTTP only: key,
 * crew, dry-run, approval, launch, trades, distribution. Keeps running afterwards, unless `--once` is given.
 */
export async function demo(args: readonly string[], given: Environment): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { once: { type: 'boolean', default: false } } })
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-launch-demo-'))
  const ids = createRandomIds()
  const approver = newKeyPair(ids.bytes)
  // The port is chosen first, since the service's answers contain its URL.
  const port = freePort()
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    APPROVER_WALLETS: toBase58(approver.publicKey),
    LOG_LEVEL: 'warn',
    ...demoPaymentEnv(given),
  }
  const server = await startServer({ env }, readConfig(env))
  try {
    await importKols(server.deps, BY_COMMAND, { text: sampleKolsCsv, isEvmAddress: () => true, dryRun: false })
    const mint = await walkThrough({ clock: createSystemClock(), ids, env: given }, server.url, approver)
    if (values.once) return 0
    print(`\nStill up, with everything in memory of this run. Open:`)
    for (const path of ['/board', `/coin/${mint}`, '/', `/api/coins/${mint}`, `/api/coins/${mint}/logo`, `/api/simulated/${mint}`])
      print(`  ${server.url}${path}`)
    print('Ctrl-C ends it.')
    await new Promise<void>((resolve) => {
      for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve())
    })
    return 0
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
