import { LOCK_PATHS, type LockPath } from '../src/domain/lock-path.ts'
import { createPumpLaunchpad } from '../src/adapters/launchpads/pump/launchpad.ts'
import { chainSkipReason } from '../test/chain/support/chain-programs.ts'
import { createPumpScene, LONG_URI, planFor, type PumpScene, settle, SOL } from '../test/chain/support/pump-scene.ts'
import { Secret } from '../src/lib/secret.ts'
import { createServiceScene } from '../test/chain/support/service-scene.ts'
import { machineTime } from '../test/support/machine-time.ts'

/**
 * Prints one table of real launches on the real programs: shareholders, first buy and lookup table, and for each the path
 * that was chosen, the bytes of its transactions and the compute units they used. Then how long launches take through HTTP, from the
 * request to the answer that the fees are locked, on a chain whose slots and node take as long as mainnet's.
 */

const CREWS = [3, 5, 8, 9]
const BUYS = [0n, SOL / 2n]
const SHORT_URI = 'https://a.example/m/Ab12'

interface Cluster {
  readonly name: string
  readonly v1Active: boolean
  readonly withTable: boolean
  readonly jito: boolean
  readonly allowedPaths: readonly LockPath[]
}

const CLUSTERS: readonly Cluster[] = [
  { name: 'v1', v1Active: true, withTable: false, jito: false, allowedPaths: LOCK_PATHS },
  { name: 'no v1, table', v1Active: false, withTable: true, jito: false, allowedPaths: LOCK_PATHS },
  { name: 'no v1, no table', v1Active: false, withTable: false, jito: false, allowedPaths: LOCK_PATHS },
  { name: 'bundles only', v1Active: false, withTable: false, jito: true, allowedPaths: ['jito-bundle'] },
  { name: 'nothing atomic', v1Active: false, withTable: false, jito: false, allowedPaths: ['sequential'] },
]

const HEADINGS = [
  'cluster',
  'crew',
  'shareholders',
  'URI bytes',
  'first buy',
  'lookup table',
  'path',
  'bytes',
  'compute units',
  'landed',
] as const

async function launchRow(cluster: Cluster, scene: PumpScene, crew: number, buyLamports: bigint, metadataUri: string): Promise<string[]> {
  const { server, launchpad, launcher } = scene
  const plan = planFor(launcher.wallet, { crew, buyLamports, metadataUri })
  const { mint, lockPath, transactions } = await launchpad.prepareLaunch(plan, launcher)
  await settle(launchpad, transactions)
  const coin = await launchpad.readCoin(mint)
  const ownTable = transactions.some(({ steps }) => steps.includes('lookup-table'))
  const tables = [cluster.withTable && !cluster.v1Active ? 'static' : '', ownTable ? 'own' : ''].filter((name) => name !== '')
  return [
    cluster.name,
    String(crew),
    String(plan.shareholders.length),
    String(metadataUri.length),
    buyLamports > 0n ? '0.5 SOL' : '-',
    tables.join(' + ') || '-',
    lockPath,
    transactions.map(({ bytesBase64 }) => Buffer.from(bytesBase64, 'base64').length).join(' + '),
    transactions.map(({ signature }) => server.chain.ledger.get(signature)?.computeUnits ?? 'lost').join(' + '),
    coin?.feeShare?.locked ? 'locked' : 'not locked',
  ]
}

async function clusterRows(cluster: Cluster): Promise<string[][]> {
  const scene = await createPumpScene(cluster)
  const jitoUrls = cluster.jito ? [new Secret(scene.server.jitoUrl)] : []
  const launchpad = createPumpLaunchpad({ ...scene.options, jitoUrls, allowedPaths: cluster.allowedPaths })
  const rows: string[][] = []
  for (const metadataUri of [SHORT_URI, LONG_URI])
    for (const crew of CREWS) for (const buy of BUYS) rows.push(await launchRow(cluster, { ...scene, launchpad }, crew, buy, metadataUri))
  await scene.server.stop()
  return rows
}

const SLOT_MS = 400
const NODE_MS = 25
const TIMED_LAUNCHES = 15

/** From request to locked, where a transaction is confirmed a slot after it was sent. */
async function timeRow(manner: 'honest' | 'absent'): Promise<string> {
  const scene = await createServiceScene({ latencyMs: NODE_MS, landingDelaySlots: 1, clock: machineTime.clock })
  scene.server.sockets.manner = manner
  const slots = setInterval(() => scene.server.chain.advanceSlots(1), SLOT_MS)
  const timesMs: number[] = []
  for (let launched = 0; launched < TIMED_LAUNCHES; launched += 1) {
    const launcher = scene.fundedPerson()
    const startMs = performance.now()
    const { status, body } = await scene.post('/api/agent/launch', scene.launchBody(8, launcher), { launcher })
    if (status !== 201 || !body.feeShareLocked) throw new Error(`a launch answered ${status}: ${JSON.stringify(body)}`)
    timesMs.push(performance.now() - startMs)
  }
  clearInterval(slots)
  await scene.close()
  const [middle, most] = [0.5, 1].map((share) => timesMs.toSorted((a, b) => a - b)[Math.ceil(share * TIMED_LAUNCHES) - 1]!)
  const text = (ms: number) => `${Math.round(ms)} ms, ${(ms / SLOT_MS).toFixed(1)} slots`
  return `${manner === 'honest' ? 'node with websockets' : 'node without'}: median ${text(middle!)}; most ${text(most!)}`
}

function printTable(rows: readonly (readonly string[])[]): void {
  const widths = HEADINGS.map((heading, column) => Math.max(heading.length, ...rows.map((row) => row[column]!.length)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  console.log(line(HEADINGS))
  console.log(line(widths.map((width) => '-'.repeat(width))))
  for (const row of rows) console.log(line(row))
}

const reason = chainSkipReason()
if (reason) {
  console.log(`no report: ${reason}`)
} else {
  const rows: string[][] = []
  for (const cluster of CLUSTERS) rows.push(...(await clusterRows(cluster)))
  printTable(rows)
  console.log(`\nFrom request to locked, with slots of ${SLOT_MS} ms and a node that answers after ${NODE_MS} ms:`)
  for (const manner of ['honest', 'absent'] as const) console.log(`  ${await timeRow(manner)}`)
}
