import { parseArgs } from 'node:util'
import { readConfig } from '../config/read-config.ts'
import type { Environment } from '../config/environment.ts'
import { treasuryOn } from '../domain/chain.ts'
import { AppError } from '../domain/errors.ts'
import { formatAmount } from '../domain/money/currency.ts'
import { mayRebuild, rebuildCoins, type Rebuilt } from '../features/remits/rebuild-coins.ts'
import type { Deps } from '../ports/deps.ts'
import { print } from './print.ts'
import { withDeps } from './with-deps.ts'

const USAGE = 'Say rebuild --treasury WALLET or rebuild --launcher WALLET.'

/** What no chain tells, a line each. */
const NOT_TOLD = [
  'descriptions, pictures, links and agents of coins; names of crew, and what they were hired for',
  'roles and modes, but by the shares and their order: earnings of an agent’s own rule count as crew, modes of those as split',
  'which path locked a coin (one transaction counts as atomic-v0, several as sequential), and when a coin graduated: now',
  'wallets that buy a coin and burn it: what is in them waits until a backup is restored, or their nonce is taken from a receipt',
  'coins whose fees were never locked, and coins on Base: these are not read',
  'API keys, approvals, dry-runs, webhooks, events and the audit log, directory, jobs, payments, budgets',
]

/** `rebuild --treasury WALLET | --launcher WALLET`: reads coins, locks and remits from the chain into a database without coins. */
export async function rebuild(args: readonly string[], env: Environment): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { treasury: { type: 'string' }, launcher: { type: 'string' } } })
  if ((values.treasury === undefined) === (values.launcher === undefined)) return refuse(USAGE, 2)
  return withDeps({ env, config: readConfig(env) }, 'rebuild', async (deps) => {
    try {
      return await run(deps, values)
    } catch (error) {
      if (error instanceof AppError) return refuse(`${error.message} ${error.fix} What was read is kept: run it again, and it goes on.`)
      throw error
    }
  })
}

async function run(deps: Deps, { treasury, launcher }: { treasury?: string | undefined; launcher?: string | undefined }): Promise<number> {
  const { launchpads, policy } = deps
  const launchpad = await launchpads.get(launchpads.defaultId)
  const named = (treasury ?? launcher)!
  if (!launchpad.isWallet(named)) return refuse(`${named} is no wallet of ${launchpad.facts.title}.`, 2)
  if (!launchpad.pastCoins) return refuse(`Coins of ${launchpad.facts.title} cannot be read from their chain; nothing was changed.`)
  if (!(await mayRebuild(deps))) return refuse('The database has coins already; nothing was changed. Name a new DATA_DIR or DATABASE_URL.')
  const wallet = launchpad.canonicalWallet(named)
  const order =
    launcher === undefined
      ? { treasury: wallet, launcher: null }
      : { treasury: treasuryOn(policy.chains, launchpad.facts.chainId), launcher: wallet }
  report(await rebuildCoins(deps, order))
  return 0
}

function report({ coins, locked, graduated, remits, paidAtomic, currency, foreign }: Rebuilt): void {
  print(`coins     ${coins}, ${locked} locked, ${graduated} graduated`)
  print(`remits    ${remits}, ${formatAmount(paidAtomic, currency)} ${currency}`)
  for (const mint of foreign) print(`foreign   ${mint}: its split is none that this service makes; not taken in`)
  print('The chain does not tell:')
  for (const line of NOT_TOLD) print(`- ${line}`)
}

function refuse(problem: string, exitCode = 1): number {
  process.stderr.write(`${problem}\n`)
  return exitCode
}
