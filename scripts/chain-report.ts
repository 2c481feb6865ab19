import { LOCK_PATHS, type LockPath } from '../src/domain/lock-path.ts'
import { createPumpLaunchpad } from '../src/adapters/launchpads/pump/launchpad.ts'
import { chainSkipReason } from '../test/chain/support/chain-programs.ts'
import { createPumpScene, LONG_URI, planFor, type PumpScene, settle, SOL } from '../test/chain/support/pump-scene.ts'
import { Secret } from '../src/lib/secret.ts'

/**
 * Prints one table of real launches on the real programs: shareholders, first buy and lookup table, and for each the path
 * that was chosen, the bytes of its transactions and the compute units they used.
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
}
