import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sampleKolsCsv } from '../../adapters/sample/sample-kols-csv.ts'
import { readConfig } from '../../config/read-config.ts'
import { BY_COMMAND } from '../../domain/operator/operator-act.ts'
import { approvalMessage } from '../../features/dry-run/approve-dry-run.ts'
import { importKols } from '../../features/kols/import-kols.ts'
import { toBase58, toBase64 } from '../../lib/bytes.ts'
import { type KeyPair, newKeyPair, signDetached } from '../../lib/ed25519.ts'
import { demoPaymentEnv, showPayment } from './demo-payment.ts'
import { demoPicture } from './demo-picture.ts'
import { print } from '../print.ts'
import { startServer } from '../start-server.ts'
import { createSystemClock } from '../../adapters/system-clock.ts'

/** The parts of answers that the demo reads. */
interface Answer {
  readonly key: string
  readonly dryRunId: string
  readonly approvedByWallet: string
  readonly mint: string
  readonly lockPath: string
  readonly feeShareLocked: boolean
  readonly createSlot: number
  readonly lockSlot: number
  readonly shareholders: { wallet: string; role: string; handle: string; bps: number }[]
  readonly cost: { sol: number }
  readonly distributedSol: number
  readonly remits: { wallet: string; lamports: string }[]
  readonly coin: { vaultSol: number }
  readonly hires: { handle: string; share: number; role: string; reasons: string[] }[]
  readonly detail?: string
}

/**
 * `demo`: starts a service on a free port with a new data folder and the sample directory, and a client that uses it over HTTP only: key,
 * crew, dry-run, approval, launch, trades, distribution. Keeps running afterwards, unless `--once` is given.
 */
export async function demo(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { once: { type: 'boolean', default: false } } })
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-launch-demo-'))
  const approver = newKeyPair()
  // The port is chosen first, since the service's answers contain its URL.
  const port = freePort()
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    APPROVER_WALLETS: toBase58(approver.publicKey),
    LOG_LEVEL: 'warn',
    ...demoPaymentEnv(process.env),
  }
  const server = await startServer(readConfig(env))
  try {
    await importKols(server.deps, BY_COMMAND, { text: sampleKolsCsv, isEvmAddress: () => true, dryRun: false })
    const mint = await walkThrough(server.url, approver)
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

async function walkThrough(url: string, approver: KeyPair): Promise<string> {
  const launcher = newKeyPair()
  const launcherKey = toBase58(launcher.secretKey.reveal())
  let apiKey = ''
  const call = async (
    step: string,
    method: string,
    path: string,
    options: { body?: unknown; headers?: Record<string, string>; asPerson?: boolean } = {},
  ): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(options.asPerson ? {} : { 'x-svc-api-key': apiKey }), 'content-type': 'application/json', ...options.headers },
      body: options.body === undefined ? null : JSON.stringify(options.body),
    })
    const answer = (await response.json()) as Answer
    print(`${step.padEnd(22)} ${String(response.status)}  ${method} ${path.replace(/[0-9a-zA-Z]{32,}/g, '…')}`)
    if (!response.ok) throw new Error(`the demo failed at "${step}": ${answer.detail}`)
    return answer
  }
  const note = (text: string) => print(`${' '.repeat(28)}${text}`)

  apiKey = (await call('claim a key', 'POST', '/api/agent/keys/claim', { body: { label: 'demo', agentName: 'Demo agent' } })).key
  note(`${apiKey.slice(0, 11)}… (shown once)`)
  await showPayment(url, process.env)

  const texts = { name: 'Night Market Frog', ticker: 'NMFROG', description: 'A frog that trades noodles at night.' }
  const { hires } = await call('find a crew', 'POST', '/api/agent/autohire', { body: { ...texts, seats: 5 } })
  for (const { handle, role, reasons } of hires) note(`@${handle} as ${role}: ${reasons[0]}`)

  const body = {
    ...texts,
    imageBase64: toBase64(demoPicture()),
    autoHire: { seats: 5 },
    initialBuySol: 0.1,
    atomicRequired: true,
    launcherPubkey: toBase58(launcher.publicKey),
    agent: { name: 'Demo agent', objective: 'show the whole way', model: 'none' },
  }
  const plan = await call('dry-run', 'POST', '/api/agent/launch/dry-run', { body })
  note(`costs ${plan.cost.sol} SOL, first buy included; path ${plan.lockPath}`)

  const timestamp = String(createSystemClock().machineMs())
  const message = new TextEncoder().encode(approvalMessage(plan.dryRunId, timestamp))
  const approved = await call('human approval', 'POST', `/api/agent/launch/dry-run/${plan.dryRunId}/approve`, {
    asPerson: true,
    headers: {
      'x-svc-wallet': toBase58(approver.publicKey),
      'x-svc-timestamp': timestamp,
      'x-svc-signature': toBase58(signDetached(message, approver)),
    },
  })
  note(`by wallet ${approved.approvedByWallet.slice(0, 8)}…`)

  const launched = await call('launch', 'POST', '/api/agent/launch', {
    body: { ...body, dryRunId: plan.dryRunId },
    headers: { 'x-launcher-key': launcherKey, 'x-idempotency-key': 'demo-launch-1' },
  })
  note(`mint ${launched.mint}`)
  note(`created in slot ${launched.createSlot}, fees locked in slot ${launched.lockSlot} (${launched.lockPath})`)

  const trader = toBase58(newKeyPair().publicKey)
  for (const sol of [2, 1.5, 3])
    await call(`buy for ${sol} SOL`, 'POST', `/api/simulated/${launched.mint}/trades`, { body: { wallet: trader, side: 'buy', sol } })
  await call('sell 1 SOL worth', 'POST', `/api/simulated/${launched.mint}/trades`, { body: { wallet: trader, side: 'sell', sol: 1 } })
  const { coin } = await call('creator fees wait', 'GET', `/api/simulated/${launched.mint}`)
  note(`${coin.vaultSol} SOL in the split's vault`)

  const paid = await call('distribute', 'POST', '/api/agent/crank', {
    body: { mint: launched.mint },
    headers: { 'x-launcher-key': launcherKey },
  })
  note(`${paid.distributedSol} SOL paid`)

  print(`\n${'role'.padEnd(10)} ${'who'.padEnd(28)} ${'share'.padStart(8)} ${'lamports paid'.padStart(14)}  wallet`)
  for (const { wallet, role, handle, bps } of launched.shareholders) {
    const remit = paid.remits.find((line) => line.wallet === wallet)
    print(
      `${role.padEnd(10)} ${handle.padEnd(28)} ${`${(bps / 100).toFixed(2)}%`.padStart(8)} ${(remit?.lamports ?? '0').padStart(14)}  ${wallet}`,
    )
  }
  return launched.mint
}

function freePort(): number {
  const probe = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const { port } = probe
  void probe.stop(true)
  return port!
}
