import type { PaymentTerms } from '../domain/payments/payment.ts'
import type { AtomicUnits, Bps, Mint, Wallet, Wei } from '../domain/brands.ts'
import type { AgentRegistration, ChainId, ChainPolicies } from '../domain/chain.ts'
import type { BudgetName } from '../domain/money/spending.ts'
import type { Failure } from '../domain/errors.ts'
import type { OperationKind, OperationOf, OperationResult, TransactionState } from '../domain/operation.ts'
import type { Cidr } from '../lib/ip.ts'
import type { Logger } from '../lib/logger.ts'
import type { Secret } from '../lib/secret.ts'
import type { Redactor } from '../lib/redactor.ts'
import type { SecretBox } from '../lib/secret-box.ts'
import type { A2a } from './a2a.ts'
import type { Acp } from './acp.ts'
import type { Backups } from './backups.ts'
import type { CoinCards } from './pages/coin-cards.ts'
import type { Clock, IdSource, Timers } from './clock.ts'
import type { Directory } from './directory.ts'
import type { Disk } from './disk.ts'
import type { EscrowRails } from './escrow.ts'
import type { LaunchpadFacts } from './launchpad/facts.ts'
import type { Cluster } from '../domain/cluster.ts'
import type { Launchpad } from './launchpad/launchpad.ts'
import type { Launcher } from './launchpad/launcher.ts'
import type { NodeWatch } from './node-watch.ts'
import type { Mail } from './outbound/mail.ts'
import type { MetadataStore } from './metadata-store.ts'
import type { Metrics } from './metrics.ts'
import type { Payments } from './payments.ts'
import type { Prices } from './prices.ts'
import type { Refusals } from './refusals.ts'
import type { Simulation } from './simulation.ts'
import type { StopNotice } from './stop-notice.ts'
import type { Repos, Storage } from './storage/storage.ts'
import type { Web } from './outbound/web.ts'

/** The operator's configuration, as far as use cases need it. Frozen. */
export interface Policy {
  readonly cluster: Cluster
  readonly baseUrl: string
  /** Outsiders can reach `baseUrl`: then nothing is open to programs on this machine without a key. */
  readonly publicAddress: boolean
  readonly serviceTitle: string
  readonly buildCommit: string
  /** Who may approve; empty refuses everyone. */
  readonly approvers: ReadonlySet<Wallet>
  /** How many of them have to approve a plan. */
  readonly approvalsRequired: number
  /** How long a plan can be approved and launched. */
  readonly dryRunLifetimeMs: number
  readonly chains: ChainPolicies
  readonly atomicRequired: boolean
  /** Callers may move the simulated clock and register webhooks on this machine; false with a real chain. */
  readonly simulatedOpen: boolean
  /** Restricts that to programs on this machine that call without a proxy. */
  readonly simulatedLocalOnly: boolean
  /** SHA-256 of the operator's and the browser's key; null when not set. */
  readonly operatorKeyHash: string | null
  readonly browserKeyHash: string | null
  /** SHA-256 of further keys that may record featured posts, beside those flagged ops. */
  readonly opsKeyHashes: ReadonlySet<string>
  readonly trustedProxies: readonly Cidr[]
  /** Secrets are accepted over plain HTTP from any address. */
  readonly allowPlainHttp: boolean
  /** Rate limits per minute are enforced; off only in tests of other things. */
  readonly rateLimits: boolean
  /** Creative jobs can be created and seen. Jobs under way are finished even when false. */
  readonly jobsEnabled: boolean
  /** When the fees of all coins are distributed: a cron pattern, in UTC. */
  readonly crankCron: string
  /** The operator's wallets that spend in this configuration. */
  readonly budgetsInUse: readonly BudgetName[]
  /** Most that the facilitator in this process spends on gas in a UTC day, in wei. */
  readonly facilitatorDailyWei: Wei
  /** Most gas for one settlement. */
  readonly facilitatorGasMax: bigint
  /** Most that the escrow wallet pays workers in a UTC day. */
  readonly jobsDailyAtomic: AtomicUnits
  /** When the embedded database is backed up; null = never. */
  readonly backupCron: string | null
  /** Prices of calls without a key; null where the operator takes no payments. */
  readonly payments: PaymentTerms | null
  /** Most that ACP_WALLET_KEY spends on gas in a UTC day, in wei. */
  readonly acpDailyWei: Wei
  /** The agent that this service is in a registry of agents on chain; null while it is in none. */
  readonly agentRegistration: AgentRegistration | null
  readonly buyback: BuybackPolicy
  readonly pictureQuota: PictureQuota
  readonly dryRunQuota: DryRunQuota
}

/** Quotas of unused dry-runs. */
export interface DryRunQuota {
  /** For one key, or for all keys claimed from one address together. */
  readonly own: number
  readonly all: number
}

/** Quotas, in bytes, of pictures that no launch has used. */
export interface PictureQuota {
  /** For one key, or for all keys claimed from one address together. */
  readonly ownBytes: number
  readonly allBytes: number
}

/** The operator's buyback. */
export interface BuybackPolicy {
  /** The coin that is bought; null disables buybacks. */
  readonly mint: Mint | null
  /** When: a cron pattern, in UTC. */
  readonly cron: string
  readonly atomicMax: AtomicUnits
  /** Most that leaves the wallet in a UTC day. */
  readonly dailyAtomic: AtomicUnits
  readonly reserveAtomic: AtomicUnits
  readonly slippageBps: Bps
  /** How far above the median of the last runs' prices the buyback still buys; null for any price. */
  readonly priceRiseBpsMax: number | null
  readonly burn: boolean
  /** False records what a run would do, and sends nothing. */
  readonly execute: boolean
}

/** A launchpad that exists but is not enabled by the configuration. */
export interface DisabledLaunchpad {
  readonly facts: LaunchpadFacts
  /** A public sentence. */
  readonly reason: string
}

/** The launchpads of this process; each is loaded when it is first asked for. */
export interface LaunchpadRegistry {
  readonly defaultId: string
  /** Usable launchpads, the default first. */
  readonly ids: readonly string[]
  readonly disabled: readonly DisabledLaunchpad[]
  /** Facts about a launchpad, enabled or not; loads nothing. @throws AppError platform_not_available */
  facts(id: string): LaunchpadFacts
  /** @throws AppError platform_not_available | platform_disabled */
  get(id: string): Promise<Launchpad>
}

/** Errors of each method. */
export const LAUNCHPAD_REGISTRY_REFUSALS = {
  facts: ['platform_not_available'],
  get: ['platform_not_available', 'platform_disabled'],
} as const satisfies Refusals<LaunchpadRegistry>

/** Dependencies of settling an operation. */
export type SettleDeps = Pick<Deps, 'storage' | 'clock' | 'ids' | 'log' | 'launchpads' | 'policy' | 'metrics' | 'redact'>

/**
 * The outcome of an operation on its chain. `unchanged`: no progress. `failed`: it has no effect and never will; with `spentNothing` no
 * block contains its transactions. What `effects` writes is in the commit that finishes the operation.
 */
export type Outcome<Result> =
  | { readonly state: 'unchanged' }
  | { readonly state: 'broadcast' | 'live' }
  | {
      readonly state: 'failed'
      readonly failure: Failure
      readonly spentNothing: boolean
      readonly effects?: (tx: Repos) => Promise<unknown>
    }
  | {
      readonly state: 'done' | 'locked' | 'unlocked'
      readonly result: Result
      /** The mint, where the chain created the coin at another address than was signed for. */
      readonly mint?: Mint
      readonly effects: (tx: Repos) => Promise<unknown>
    }

/** Determines the outcome of an operation from the states of its transactions and the chain. Writes nothing itself. */
export type Settle<Op, Result> = (
  deps: SettleDeps,
  launchpad: Launchpad,
  operation: Op,
  states: readonly TransactionState[],
) => Promise<Outcome<Result>>

/** Settles operations of one kind. */
export type Settler<Kind extends OperationKind> = Settle<OperationOf<Kind>, OperationResult[Kind]>

/** The settler of each kind of operation. */
export type Settlers = { readonly [Kind in OperationKind]: Settler<Kind> }

/** Every dependency of a use case; each use case picks the members it needs. */
export interface Deps {
  readonly policy: Policy
  readonly clock: Clock
  readonly timers: Timers
  readonly ids: IdSource
  /** A number from 0 up to 1 for a name: unpredictable from outside, and the same on every replica and after a restart. */
  readonly keyedRandom: (name: string) => number
  readonly log: Logger
  /** Redacts the operator's secrets from a text of outside origin before it is stored or answered. */
  readonly redact: Redactor
  readonly metrics: Metrics
  /** The chain that each node proved to serve. */
  readonly nodes: NodeWatch
  readonly storage: Storage
  /** The disk of the embedded database. */
  readonly disk: Disk
  readonly directory: Directory
  readonly launchpads: LaunchpadRegistry
  readonly web: Web
  /** Writes to mailboxes; null where the operator named no mail server. */
  readonly mail: Mail | null
  readonly prices: Prices
  /** The escrow rails that pay creative jobs. */
  readonly escrow: EscrowRails
  /** Seals webhook secrets, bound to their endpoint's id. */
  readonly webhookSecrets: SecretBox
  /** Seals ids of OAuth clients, and the codes that they get keys for. */
  readonly oauthTokens: SecretBox
  /** Seals what keeps an approver's list open. */
  readonly approverTokens: SecretBox
  /** Signs agent cards, and speaks A2A. */
  readonly a2a: A2a
  /** The marketplace where launches are sold; null where they are not. */
  readonly acp: Acp | null
  /** The store for the metadata of new coins. */
  readonly metadata: MetadataStore
  /** Secrets of the operator's wallets that pay cranks without a launcher key, by chain; chains without one are left out. */
  readonly crankKeys: Readonly<Record<ChainId, Secret<string>>>
  /** Takes payments of single calls; null where the operator takes none. */
  readonly payments: Payments | null
  /** Pays buybacks; null when there is none. */
  readonly buybackPayer: Launcher | null
  /** The controls of the simulated chain; null where a real one is used. */
  readonly simulation: Simulation | null
  /** Copies of the embedded database; null for any other storage. */
  readonly backups: Backups | null
  /** Draws the cards of coins. */
  readonly coinCards: CoinCards
  readonly stopNotice: StopNotice
  /** The settler of each kind of operation. */
  readonly settlers: Settlers
}
