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
import { firstFreePort, freePort } from '../free-port.ts'
import { startServer } from '../start-server.ts'
import { printWhatNext } from './print-what-next.ts'
import { walkThrough } from './walk-through.ts'
import type { Environment } from '../../config/environment.ts'

/** The README's, so that its commands fit. */
const PORT = 3_000

/**
 * `demo`: starts a service on port 3000, or the next free one, with a new data folder and the sample directory, and a client that uses it
 * over HTTP only: key, crew, dry-run, approval, launch, trades, distribution. Keeps running afterwards, unless `--once` is given.
 */
export async function demo(args: readonly string[], given: Environment): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { once: { type: 'boolean', default: false } } })
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-launch-demo-'))
  const ids = createRandomIds()
  const approver = newKeyPair(ids.bytes)
  // The port is chosen first, since the service's answers contain its URL.
  const port = values.once ? freePort() : firstFreePort(PORT)
  if (!values.once && port !== PORT) print(`Port ${PORT} is taken, so this runs on ${port}.`)
  print(
    `A service on http://127.0.0.1:${port}, simulated: nothing here touches a chain. A coin's whole way, each step a call of its API:\n`,
  )
  const operatorKey = ids.text(16)
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    APPROVER_WALLETS: toBase58(approver.publicKey),
    OPERATOR_API_KEY: operatorKey,
    JOBS_ENABLED: '1',
    LOG_LEVEL: 'warn',
    ...demoPaymentEnv(given),
  }
  const server = await startServer({ env }, readConfig(env))
  const { url } = server
  try {
    await importKols(server.deps, BY_COMMAND, { text: sampleKolsCsv, isEvmAddress: () => true, dryRun: false })
    const walked = await walkThrough({ clock: createSystemClock(), ids, env: given }, url, approver)
    if (values.once) return 0
    printWhatNext({ url, dataDir, operatorKey, approver, randomBytes: ids.bytes }, walked)
    await new Promise<void>((resolve) => {
      for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve())
    })
    return 0
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
