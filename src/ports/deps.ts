import type { PaymentTerms } from '../domain/payments/payment.ts'
import type { AtomicUnits, Bps, Mint, Wallet } from '../domain/brands.ts'
import type { ChainId, ChainPolicies } from '../domain/chain.ts'
import type { BudgetName } from '../domain/money/spending.ts'
import type { Failure } from '../domain/errors.ts'
import type { OperationKind, OperationOf, OperationResult, TransactionState } from '../domain/operation.ts'
import type { Cidr } from '../lib/ip.ts'
import type { Logger } from '../lib/logger.ts'
import type { Secret } from '../lib/secret.ts'
import type { StrikeOut } from '../lib/strike-out.ts'
import type { SecretBox } from '../lib/secret-box.ts'
import type { Backups } from './backups.ts'
import type { Clock, IdSource } from './clock.ts'
import type { Directory } from './directory.ts'
import type { Disk } from './disk.ts'
import type { EscrowRails } from './escrow.ts'
import type { LaunchpadFacts } from './launchpad/facts.ts'
import type { Cluster } from '../domain/cluster.ts'
import type { Launchpad } from './launchpad/launchpad.ts'
import type { Launcher } from './launchpad/signing.ts'
import type { NodeWatch } from './node-watch.ts'
import type { MetadataStore } from './metadata-store.ts'
import type { Metrics } from './metrics.ts'
import type { Payments } from './payments.ts'
import type { Prices } from './prices.ts'
import type { Refusals } from './refusals.ts'
import type { Simulation } from './simulation.ts'
import type { StopNotice } from './stop-notice.ts'
import type { Repos, Storage } from './storage/storage.ts'
import type { Web } from './web.ts'

/** What the operator decided, as far as use cases ask for it. Frozen. */
export interface Policy {
  readonly cluster: Cluster
  readonly baseUrl: string
  readonly serviceTitle: string
  readonly buildCommit: string
  /** Who may approve; empty refuses everyone. */
  readonly approvers: ReadonlySet<Wallet>
  readonly chains: ChainPolicies
  readonly atomicRequired: boolean
  /** Callers may move the simulated clock and register webhooks on this machine; false with a real chain. */
  readonly simulatedOpen: boolean
  /** And only programs on this machine may, that no proxy stands before. */
  readonly simulatedLocalOnly: boolean
  /** SHA-256 of the operator's and the browser's key; null when not set. */
  readonly operatorKeyHash: string | null
  readonly browserKeyHash: string | null
  /** SHA-256 of keys that may note featured posts, besides those flagged ops. */
  readonly opsKeyHashes: ReadonlySet<string>
  readonly trustedProxies: readonly Cidr[]
  /** Secrets are taken over plain HTTP from anywhere. */
  readonly allowPlainHttp: boolean
  /** Minute windows are enforced; off only in tests of something else. */
  readonly rateLimits: boolean
  /** Creative jobs can be made and seen. Those under way are brought to their end in any case. */
  readonly jobsEnabled: boolean
  /** When the fees of all coins are distributed: a cron pattern, in UTC. */
  readonly crankCron: string
  /** The wallets of the operator's that spend here. */
  readonly budgetsInUse: readonly BudgetName[]
  /** Most that the facilitator in this process spends on gas in a UTC day, in wei. */
  readonly facilitatorDailyWei: bigint
  /** Most gas that it gives one settlement. */
  readonly facilitatorGasMax: bigint
  /** Most that the escrow wallet pays workers in a UTC day. */
  readonly jobsDailyAtomic: bigint
  /** When the embedded database is backed up; null = never. */
  readonly backupCron: string | null
  /** What calls cost without a key; null where the operator takes no payments. */
  readonly payments: PaymentTerms | null
  readonly buyback: BuybackPolicy
  readonly pictureQuota: PictureQuota
  readonly dryRunQuota: DryRunQuota
}

/** How many dry-runs are kept that no launch has used. */
export interface DryRunQuota {
  /** Those of one key; those of all keys that one address claimed count together. */
  readonly own: number
  readonly all: number
}

/** How many bytes pictures may have that no launch has taken. */
export interface PictureQuota {
  /** Those of one key; those of all keys that one address claimed count together. */
  readonly ownBytes: number
  readonly allBytes: number
}

/** The operator's buyback. */
export interface BuybackPolicy {
  /** What is bought; null switches it off. */
  readonly mint: Mint | null
  /** When: a cron pattern, in UTC. */
  readonly cron: string
  readonly maxAtomic: AtomicUnits
  /** Most that leaves the wallet in a UTC day. */
  readonly dailyAtomic: AtomicUnits
  readonly reserveAtomic: AtomicUnits
  readonly slippageBps: Bps
  /** How far above the middle of the last runs' prices one still buys; null buys at any. */
  readonly priceRiseBpsMax: number | null
  readonly burn: boolean
  /** False records what a run would do, and sends nothing. */
  readonly execute: boolean
}

/** A launchpad that this service could offer and does not. */
export interface DisabledLaunchpad {
  readonly facts: LaunchpadFacts
  /** A public sentence. */
  readonly reason: string
}

/** The launchpads of this process; each is loaded when it is first asked for. */
export interface LaunchpadRegistry {
  readonly defaultId: string
  /** Those that can be used, the default first. */
  readonly ids: readonly string[]
  readonly disabled: readonly DisabledLaunchpad[]
  /** What is known of a launchpad, used here or not; loads nothing. @throws AppError platform_not_available */
  facts(id: string): LaunchpadFacts
  /** @throws AppError platform_not_available | platform_disabled */
  get(id: string): Promise<Launchpad>
}

/** What each of these may throw. */
export const LAUNCHPAD_REGISTRY_REFUSALS = {
  facts: ['platform_not_available'],
  get: ['platform_not_available', 'platform_disabled'],
} as const satisfies Refusals<LaunchpadRegistry>

/** What bringing an operation to its end needs. */
export type SettleDeps = Pick<Deps, 'storage' | 'clock' | 'ids' | 'log' | 'launchpads' | 'policy' | 'metrics' | 'strikeOut'>

/**
 * What the chain has decided of an operation. `unchanged`: nothing yet. `failed`: nothing was done, and never will be; with
 * `spentNothing` no block has its transactions. What `effects` writes is in the commit that finishes the operation.
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
      /** Where the chain made the coin, if not where it was signed for. */
      readonly mint?: Mint
      readonly effects: (tx: Repos) => Promise<unknown>
    }

/** Reads off the states of an operation's transactions, and off the chain, how far it is. Writes nothing by itself. */
export type Settle<Op, Result> = (
  deps: SettleDeps,
  launchpad: Launchpad,
  operation: Op,
  states: readonly TransactionState[],
) => Promise<Outcome<Result>>

/** How operations of one kind are brought to their end. */
export type Settler<Kind extends OperationKind> = Settle<OperationOf<Kind>, OperationResult[Kind]>

/** How each kind of operation is brought to its end. */
export type Settlers = { readonly [Kind in OperationKind]: Settler<Kind> }

/** Everything a use case may be given; each asks for the members it needs. */
export interface Deps {
  readonly policy: Policy
  readonly clock: Clock
  readonly ids: IdSource
  /** From 0, below 1, by name: what nobody outside can foresee, and the same on every replica and after a restart. */
  readonly unforeseen: (name: string) => number
  readonly log: Logger
  /** Takes the operator's secrets out of a text that others had a hand in, before it is kept or answered. */
  readonly strikeOut: StrikeOut
  readonly metrics: Metrics
  /** What the nodes of every chain have proved. */
  readonly nodes: NodeWatch
  readonly storage: Storage
  /** Where the embedded database is. */
  readonly disk: Disk
  readonly directory: Directory
  readonly launchpads: LaunchpadRegistry
  readonly web: Web
  readonly prices: Prices
  /** Where creative jobs are paid. */
  readonly escrow: EscrowRails
  /** Seals webhook secrets, under their endpoint's id. */
  readonly webhookSecrets: SecretBox
  /** Where the metadata of new coins is kept. */
  readonly metadata: MetadataStore
  /** Secrets of the operator's wallets that pay cranks when no launcher key is sent, by chain; a chain without one is left out. */
  readonly crankKeys: Readonly<Record<ChainId, Secret<string>>>
  /** Takes payments of single calls; null where the operator takes none. */
  readonly payments: Payments | null
  /** Pays buybacks; null when there is none. */
  readonly buybackPayer: Launcher | null
  /** The controls of the simulated chain; null where a real one is used. */
  readonly simulation: Simulation | null
  /** Copies of the embedded database; null where the storage is another. */
  readonly backups: Backups | null
  readonly stopNotice: StopNotice
  /** How each kind of operation is brought to its end. */
  readonly settlers: Settlers
}
