import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { openStorage } from '../adapters/storage/storage.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import type { JobRun } from '../ports/upkeep.ts'
import { VARIABLES } from '../variables.ts'
import { jobFindings } from './doctor-jobs.ts'
import { print } from './run-command.ts'

/** One thing that was looked at. A `warn` is worth knowing, a `fail` keeps the service from doing its work. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail'
  readonly text: string
  readonly fix?: string
}

/** `doctor`: checks every setting, changes nothing, and says how to mend what is wrong. Exit code 1 when something fails. */
export async function doctor(): Promise<number> {
  const findings = await examine()
  for (const { level, text, fix } of findings) print(`${level.padEnd(4)}  ${text}${fix ? `\n      fix: ${fix}` : ''}`)
  const failed = findings.filter(({ level }) => level === 'fail').length
  print(failed === 0 ? '\nReady to serve.' : `\n${failed} thing(s) must be mended first.`)
  return failed === 0 ? 0 : 1
}

async function examine(): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((text) => ({ level: 'fail', text, fix: 'see the table of variables in the README' }))
  }
  const set = VARIABLES.filter(({ name }) => process.env[name]?.trim()).map(({ name }) => name)
  return [
    { level: 'ok', text: `${set.length} of ${VARIABLES.length} variables set${set.length > 0 ? `: ${set.join(', ')}` : ''}` },
    dataDirFinding(config),
    ...(await storageFindings(config)),
    ...(config.solanaRpcUrls.length === 0
      ? [
          {
            level: 'warn' as const,
            text: 'simulated mode: nothing touches a real chain',
            fix: 'set SOLANA_RPC_URL and TREASURY_WALLET to launch on mainnet',
          },
        ]
      : await (await import('./doctor-chain.ts')).chainFindings(config)),
    config.approverWallets.length === 0
      ? { level: 'warn', text: 'nobody can approve a dry-run', fix: 'set APPROVER_WALLETS if any key is to need approval' }
      : { level: 'ok', text: `${config.approverWallets.length} approver wallet(s)` },
    config.operatorApiKey === null
      ? {
          level: 'warn',
          text: 'no operator key: keys can be minted with `keys mint` only',
          fix: 'set OPERATOR_API_KEY to a long random text',
        }
      : { level: 'ok', text: 'an operator key is set' },
    ...(config.operatorApiKey !== null && config.browserApiKey !== null
      ? [{ level: 'warn' as const, text: 'BROWSER_API_KEY is refused while OPERATOR_API_KEY is set', fix: 'unset it' }]
      : []),
    config.crankPayerKey === null
      ? {
          level: 'warn',
          text: 'nobody pays distributions but launchers themselves',
          fix: 'set CRANK_PAYER_KEY to a wallet with a little SOL',
        }
      : { level: 'ok', text: 'a wallet pays distributions' },
    ...(await jobFindings(config)),
    ...(await (await import('./doctor-payments.ts')).paymentFindings(config)),
    ...(await (await import('./doctor-buyback.ts')).buybackFindings(config)),
    config.priceSource === 'none'
      ? { level: 'warn', text: 'no price of SOL in dollars: kit items stay locked', fix: 'set PYTH_API_KEY or JUPITER_API_KEY' }
      : { level: 'ok', text: `the price of SOL comes from ${config.priceSource}` },
    ...(config.baseUrl.startsWith('http://') && !/^http:\/\/(127\.|localhost|\[::1\])/.test(config.baseUrl)
      ? [
          {
            level: 'warn' as const,
            text: `BASE_URL is ${config.baseUrl}: wallets refuse pages without https`,
            fix: 'put a TLS proxy in front and set BASE_URL',
          },
        ]
      : []),
  ]
}

function dataDirFinding({ dataDir }: Config): Finding {
  const folder = resolve(dataDir)
  try {
    accessSync(existsSync(folder) ? folder : dirname(folder), constants.W_OK)
    return { level: 'ok', text: `DATA_DIR can be written${existsSync(folder) ? '' : ' (made on first start)'}` }
  } catch {
    return { level: 'fail', text: 'DATA_DIR cannot be written', fix: 'make it writable for the user that runs the service' }
  }
}

async function storageFindings(config: Config): Promise<Finding[]> {
  const url = config.databaseUrl.reveal()
  const file = url.replace(/^sqlite:/, '')
  if (url.startsWith('sqlite:') && !existsSync(file)) return [{ level: 'ok', text: 'the database is made on first start' }]
  try {
    const storage = await openStorage(url)
    const runs = await storage.jobs.list()
    const { rows } = await storage.kols.list({ limit: 1, cursor: null })
    await storage.close()
    return [
      { level: 'ok', text: 'the database answers and is up to date' },
      directoryFinding(config, rows.length === 0),
      ...runs.map(runFinding),
    ]
  } catch {
    return [
      {
        level: 'fail',
        text: 'the database does not open',
        fix: 'check DATABASE_URL, and that the file or server is reachable and intact',
      },
    ]
  }
}

/** A clocked job as it ran last. */
function runFinding({ name, lastStartedAtMs, lastFinishedAtMs, lastOutcome, nextRunAtMs }: JobRun): Finding {
  const time = (timeMs: number | null) => (timeMs === null ? 'never' : new Date(timeMs).toISOString())
  const text = `job ${name}: last run ${time(lastStartedAtMs)}, ended ${time(lastFinishedAtMs)} (${lastOutcome ?? 'no outcome yet'}), next ${time(nextRunAtMs)}`
  if (!lastOutcome?.startsWith('failed')) return { level: 'ok', text }
  return { level: 'warn', text, fix: 'see the service’s log for the error; the job runs again at its next time' }
}

function directoryFinding({ solanaRpcUrls }: Config, empty: boolean): Finding {
  if (!empty) return { level: 'ok', text: 'the directory has people to hire' }
  const sample = solanaRpcUrls.length === 0 ? ', or kols import --sample for invented ones' : ''
  return { level: 'warn', text: 'the directory is empty: Autohire hires nobody', fix: `kols import FILE${sample}` }
}
