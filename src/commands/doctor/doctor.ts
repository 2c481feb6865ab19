import { parseArgs } from 'node:util'
import { type Config, ConfigError } from '../../config/config.ts'
import { launchpadsOf } from '../../config/launchpads.ts'
import { readConfig } from '../../config/read-config.ts'
import { ALL_VARIABLES } from '../../config/variables.ts'
import { jobFindings } from './job-findings.ts'
import { print } from '../print.ts'
import { settingFindings } from './setting-findings.ts'
import { findingText, watchFindings } from './watch-findings.ts'
import { withSampleSettings } from '../sample/sample-settings.ts'
import type { Finding } from '../../domain/operator/finding.ts'
import { createMachineTime } from '../../adapters/machine-time.ts'
import type { Environment } from '../../config/environment.ts'
import { isBaseAlone } from '../../config/is-simulated.ts'
import type { MachineTime } from '../../ports/clock.ts'

/**
 * `doctor`: checks every setting, changes nothing, and prints how to fix each problem. Exit code 1 when a check fails. With `--watch` it
 * goes on until it is stopped.
 * @throws Error for an argument that it does not know
 */
export async function doctor(args: readonly string[], env: Environment): Promise<number> {
  const { watch } = parseArgs({ args: [...args], options: { watch: { type: 'boolean' } } }).values
  const look = () => doctorFindings(env)
  const findings = await look()
  for (const finding of findings) print(findingText(finding))
  if (watch) return watchFindings({ look, clock: createMachineTime().clock, print }, findings)
  const failed = findings.filter(({ level }) => level === 'fail').length
  print(failed === 0 ? '\nReady to serve.' : `\n${failed} thing(s) must be mended first.`)
  return failed === 0 ? 0 : 1
}

/** Everything that `doctor` prints of these settings, in its order. Changes nothing. */
export async function doctorFindings(given: Environment): Promise<Finding[]> {
  const env = withSampleSettings(given)
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map(problemFinding)
  }
  const deps = { ...createMachineTime(), env }
  const set = ALL_VARIABLES.filter(({ name }) => given[name]?.trim()).map(({ name }) => name)
  const { hostFindings } = await import('./host-findings.ts')
  const { storageFindings } = await import('./storage-findings.ts')
  return [
    { level: 'ok', text: `${set.length} of ${ALL_VARIABLES.length} variables set${set.length > 0 ? `: ${set.join(', ')}` : ''}` },
    ...settingFindings(deps, config, env),
    ...(await hostFindings(deps, config)),
    ...(await storageFindings(deps, config)),
    ...(await (await import('./signer-findings.ts')).signerFindings(deps, config)),
    ...(await findingsOfChain(deps, config)),
    ...(await launchpadFindings(deps, config)),
    ...(await jobFindings(deps, config)),
    ...(await (await import('./payment-findings.ts')).paymentFindings(deps, config)),
    ...(await (await import('./mail-findings.ts')).mailFindings(deps, config)),
    ...(await (await import('./buyback-findings.ts')).buybackFindings(deps, config)),
    config.prices.source === 'none'
      ? { level: 'warn', text: 'no price of SOL in dollars: kit items stay locked', fix: 'set PYTH_API_KEY or JUPITER_API_KEY' }
      : { level: 'ok', text: `the price of SOL comes from ${config.prices.source}` },
  ]
}

/** The problem of a variable, and what it should be. */
function problemFinding(text: string): Finding {
  const variable = ALL_VARIABLES.find(({ name }) => new RegExp(`^${name}\\b`).test(text))
  if (!variable) return { level: 'fail', text, fix: '`agent-launch settings` prints every variable' }
  return { level: 'fail', text, fix: `${variable.name}: ${variable.meaning} (default: ${variable.default})` }
}

/** What each launchpad says of itself, in the order of the list of launchpads. */
async function launchpadFindings(time: MachineTime, config: Config): Promise<Finding[]> {
  const found: Finding[] = []
  for (const { findings } of launchpadsOf(config)) found.push(...((await findings?.(time)) ?? []))
  return found
}

async function findingsOfChain(time: MachineTime, config: Config): Promise<Finding[]> {
  const { solana } = config
  if (solana.rpcUrls.length > 0) return (await import('./chain-findings.ts')).chainFindings(time, solana)
  if (isBaseAlone(config)) return [{ level: 'ok', text: 'launches on Base alone: SOLANA_RPC_URL is not set' }]
  const fix = 'set SOLANA_RPC_URL and TREASURY_WALLET, or BASE_RPC_URL and EVM_TREASURY_WALLET, to launch on a real chain'
  return [{ level: 'warn', text: 'simulated mode: nothing touches a real chain', fix }]
}
