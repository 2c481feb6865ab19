import {
  type Bps,
  bps,
  type KeyId,
  type AtomicUnits,
  atomicUnits,
  type Mint,
  type OperationId,
  type Signature,
  type UnixMs,
  type Wallet,
} from './brands.ts'
import type { LaunchOperation, LockOperation } from './operation.ts'
import type { CrewSeat } from './crew/crew.ts'
import type { Currency } from './money/currency.ts'
import type { Mode, Shareholder } from './crew/fee-map.ts'
import type { LockPath } from './lock-path.ts'
import type { AgentInfo } from './plan/agent-info.ts'
import type { PaidRole } from './crew/role.ts'

/** Where a coin trades; `graduating`: its curve is complete, and its pool does not exist yet. */
export const COIN_STAGES = ['curve', 'graduating', 'graduated'] as const

/** One of COIN_STAGES. */
export type CoinStage = (typeof COIN_STAGES)[number]

/** Fees of a coin that were taken from its split after the lock, by whoever can on its launchpad. */
export interface FeesRedirect {
  /** When this service found it. */
  readonly atMs: UnixMs
  /** A wallet, or one of REDIRECTED_TO. */
  readonly to: string
}

/** Who gets redirected fees where that is no single wallet. */
export const REDIRECTED_TO = { holders: 'its holders', traders: 'its traders', others: 'other wallets' } as const

/** A coin that this service launched, or whose fees it locked. The chain's state takes precedence over this row. @see rules 10.27 */
export interface Coin {
  readonly mint: Mint
  readonly platform: string
  /** The currency of its chain: every amount of the coin is in the smallest unit of it. */
  readonly currency: Currency
  readonly keyId: KeyId
  readonly operationId: OperationId
  readonly name: string
  readonly ticker: string
  readonly description: string
  readonly imageSha256: string | null
  readonly metadataId: string | null
  readonly mode: Mode
  readonly crew: readonly CrewSeat[]
  readonly shareholders: readonly Shareholder[]
  readonly launcher: Wallet
  readonly agent: AgentInfo | null
  readonly twitter: string | null
  readonly website: string | null
  readonly treasuryBps: Bps
  readonly signature: Signature
  readonly feeShareSignature: Signature | null
  /** The fees go to the split, and neither the launcher nor this service can change that; false once they were redirected. */
  readonly feeShareLocked: boolean
  readonly feesRedirected: FeesRedirect | null
  readonly feesLockedAtLaunch: boolean
  readonly lockPath: LockPath
  readonly createHeight: number
  readonly lockHeight: number | null
  readonly holderKol: boolean
  readonly launchedAtMs: UnixMs
  readonly graduatedAtMs: UnixMs | null
  readonly featuredAtMs: UnixMs | null
  readonly featuredUrl: string | null
  /** Creator fees paid out so far; the storage adds to it with each remit. */
  readonly paidAtomic: AtomicUnits
}

/** What lists say of a coin. */
export type ListedCoinFacts = Pick<
  Coin,
  | 'mint'
  | 'platform'
  | 'name'
  | 'ticker'
  | 'imageSha256'
  | 'feeShareLocked'
  | 'feesRedirected'
  | 'holderKol'
  | 'launchedAtMs'
  | 'graduatedAtMs'
  | 'currency'
  | 'paidAtomic'
  | 'agent'
  | 'shareholders'
>

/** What a transaction that locked the fee share of a coin made final: to whom, by what, and at which height. */
export type CoinLock = Pick<Coin, 'mode' | 'crew' | 'shareholders' | 'treasuryBps' | 'lockHeight' | 'holderKol'> & {
  readonly feeShareSignature: Signature
}

/** What is set once, when the row is inserted. */
type NewCoinFacts = Omit<
  Coin,
  'feesRedirected' | 'graduatedAtMs' | 'featuredAtMs' | 'featuredUrl' | 'paidAtomic' | keyof ReturnType<typeof factsOf>
>

/** The row of a coin that an operation made or locked: not graduated, not featured, and nothing paid out. */
export const newCoin = (operation: LaunchOperation | LockOperation, facts: NewCoinFacts): Coin => ({
  ...factsOf(operation),
  ...facts,
  feesRedirected: null,
  graduatedAtMs: null,
  featuredAtMs: null,
  featuredUrl: null,
  paidAtomic: atomicUnits(0),
})

/** What an operation and its plan determine about its coin. */
const factsOf = ({ id, mint, platform, keyId, launcher, plan }: LaunchOperation | LockOperation) => ({
  mint,
  platform,
  keyId,
  operationId: id,
  launcher,
  description: plan.finalDescription,
  mode: plan.request.mode,
  crew: plan.crew,
  shareholders: plan.shareholders,
  treasuryBps: bps(plan.feeMap.treasuryBps),
})

/** One payment of creator fees to one wallet, read from the balance changes of its transaction. */
export interface Remit {
  readonly id: string
  readonly mint: Mint
  readonly ticker: string
  readonly wallet: Wallet
  readonly handle: string
  readonly role: PaidRole
  readonly currency: Currency
  readonly amountAtomic: AtomicUnits
  readonly signature: Signature
  readonly height: number
  readonly atMs: UnixMs
}
