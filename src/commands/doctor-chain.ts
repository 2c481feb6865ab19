import { createPumpContext } from '../adapters/launchpads/pump.ts'
import { showOperatorTable } from '../adapters/launchpads/pump/lookup-table-admin.ts'
import type { PumpContext } from '../adapters/launchpads/pump/pump-context.ts'
import { parseSolanaLauncher } from '../adapters/launchpads/solana-launcher.ts'
import { integer, text } from '../adapters/chain/rpc-shape.ts'
import { pumpOptionsOf } from '../compose.ts'
import type { Config } from '../config.ts'
import { lamports } from '../domain/brands.ts'
import { AppError } from '../domain/errors.ts'
import { formatSol } from '../domain/sol.ts'
import type { Finding } from './doctor.ts'

/** @see https://solana.com/docs/references/clusters: the genesis hash of mainnet-beta */
const MAINNET_GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
/** Some hundred distributions. */
const CRANK_BALANCE_MIN = 5_000_000n
const CLOCK_EARLY_SEC = 30
const CLOCK_LATE_SEC = 90
const SIGNATURE_SEC = 300

/** What the chain says to this configuration: the nodes, the operator's table, and who pays distributions. Reads only. */
export async function chainFindings(config: Config): Promise<Finding[]> {
  const context = createPumpContext(pumpOptionsOf(config))
  const nodes = await nodeFindings(context)
  if (nodes.every(({ level }) => level === 'fail')) return nodes
  return [...nodes, ...(await clockFindings(context)), await tableFinding(context, config), ...(await crankPayerFindings(context, config))]
}

/** One line a node: never its address, which may carry a key. */
async function nodeFindings({ rpc }: PumpContext): Promise<Finding[]> {
  const answers = await rpc.pool.onEach(async (ask) => {
    const startedMs = performance.now()
    const slot = await ask('getSlot', [{ commitment: 'confirmed' }], integer)
    const tookMs = Math.round(performance.now() - startedMs)
    return { slot, tookMs, genesis: await ask('getGenesisHash', [], text) }
  })
  const newest = Math.max(...answers.map((answer) => answer?.slot ?? 0))
  return answers.map((answer, place) => {
    const name = `RPC address ${place + 1} of ${answers.length}`
    if (!answer) return { level: 'fail', text: `${name} does not answer`, fix: 'check SOLANA_RPC_URL, the provider’s key and its limits' }
    if (answer.genesis !== MAINNET_GENESIS)
      return {
        level: 'fail',
        text: `${name} is of another cluster`,
        fix: 'name a node of mainnet-beta: real coins are launched there alone',
      }
    const behind = newest - answer.slot
    const said = `${name} answers in ${answer.tookMs} ms at slot ${answer.slot}`
    return behind > 50
      ? { level: 'warn', text: `${said}, ${behind} slots behind`, fix: 'ask the provider, or put it last' }
      : { level: 'ok', text: said }
  })
}

/** Compares this machine's clock with the time of a block that is a few seconds old. */
async function clockFindings({ rpc }: PumpContext): Promise<Finding[]> {
  const fix = 'switch time synchronisation on (systemd-timesyncd, chrony)'
  try {
    const slot = await rpc.finalSlot()
    const blockSec = await rpc.pool.ask('getBlockTime', [slot], integer)
    const offSec = Math.round(Date.now() / 1_000 - blockSec)
    // A final block is about 15 s old; validators agree on time to some seconds.
    if (offSec > -CLOCK_EARLY_SEC && offSec < CLOCK_LATE_SEC) return [{ level: 'ok', text: 'the clock agrees with the chain’s' }]
    const text = `the clock is ${Math.abs(offSec)} s ${offSec > 0 ? 'ahead of' : 'behind'} the newest final block; wallets’ signatures are refused at 5 minutes`
    return [{ level: offSec > -SIGNATURE_SEC && offSec < SIGNATURE_SEC ? 'warn' : 'fail', text, fix }]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [{ level: 'warn', text: 'the clock could not be compared: no node told a block’s time', fix: 'check SOLANA_RPC_URL' }]
  }
}

async function tableFinding(context: PumpContext, { lookupTable }: Config): Promise<Finding> {
  if (lookupTable === null)
    return {
      level: 'warn',
      text: 'no LOOKUP_TABLE: launches that are signed by wallets make one each, which costs them rent and a second transaction',
      fix: 'run `agent-launch lookup-table create`',
    }
  try {
    const { addresses, missing } = await showOperatorTable(context, lookupTable)
    return missing.length === 0
      ? { level: 'ok', text: `the lookup table has all that launches share (${addresses.length} addresses)` }
      : { level: 'warn', text: `the lookup table lacks ${missing.length} addresses`, fix: 'run `agent-launch lookup-table extend`' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { level: 'fail', text: error.message, fix: 'set LOOKUP_TABLE to a table that exists, or unset it' }
  }
}

async function crankPayerFindings({ rpc }: PumpContext, { crankPayerKey }: Config): Promise<Finding[]> {
  if (crankPayerKey === null) return []
  try {
    const { wallet } = parseSolanaLauncher(crankPayerKey)
    const balance = lamports(await rpc.balanceLamports(wallet))
    const said = `CRANK_PAYER_KEY is ${wallet} and holds ${formatSol(balance)} SOL`
    return [
      balance >= CRANK_BALANCE_MIN ? { level: 'ok', text: said } : { level: 'warn', text: said, fix: 'fund it, or distributions stop' },
    ]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const secret = error.code === 'launcher_secret_invalid'
    return [
      {
        level: 'fail',
        text: secret ? 'CRANK_PAYER_KEY is no secret key' : error.message,
        fix: 'set 64 bytes as base58 or as a JSON array',
      },
    ]
  }
}
