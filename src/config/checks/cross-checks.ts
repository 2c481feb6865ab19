import { parseIp } from '../../lib/ip.ts'
import { isLoopbackAddress } from '../../lib/public-address.ts'
import { isPublicUrl } from '../../lib/public-url.ts'
import type { Config } from '../config.ts'
import { isBaseAlone, isSimulated } from '../is-simulated.ts'
import { coinsNeverBought } from './coins-never-bought.ts'
import { type CrossCheck, when } from './cross-check.ts'
import { NETWORK_CHECK } from './network-check.ts'
import { PAYMENT_CHECKS } from './payment-checks.ts'
import { SECRET_CHECKS } from './secret-checks.ts'

const PROXY_FIX = 'put a TLS proxy in front of it and set BASE_URL to the proxy’s https address'

/** Checks that involve more than one variable. */
export const CROSS_CHECKS: readonly CrossCheck[] = [
  NETWORK_CHECK,
  {
    name: 'certificate and key',
    level: 'refuse',
    of: ['TLS_CERT_FILE', 'TLS_KEY_FILE'],
    wrong: ({ server: { tlsCertFile, tlsKeyFile } }) =>
      when((tlsCertFile === null) !== (tlsKeyFile === null), 'TLS_CERT_FILE and TLS_KEY_FILE go together'),
  },
  {
    name: 'treasury of a chain',
    level: 'refuse',
    of: ['TREASURY_WALLET', 'SOLANA_RPC_URL'],
    wrong: ({ solana }) => when(isReal(solana) && solana.treasury === null, 'TREASURY_WALLET is required with SOLANA_RPC_URL'),
  },
  {
    name: 'approvers and approvals',
    level: 'refuse',
    of: ['APPROVER_WALLETS', 'APPROVALS_REQUIRED'],
    wrong: ({ access: { approverWallets, approvalsRequired } }) => {
      const count = new Set(approverWallets).size
      // Without approvers nothing is approved, however many are required.
      const most = Math.max(1, count)
      return when(
        approvalsRequired > most,
        `APPROVALS_REQUIRED is ${approvalsRequired}, and APPROVER_WALLETS names ${count}: no plan could ever be approved`,
      )
    },
  },
  {
    name: 'escrow and its node',
    level: 'refuse',
    of: ['JOBS_ESCROW_KEY', 'JOBS_DEVNET_RPC_URL'],
    wrong: ({ jobs: { escrowKey, devnetRpcUrl } }) =>
      when((escrowKey === null) !== (devnetRpcUrl === null), 'JOBS_ESCROW_KEY and JOBS_DEVNET_RPC_URL go together'),
  },
  {
    name: 'token of the metadata store',
    level: 'refuse',
    of: ['METADATA_STORE', 'PINATA_JWT'],
    wrong: ({ metadata: { store, pinataJwt } }) =>
      when(store === 'pinata' && pinataJwt === null, 'PINATA_JWT is required with METADATA_STORE=pinata'),
  },
  {
    name: 'fixed price with a chain',
    level: 'refuse',
    of: ['PRICE_SOURCE', 'SOLANA_RPC_URL', 'BASE_RPC_URL', 'EVM_TREASURY_WALLET'],
    wrong: (config) => when(config.prices.source === 'fixed' && !isSimulated(config), 'PRICE_SOURCE=fixed is for simulated mode alone'),
  },
  {
    name: 'buybacks and their chain',
    level: 'refuse',
    of: ['BUYBACK_MINTS', 'BUYBACK_KEY', 'SOLANA_RPC_URL', 'BASE_RPC_URL', 'EVM_TREASURY_WALLET'],
    wrong: (config) =>
      when(
        isBaseAlone(config) && (config.buyback.mints.length > 0 || config.buyback.key !== null),
        'buybacks need SOLANA_RPC_URL: none is made on Base',
      ),
  },
  {
    name: 'coins whose part buys nothing',
    level: 'warn',
    of: ['BUYBACK_MINTS', 'BUYBACK_MAX_SOL'],
    wrong: ({ buyback }) => coinsNeverBought(buyback),
  },
  {
    name: 'key of the price source',
    level: 'refuse',
    of: ['PRICE_SOURCE', 'JUPITER_API_KEY'],
    wrong: ({ prices: { source, jupiterApiKey } }) =>
      when(source === 'jupiter' && jupiterApiKey === null, 'JUPITER_API_KEY is required with PRICE_SOURCE=jupiter'),
  },
  ...PAYMENT_CHECKS,
  {
    name: 'what selling on the marketplace needs',
    level: 'refuse',
    of: ['ACP_WALLET_KEY', 'ACP_LAUNCHER_KEY', 'BASE_RPC_URL', 'SOLANA_RPC_URL'],
    // Coins of a simulated chain are not sold for money.
    wrong: ({ acp, base, solana }) =>
      when(
        acp.walletKey !== null && (acp.launcherKey === null || base.rpcUrls.length === 0 || !isReal(solana)),
        'ACP_WALLET_KEY needs ACP_LAUNCHER_KEY, BASE_RPC_URL and SOLANA_RPC_URL',
      ),
  },
  {
    name: 'sender of mails',
    level: 'refuse',
    of: ['SMTP_URL', 'MAIL_FROM'],
    wrong: ({ mail: { smtpUrl, from } }) => when(smtpUrl !== null && from === null, 'MAIL_FROM is required with SMTP_URL'),
  },
  {
    name: 'metadata on loopback with a chain',
    level: 'fail',
    of: ['BASE_URL', 'SOLANA_RPC_URL', 'BASE_RPC_URL', 'EVM_TREASURY_WALLET', 'METADATA_STORE'],
    // A coin's metadata address stays on chain permanently.
    wrong: (config) =>
      when(pointsHome(config), `BASE_URL is ${config.server.baseUrl}: coins would point to it for their metadata for ever`, PROXY_FIX),
  },
  {
    name: 'plain http with a chain',
    level: 'fail',
    of: ['BASE_URL', 'SOLANA_RPC_URL', 'BASE_RPC_URL', 'EVM_TREASURY_WALLET'],
    wrong: (config) =>
      when(
        !isSimulated(config) && !isSecure(config.server) && !pointsHome(config),
        `BASE_URL is ${config.server.baseUrl}: keys and launcher secrets would cross the network in clear`,
        PROXY_FIX,
      ),
  },
  {
    name: 'plain http',
    level: 'warn',
    of: ['BASE_URL'],
    wrong: (config) =>
      when(
        isSimulated(config) && !isSecure(config.server) && !isHere(config.server),
        `BASE_URL is ${config.server.baseUrl}: wallets refuse pages without https`,
        PROXY_FIX,
      ),
    right: (config) =>
      pointsHome(config) || (!isSimulated(config) && !isSecure(config.server))
        ? null
        : `clients find the service at ${config.server.baseUrl}`,
  },
  {
    name: 'proxy that is not named',
    level: 'warn',
    of: ['BASE_URL', 'TLS_CERT_FILE', 'TRUSTED_PROXIES'],
    wrong: ({ server }) =>
      when(
        isSecure(server) && server.tlsCertFile === null && server.trustedProxies.length === 0,
        'BASE_URL is https and TRUSTED_PROXIES is empty: all clients count as one address, the proxy’s, and share its limits',
        'set TRUSTED_PROXIES to the network that the proxy connects from, such as 127.0.0.0/8',
      ),
  },
  {
    name: 'plain http from anywhere',
    level: 'warn',
    of: ['ALLOW_PLAIN_HTTP', 'TLS_CERT_FILE'],
    wrong: ({ server: { allowPlainHttp, tlsCertFile } }) =>
      when(
        allowPlainHttp && tlsCertFile === null,
        'ALLOW_PLAIN_HTTP is 1: whoever is on the way can read keys and launcher secrets',
        'unset it, and set TLS_CERT_FILE and TLS_KEY_FILE or put a TLS proxy in front',
      ),
  },
  {
    name: 'nothing speaks https',
    level: 'warn',
    of: ['HOST', 'TLS_CERT_FILE', 'TRUSTED_PROXIES', 'ALLOW_PLAIN_HTTP'],
    wrong: ({ server: { host, tlsCertFile, trustedProxies, allowPlainHttp } }) =>
      when(
        tlsCertFile === null && !allowPlainHttp && !listensHere(host) && trustedProxies.length === 0,
        `HOST is ${host} and nothing speaks https: requests with keys or secrets are refused from everywhere but this machine`,
        'set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES to the network of a TLS proxy',
      ),
  },
  {
    name: 'operator key',
    level: 'warn',
    of: ['OPERATOR_API_KEY', 'OPERATOR_KEYS'],
    wrong: ({ access }) =>
      when(
        access.operatorApiKey === null && access.operatorKeys.length === 0,
        'no operator key: keys are minted with `agent-launch keys mint` only, and /metrics is read from this machine at most',
        'set OPERATOR_API_KEY to a long random text, such as `openssl rand -hex 32` prints',
      ),
    right: () => 'an operator key is set',
  },
  {
    name: 'payer of distributions',
    level: 'warn',
    of: ['CRANK_PAYER_KEY', 'EVM_CRANK_PAYER_KEY'],
    wrong: (config) => {
      const { solana, base } = config
      if (isBaseAlone(config))
        return when(
          base.crankPayerKey === null,
          'nobody pays distributions but launchers themselves: scheduled cranks do nothing',
          'set EVM_CRANK_PAYER_KEY to a wallet with a little ETH and nothing else',
        )
      return when(
        solana.crankPayerKey === null,
        base.crankPayerKey !== null
          ? 'distributions on Base are paid by EVM_CRANK_PAYER_KEY; on Solana nobody pays them but launchers themselves'
          : 'nobody pays distributions but launchers themselves: scheduled cranks do nothing',
        'set CRANK_PAYER_KEY to a wallet with a little SOL and nothing else',
      )
    },
    right: ({ solana, base }) =>
      base.crankPayerKey !== null && solana.crankPayerKey !== null
        ? 'wallets pay distributions, on Solana and on Base'
        : 'a wallet pays distributions',
  },
  {
    name: 'browser key beside an operator key',
    level: 'warn',
    of: ['BROWSER_API_KEY', 'OPERATOR_API_KEY', 'OPERATOR_KEYS'],
    wrong: ({ access: { browserApiKey, operatorApiKey, operatorKeys } }) =>
      when(
        browserApiKey !== null && (operatorApiKey !== null || operatorKeys.length > 0),
        'BROWSER_API_KEY is refused while an operator has a key',
        'unset BROWSER_API_KEY',
      ),
  },
  ...SECRET_CHECKS,
]

type Server = Config['server']

/** True with a real Solana. */
const isReal = ({ rpcUrls }: Config['solana']): boolean => rpcUrls.length > 0

const isSecure = ({ baseUrl }: Server): boolean => baseUrl.startsWith('https://')

/** True for a BASE_URL that outsiders cannot reach: of this machine, of this network, or of no host. */
const isHere = ({ baseUrl }: Server): boolean => !isPublicUrl(baseUrl)

const pointsHome = (config: Config): boolean => !isSimulated(config) && isHere(config.server) && config.metadata.store === 'self'

/** True for a HOST that only this machine can reach. */
function listensHere(host: string): boolean {
  const ip = parseIp(host)
  return host === 'localhost' || (ip !== null && isLoopbackAddress(ip))
}
