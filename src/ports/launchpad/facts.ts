import type { AtomicUnits, Mint } from '../../domain/brands.ts'
import type { ChainId } from '../../domain/chain.ts'
import type { Cluster } from '../../domain/cluster.ts'
import type { WalletField } from '../../domain/crew/crew.ts'
import type { WalletOf } from '../../domain/crew/payee.ts'
import type { Currency } from '../../domain/money/currency.ts'

/** What a launchpad may be asked for beside launching and reading; each rests on a capability. @see Launchpad */
export const LAUNCHPAD_OPERATIONS = ['first-buy', 'wire-fees', 'lock-holder-kol', 'crank', 'unsigned'] as const

/** One of LAUNCHPAD_OPERATIONS. */
export type LaunchpadOperation = (typeof LAUNCHPAD_OPERATIONS)[number]

/** What a launchpad is, known without loading its code: for lists, links, limits and refusals. */
export interface LaunchpadFacts {
  /** Wire value of `platform`. */
  readonly id: string
  readonly title: string
  readonly cluster: Cluster
  /** CAIP-2 chain id. */
  readonly chainId: ChainId
  /** What its chain's nodes are called where they are watched: in health, log and metrics. */
  readonly upstream: string
  /** What its chain counts in. */
  readonly currency: Currency
  /** Which address of a crew member, KOL or referrer is paid here, for lists; `walletOf` is the rule. */
  readonly walletField: WalletField
  readonly walletOf: WalletOf
  /** Most wallets one lock accepts. */
  readonly maxShareholders: number
  readonly operations: readonly LaunchpadOperation[]
  /** Who gets what of a trade, in one sentence for people. */
  readonly feeModel: string
  /** What every launch should know before it is approved: each stands among the warnings of its dry-run. */
  readonly notices: readonly string[]
  /** What a wallet that was never used can do to a locked split, in words that follow "never been used:". */
  readonly unusedWalletRisk: string
  /** A wallet's transactions stand in a line: two that are made at once would take each other's place. */
  readonly paysInTurn: boolean
  /** A coin's pool comes later than the coin. */
  readonly graduates: boolean
  /** An unsigned launch names the mint, whose key the client holds; else its address follows from the launch. */
  readonly clientHoldsMint: boolean
  /** The launchpad's own limits, in UTF-8 bytes. */
  readonly textLimits: { readonly nameBytesMax: number; readonly tickerBytesMax: number; readonly metadataUriBytesMax: number }
  /** The least that one transaction costs its payer. */
  readonly transactionFee: AtomicUnits
  /** Public page of a coin. */
  coinUrl(mint: Mint): string
}
