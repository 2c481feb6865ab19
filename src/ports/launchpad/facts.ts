import type { AtomicUnits, Mint } from '../../domain/brands.ts'
import type { ChainId } from '../../domain/chain.ts'
import type { Cluster } from '../../domain/cluster.ts'
import type { WalletField } from '../../domain/crew/crew.ts'
import type { WalletOf } from '../../domain/crew/payee.ts'
import type { Currency } from '../../domain/money/currency.ts'

/** Operations of a launchpad beside launching and reading; each needs a capability. @see Launchpad */
export const LAUNCHPAD_OPERATIONS = ['first-buy', 'wire-fees', 'lock-holder-kol', 'crank', 'unsigned'] as const

/** One of LAUNCHPAD_OPERATIONS. */
export type LaunchpadOperation = (typeof LAUNCHPAD_OPERATIONS)[number]

/** Facts about a launchpad that are known without loading its code: for lists, links, limits and refusals. */
export interface LaunchpadFacts {
  /** Wire value of `platform`. */
  readonly id: string
  readonly title: string
  readonly cluster: Cluster
  /** CAIP-2 chain id. */
  readonly chainId: ChainId
  /** The name of its chain's nodes in health, log and metrics. */
  readonly upstream: string
  /** The currency of its chain. */
  readonly currency: Currency
  /** The currency that the shareholders of its coins are paid in. */
  readonly payoutCurrency: Currency
  /** The wallet field of a crew member, KOL or referrer that is paid here, for lists; `walletOf` decides. */
  readonly walletField: WalletField
  readonly walletOf: WalletOf
  /** Most wallets one lock accepts. */
  readonly shareholdersMax: number
  readonly operations: readonly LaunchpadOperation[]
  /** How a trade's fees are divided, in one sentence. */
  readonly feeModel: string
  /** Who can still change who is paid once a split is locked, in sentences. */
  readonly afterLock: string
  /** Why a launch cannot choose its creator fee, as a clause. */
  readonly creatorFeeFixedBy: string
  /** Warnings for every launch, shown with its dry-run. */
  readonly notices: readonly string[]
  /** What an unused wallet can do to a locked split, as text that follows "never been used:". */
  readonly unusedWalletRisk: string
  /** A wallet's transactions are numbered (nonces): two made concurrently would conflict. */
  readonly paysInTurn: boolean
  /** Coins graduate: the pool is created after the coin. */
  readonly graduates: boolean
  /** An unsigned launch names the mint, whose key the client holds; otherwise the address is derived from the launch. */
  readonly clientHoldsMint: boolean
  /** The launchpad's own length limits, in UTF-8 bytes. */
  readonly textLimits: { readonly nameBytesMax: number; readonly tickerBytesMax: number; readonly metadataUriBytesMax: number }
  /** The minimum cost of one transaction. */
  readonly transactionFeeAtomic: AtomicUnits
  /** Public page of a coin. */
  coinUrl(mint: Mint): string
}
