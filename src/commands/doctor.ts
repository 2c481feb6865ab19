import { type Config, ConfigError, readConfig } from '../config.ts'
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
    return error.problems.map(problemFinding)
  }
  const set = VARIABLES.filter(({ name }) => process.env[name]?.trim()).map(({ name }) => name)
  const { hostFindings } = await import('./doctor-host.ts')
  const { storageFindings } = await import('./doctor-storage.ts')
  return [
    { level: 'ok', text: `${set.length} of ${VARIABLES.length} variables set${set.length > 0 ? `: ${set.join(', ')}` : ''}` },
    ...addressFindings(config),
    ...keyFindings(config),
    ...(await hostFindings(config)),
    ...(await storageFindings(config)),
    ...(await chainFindings(config)),
    ...(await (await import('./doctor-base.ts')).baseFindings(config)),
    ...(await jobFindings(config)),
    ...(await (await import('./doctor-payments.ts')).paymentFindings(config)),
    ...(await (await import('./doctor-buyback.ts')).buybackFindings(config)),
    config.priceSource === 'none'
      ? { level: 'warn', text: 'no price of SOL in dollars: kit items stay locked', fix: 'set PYTH_API_KEY or JUPITER_API_KEY' }
      : { level: 'ok', text: `the price of SOL comes from ${config.priceSource}` },
  ]
}

/** What is wrong with a variable, and what it should be. */
function problemFinding(text: string): Finding {
  const variable = VARIABLES.find(({ name }) => new RegExp(`^${name}\\b`).test(text))
  if (!variable) return { level: 'fail', text, fix: 'see the table of variables in the README' }
  return { level: 'fail', text, fix: `${variable.name}: ${variable.meaning} (default: ${variable.standard})` }
}

/** How clients and wallets reach the service. What a coin's metadata address is stays on chain for good. */
function addressFindings({ baseUrl, solanaRpcUrls, metadataStore, trustedProxies }: Config): Finding[] {
  const here = /^https?:\/\/(127\.|localhost\b|\[::1\])/.test(baseUrl)
  const secure = baseUrl.startsWith('https://')
  const real = solanaRpcUrls.length > 0
  const fix = 'put a TLS proxy in front of it and set BASE_URL to the proxy’s https address'
  const findings: Finding[] = []
  if (real && here && metadataStore === 'self')
    findings.push({ level: 'fail', text: `BASE_URL is ${baseUrl}: coins would point to it for their metadata for ever`, fix })
  else if (real && !secure)
    findings.push({ level: 'fail', text: `BASE_URL is ${baseUrl}: keys and launcher secrets would cross the network in clear`, fix })
  else if (!secure && !here) findings.push({ level: 'warn', text: `BASE_URL is ${baseUrl}: wallets refuse pages without https`, fix })
  else findings.push({ level: 'ok', text: `clients find the service at ${baseUrl}` })
  if (secure && trustedProxies.length === 0) {
    findings.push({
      level: 'warn',
      text: 'BASE_URL is https and TRUSTED_PROXIES is empty: all clients count as one address, the proxy’s, and share its limits',
      fix: 'set TRUSTED_PROXIES to the network that the proxy connects from, such as 127.0.0.0/8',
    })
  }
  return findings
}

function keyFindings({ operatorApiKey, browserApiKey, crankPayerKey }: Config): Finding[] {
  const findings: Finding[] = [
    operatorApiKey === null
      ? {
          level: 'warn',
          text: 'no operator key: keys are minted with `agent-launch keys mint` only, and /metrics is read from this machine only',
          fix: 'set OPERATOR_API_KEY to a long random text, such as `openssl rand -hex 32` prints',
        }
      : { level: 'ok', text: 'an operator key is set' },
    crankPayerKey === null
      ? {
          level: 'warn',
          text: 'nobody pays distributions but launchers themselves: scheduled cranks do nothing',
          fix: 'set CRANK_PAYER_KEY to a wallet with a little SOL and nothing else',
        }
      : { level: 'ok', text: 'a wallet pays distributions' },
  ]
  if (operatorApiKey !== null && browserApiKey !== null)
    findings.push({ level: 'warn', text: 'BROWSER_API_KEY is refused while OPERATOR_API_KEY is set', fix: 'unset BROWSER_API_KEY' })
  return findings
}

async function chainFindings(config: Config): Promise<Finding[]> {
  if (config.solanaRpcUrls.length > 0) return (await import('./doctor-chain.ts')).chainFindings(config)
  const fix = 'set SOLANA_RPC_URL and TREASURY_WALLET to launch on mainnet'
  return [{ level: 'warn', text: 'simulated mode: nothing touches a real chain', fix }]
}
