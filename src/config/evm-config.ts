import type { ZoraOptions } from '../adapters/launchpads/zora/launchpad.ts'
import type { LaunchpadEntry } from '../adapters/launchpads/registry.ts'
import { ZORA_FACTS } from '../adapters/launchpads/zora/facts.ts'
import type { Wallet } from '../domain/brands.ts'
import { checksummed, isEvmAddress } from '../lib/evm-address.ts'
import { Secret } from '../lib/secret.ts'

/** What the environment says of Base. */
export interface EvmConfig {
  readonly rpcUrls: readonly Secret<string>[]
  readonly platformReferrer: Wallet | null
  readonly treasury: Wallet | null
  readonly split: 'push-split' | 'payment-splitter'
  readonly crankPayerKey: Secret<string> | null
  readonly crankDailyWei: bigint
  readonly crankMaxWei: bigint
}

/** What the reader of the configuration lends: each notes what is wrong. */
interface Reading {
  optional(name: string): string | null
  list(name: string): string[]
  check(ok: boolean, problem: string): void
}

/** The zero address and the chain's own contracts. */
const RESERVED_MAX = 0xfffn
/** How many private keys the curve has; none is 0. @see SEC 2, secp256k1 */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const isEvmKey = (text: string): boolean => {
  if (!/^(0x)?[0-9a-fA-F]{64}$/.test(text)) return false
  const number = BigInt(`0x${text.replace(/^0x/, '')}`)
  return number > 0n && number < CURVE_ORDER
}

const SPLITS = ['push-split', 'payment-splitter'] as const
const WEI_PER_GWEI = 1_000_000_000n

/** Reads variables that are whole gwei, less than an ETH, as wei. */
export const gweiReader =
  ({ optional, check }: Pick<Reading, 'optional' | 'check'>) =>
  (name: string, standard: string): bigint => {
    const gwei = optional(name) ?? standard
    const isWhole = /^\d{1,9}$/.test(gwei)
    check(isWhole, `${name} must be a whole number of gwei, less than an ETH`)
    return isWhole ? BigInt(gwei) * WEI_PER_GWEI : 0n
  }

/** The variables of Base, checksums included: a mistyped address would be paid for good. */
export function readEvmConfig({ optional, list, check }: Reading): EvmConfig {
  const wallet = (name: string): Wallet | null => {
    const text = optional(name)
    check(text === null || isEvmAddress(text), `${name} is not an EVM address with a right checksum`)
    const nobodys = text !== null && isEvmAddress(text) && BigInt(text) <= RESERVED_MAX
    check(!nobodys, `${name} is an address that nobody holds: what is paid there is lost`)
    return text !== null && isEvmAddress(text) ? (checksummed(text) as Wallet) : null
  }
  const rpcUrls = list('BASE_RPC_URL')
  check(
    rpcUrls.every((url) => /^https?:\/\//.test(url) && URL.canParse(url)),
    'BASE_RPC_URL must hold http(s) addresses',
  )
  const split = (optional('EVM_SPLIT') ?? SPLITS[0]) as EvmConfig['split']
  check(SPLITS.includes(split), `EVM_SPLIT must be one of ${SPLITS.join(', ')}`)
  const crankKey = optional('EVM_CRANK_PAYER_KEY')
  check(crankKey === null || isEvmKey(crankKey), 'EVM_CRANK_PAYER_KEY is not a private key of 32 bytes as hex')
  const gwei = gweiReader({ optional, check })
  return {
    rpcUrls: rpcUrls.map((url) => new Secret(url)),
    platformReferrer: wallet('PLATFORM_REFERRER_WALLET'),
    treasury: wallet('EVM_TREASURY_WALLET'),
    split,
    crankPayerKey: crankKey === null ? null : new Secret(crankKey),
    crankDailyWei: gwei('EVM_CRANK_DAILY_GWEI', '5000000'),
    crankMaxWei: gwei('EVM_CRANK_MAX_GWEI', '1000000'),
  }
}

/** Why Base coins are not launched here, as a sentence for anyone; null when they are. */
export function whyNoBase({ rpcUrls, platformReferrer, treasury }: EvmConfig, solana: boolean): string | null {
  if (!solana && rpcUrls.length > 0) return 'BASE_RPC_URL needs SOLANA_RPC_URL: a simulated service touches no chain.'
  const missing = [
    ...(solana ? [] : ['SOLANA_RPC_URL']),
    ...(rpcUrls.length > 0 ? [] : ['BASE_RPC_URL']),
    ...(platformReferrer ? [] : ['PLATFORM_REFERRER_WALLET']),
    ...(treasury ? [] : ['EVM_TREASURY_WALLET']),
  ]
  return missing.length === 0 ? null : `It needs ${missing.join(', ')}.`
}

/** Zora's line of the registry; to be loaded only where `whyNoBase` has nothing against it. */
export const zoraEntry = (
  { rpcUrls, platformReferrer, split }: EvmConfig,
  noting: Pick<ZoraOptions, 'noteCall' | 'noteNode'>,
): LaunchpadEntry => ({
  facts: ZORA_FACTS,
  load: async () => {
    const { createZoraLaunchpad } = await import('../adapters/launchpads/zora/launchpad.ts')
    return createZoraLaunchpad({ rpcUrls, platformReferrer: platformReferrer!, split, ...noting })
  },
})
