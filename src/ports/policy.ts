import type { PaymentTerms } from '../domain/payments/payment.ts'
import type { AtomicUnits, Bps, Wallet, Wei } from '../domain/brands.ts'
import type { WeightedMint } from '../domain/buyback.ts'
import type { AgentRegistration, ChainPolicies } from '../domain/chain.ts'
import type { KeyScope } from '../domain/keys/key-bounds.ts'
import type { BudgetName } from '../domain/money/spending.ts'
import type { ProgramGuard } from '../domain/operator/deployed-program.ts'
import type { Cidr } from '../lib/ip.ts'
import type { Cluster } from '../domain/cluster.ts'

/** The operator's configuration, as far as use cases need it. Frozen. */
export interface Policy {
  readonly cluster: Cluster
  readonly baseUrl: string
  /** Outsiders can reach `baseUrl`: then nothing is open to programs on this machine without a key. */
  readonly publicAddress: boolean
  readonly serviceTitle: string
  /** Whether strangers may see what works. */
  readonly statusPage: boolean
  /** Who runs the service, and the e-mail or https address at which they are reached; null where they have not said. */
  readonly operatorName: string | null
  readonly operatorContact: string | null
  readonly buildCommit: string
  /** Who may approve; empty refuses everyone. */
  readonly approvers: ReadonlySet<Wallet>
  /** How many of them have to approve a plan. */
  readonly approvalsRequired: number
  /** Everyone whom a plan names must have signed that they take part. */
  readonly requireConsent: boolean
  /** How long a plan can be approved and launched. */
  readonly dryRunLifetimeMs: number
  readonly chains: ChainPolicies
  readonly atomicRequired: boolean
  /** What a program that changed does to launches. */
  readonly programGuard: ProgramGuard
  /** Callers may move the simulated clock and register webhooks on this machine; false with a real chain. */
  readonly simulatedOpen: boolean
  /** Restricts that to programs on this machine that call without a proxy. */
  readonly simulatedLocalOnly: boolean
  /** SHA-256 of the operator's and the browser's key; null when not set. */
  readonly operatorKeyHash: string | null
  readonly browserKeyHash: string | null
  /** Further keys of operators, each with its own scopes. */
  readonly operatorKeys: readonly OperatorKey[]
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
  readonly payments: PaymentTerms | null
  /** Most that ACP_WALLET_KEY spends on gas in a UTC day, in wei. */
  readonly acpDailyWei: Wei
  /** The agent that this service is in a registry of agents on chain; null while it is in none. */
  readonly agentRegistration: AgentRegistration | null
  readonly buyback: BuybackPolicy
  readonly pictureQuota: PictureQuota
  readonly dryRunQuota: DryRunQuota
}

/** A key of one of several operators. */
export interface OperatorKey {
  /** Stands beside what is done with it in the audit log. */
  readonly name: string
  /** SHA-256 of the key. */
  readonly hash: string
  /** Null: all. */
  readonly scopes: readonly KeyScope[] | null
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
  /** The coins that are bought; none disables buybacks. */
  readonly mints: readonly WeightedMint[]
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
