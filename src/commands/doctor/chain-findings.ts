import { createRandomIds } from '../../adapters/random-ids.ts'
import { createOperatorTableAdmin, type OperatorTable } from '../../adapters/launchpads/pump/operator-table.ts'
import { createPumpLaunchpad } from '../../adapters/launchpads/pump/launchpad.ts'
import { createSolanaProbe, type SolanaNodeProbe, type SolanaProbe } from '../../adapters/launchpads/pump/solana-probe.ts'
import { solanaWalletOfSetting } from '../../adapters/signers/signer-location.ts'
import type { Config } from '../../config/config.ts'
import { pumpOptionsOf } from '../../config/pump-options.ts'
import { AppError } from '../../domain/errors.ts'
import { formatAmount } from '../../domain/money/currency.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import { programFinding } from './program-finding.ts'
import { clockFinding } from '../../domain/operator/clock-finding.ts'
import type { Finding } from '../../domain/operator/finding.ts'
import type { Deps } from '../../ports/deps.ts'
import type { MachineTime } from '../../ports/clock.ts'

/** Enough for some hundred distributions. */
const CRANK_BALANCE_LAMPORTS_MIN = 5_000_000n
/** About a day of blocks. */
const HISTORY_BLOCKS_MIN = 200_000
const CLOCK_EARLY_SEC = 30
const CLOCK_LATE_SEC = 90

/** Checks the configuration against the chain: the nodes, the lookup table, and the crank wallet. Reads only. */
export async function chainFindings(time: MachineTime, solana: Config['solana']): Promise<Finding[]> {
  const options = pumpOptionsOf({ ids: createRandomIds(), time }, solana)
  const probe = createSolanaProbe(options)
  const nodes = nodeFindings(await probe.nodes())
  if (nodes.every(({ level }) => level === 'fail')) return nodes
  return [
    ...nodes,
    ...(await blockTimeFindings(time, probe)),
    ...(await probe.programs()).map(programFinding),
    await tableFinding(createOperatorTableAdmin(options), solana),
    ...(await crankPayerFindings(createPumpLaunchpad(options), solana)),
  ]
}

/** One line per node, without its URL, which may contain a key. */
function nodeFindings(nodes: readonly SolanaNodeProbe[]): Finding[] {
  const newest = Math.max(...nodes.map(({ answer }) => answer?.slot ?? 0))
  return nodes.map(({ node, host, status, answer }) => {
    const name = `RPC address ${node} of ${nodes.length} (${host})`
    if (status === 'wrong')
      return {
        level: 'fail',
        text: `${name} is of another cluster, and nothing it says is believed`,
        fix: 'name a node of mainnet-beta: real coins are launched there alone',
      }
    if (!answer) return { level: 'fail', text: `${name} does not answer`, fix: 'check SOLANA_RPC_URL, the provider’s key and its limits' }
    const behind = newest - answer.slot
    const text = `${name} answers in ${answer.tookMs} ms at slot ${answer.slot}`
    if (behind > 50) return { level: 'warn', text: `${text}, ${behind} slots behind`, fix: 'ask the provider, or put it last' }
    if (answer.keptBlocks < HISTORY_BLOCKS_MIN)
      return {
        level: 'warn',
        text: `${text}, and keeps no history of a day: it cannot prove that a transaction never landed`,
        fix: 'name at least one node with transaction history; until one tells, what expired stays pending',
      }
    return { level: 'ok', text }
  })
}

/** Compares this machine's clock with the time of a recent block. */
async function blockTimeFindings({ clock }: Pick<Deps, 'clock'>, probe: SolanaProbe): Promise<Finding[]> {
  try {
    const blockAtMs = await probe.newestBlockAtMs()
    // A finalized block is about 15 s old; validators' clocks agree within some seconds.
    return [
      clockFinding({ chain: 'the chain', nowMs: clock.machineMs(), blockAtMs }, { earlySec: CLOCK_EARLY_SEC, lateSec: CLOCK_LATE_SEC }),
    ]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [{ level: 'warn', text: 'the clock could not be compared: no node told a block’s time', fix: 'check SOLANA_RPC_URL' }]
  }
}

async function tableFinding(table: OperatorTable, { lookupTable }: Config['solana']): Promise<Finding> {
  if (lookupTable === null)
    return {
      level: 'warn',
      text: 'no LOOKUP_TABLE: launches that are signed by wallets make one each, which costs them rent and a second transaction',
      fix: 'run `agent-launch lookup-table create`',
    }
  try {
    const { addresses, missing } = await table.show(lookupTable)
    return missing.length === 0
      ? { level: 'ok', text: `the lookup table has all that launches share (${addresses.length} addresses)` }
      : { level: 'warn', text: `the lookup table lacks ${missing.length} addresses`, fix: 'run `agent-launch lookup-table extend`' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { level: 'fail', text: error.message, fix: 'set LOOKUP_TABLE to a table that exists, or unset it' }
  }
}

async function crankPayerFindings({ balanceOf }: Pick<Launchpad, 'balanceOf'>, { crankPayerKey }: Config['solana']): Promise<Finding[]> {
  if (crankPayerKey === null) return []
  try {
    const wallet = solanaWalletOfSetting(crankPayerKey)
    const balanceAtomic = await balanceOf(wallet)
    const text = `CRANK_PAYER_KEY is ${wallet} and holds ${formatAmount(balanceAtomic, 'SOL')} SOL`
    return [
      balanceAtomic >= CRANK_BALANCE_LAMPORTS_MIN ? { level: 'ok', text } : { level: 'warn', text, fix: 'fund it, or distributions stop' },
    ]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [{ level: 'fail', text: error.message, fix: 'check SOLANA_RPC_URL' }]
  }
}
