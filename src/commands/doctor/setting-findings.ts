import type { Config } from '../../config/read-config.ts'
import { parseIp } from '../../lib/ip.ts'
import { isLoopbackAddress, isPublicAddress } from '../../lib/public-address.ts'
import type { Finding } from './finding.ts'
import { misspelledVariables } from './misspelled-variables.ts'
import { secretFindings } from './secret-findings.ts'
import { tlsFindings } from './tls-findings.ts'

type Env = Readonly<Record<string, string | undefined>>

/**
 * What the settings say by themselves, without the network, the database or the folder: `doctor` tells all of it, and `serve`
 * starts only when nothing of it fails.
 */
export function settingFindings(config: Config, env: Env): Finding[] {
  return [
    ...misspelledFindings(env),
    ...addressFindings(config),
    ...transportFindings(config),
    ...keyFindings(config),
    ...secretFindings(config),
  ]
}

const misspelledFindings = (env: Env): Finding[] =>
  misspelledVariables(env).map(({ name, meant }) => ({
    level: 'fail',
    text: `${name} is set, and nothing reads it`,
    fix: meant === null ? 'see `agent-launch settings` for the names there are, or unset it' : `rename it to ${meant}, or unset it`,
  }))

/** How clients and wallets reach the service. What a coin's metadata address is stays on chain for good. */
function addressFindings({ baseUrl, solanaRpcUrls, metadataStore, trustedProxies, tls }: Config): Finding[] {
  const here = !isReachable(new URL(baseUrl).hostname)
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
  if (secure && tls === null && trustedProxies.length === 0) {
    findings.push({
      level: 'warn',
      text: 'BASE_URL is https and TRUSTED_PROXIES is empty: all clients count as one address, the proxy’s, and share its limits',
      fix: 'set TRUSTED_PROXIES to the network that the proxy connects from, such as 127.0.0.0/8',
    })
  }
  return findings
}

/** False for names and numbers that mean this machine or this network to everyone. */
function isReachable(hostname: string): boolean {
  const ip = parseIp(hostname.replaceAll(/[[\]]/g, ''))
  return ip === null ? !/^localhost$|\.localhost$/.test(hostname) : isPublicAddress(ip)
}

/** Over what secrets come. */
function transportFindings(config: Config): Finding[] {
  const { tls, allowPlainHttp, host, trustedProxies } = config
  const ip = parseIp(host)
  const loopback = host === 'localhost' || (ip !== null && isLoopbackAddress(ip))
  const fix = 'unset it, and set TLS_CERT_FILE and TLS_KEY_FILE or put a TLS proxy in front'
  if (tls !== null) return tlsFindings(config, tls)
  if (allowPlainHttp)
    return [{ level: 'warn', text: 'ALLOW_PLAIN_HTTP is 1: whoever is on the way can read keys and launcher secrets', fix }]
  if (loopback || trustedProxies.length > 0) return []
  const text = `HOST is ${host} and nothing speaks https: requests with keys or secrets are refused from everywhere but this machine`
  return [{ level: 'warn', text, fix: 'set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES to the network of a TLS proxy' }]
}

function keyFindings({ operatorApiKey, browserApiKey, crankPayerKey, evm }: Config): Finding[] {
  const onBase = evm.crankPayerKey !== null
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
          text: onBase
            ? 'distributions on Base are paid by EVM_CRANK_PAYER_KEY; on Solana nobody pays them but launchers themselves'
            : 'nobody pays distributions but launchers themselves: scheduled cranks do nothing',
          fix: 'set CRANK_PAYER_KEY to a wallet with a little SOL and nothing else',
        }
      : { level: 'ok', text: onBase ? 'wallets pay distributions, on Solana and on Base' : 'a wallet pays distributions' },
  ]
  if (operatorApiKey !== null && browserApiKey !== null)
    findings.push({ level: 'warn', text: 'BROWSER_API_KEY is refused while OPERATOR_API_KEY is set', fix: 'unset BROWSER_API_KEY' })
  return findings
}
