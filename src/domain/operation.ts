import type { DryRunId, KeyId, Mint, OperationId, Signature, UnixMs, Wallet } from './brands.ts'
import type { LockPath } from './lock-path.ts'
import type { Failure } from './errors.ts'
import type { Plan } from './plan/plan.ts'
import type { BuybackResult } from './results/buyback-result.ts'
import type { CrankResult } from './results/crank-result.ts'
import type { LaunchResult } from './results/launch-result.ts'
import type { LockResult } from './results/lock-result.ts'

/** What a transaction does; one transaction may do several. */
export type TransactionStep = 'lookup-table' | 'split' | 'create' | 'payout' | 'lock' | 'buy' | 'burn' | 'distribute' | 'transfer'

/** A signed transaction: the same bytes are sent every time, so it lands at most once. Contains no secret. */
export interface SignedTransaction {
  readonly steps: readonly TransactionStep[]
  readonly signature: Signature
  readonly bytesBase64: string
  /** The last block height at which the chain accepts the transaction; NEVER_EXPIRES where only a replacement ends it. */
  readonly lastValidBlockHeight: number
  /** The chain's height when it was built: a replacement is searched from there on. */
  readonly builtAtHeight?: number
  /** Transactions with one bundle land together or not at all, and are sent together. */
  readonly bundle?: string
  /** The same transaction at a higher fee, sent in its place once the chain asks more than the first can pay: one of the two lands. */
  readonly rebid?: Pick<SignedTransaction, 'signature' | 'bytesBase64'>
}

/** A transaction for the client to sign: its message is final, its signatures are zeros. Contains no secret. */
export interface UnsignedTransaction {
  readonly steps: readonly TransactionStep[]
  readonly bytesBase64: string
  /** Who must sign, the payer first. */
  readonly signers: readonly Wallet[]
  /** What it does, in words. */
  readonly purpose: string
  readonly lastValidBlockHeight: number
  readonly builtAtHeight?: number
  readonly bundle?: string
}

/** For a transaction without a last block height: it is dead once its sender used its nonce for another one. */
export const NEVER_EXPIRES = Number.MAX_SAFE_INTEGER

/** The state of a signed transaction on its chain. `expired` and `failed` are final: it has no effect and never will. */
export interface TransactionState {
  readonly status: 'pending' | 'landed' | 'failed' | 'expired'
  readonly height: number | null
  /** The program's own name for the failure, safe to show. */
  readonly error: string | null
  /** The transaction with the same content that landed in its place: its re-bid, or one that its sender signed at another fee. */
  readonly replacedBy?: Signature
  /** For an expired one, where the chain shows it: the transaction that took its nonce and did something else. */
  readonly endedBy?: { readonly signature: Signature; readonly height: number }
}

/** The kinds of work that the service does on a chain. */
export const OPERATION_KINDS = ['launch', 'wire-fees', 'lock-holder-kol', 'crank', 'buyback'] as const

/** One of OPERATION_KINDS. */
export type OperationKind = (typeof OPERATION_KINDS)[number]

/**
 * `prepared` is written before anything is sent; `broadcast` and `live` (coin created, lock under way) are unfinished; `locked`,
 * `unlocked` (launch), `done` and `failed` are final. @see rules 10.13
 */
export const OPERATION_STATES = ['prepared', 'broadcast', 'live', 'locked', 'unlocked', 'done', 'failed'] as const

/** One of OPERATION_STATES. */
export type OperationState = (typeof OPERATION_STATES)[number]

/** The states of a launch, which ends with its fees locked or unlocked. */
export const LAUNCH_STATES = ['prepared', 'broadcast', 'live', 'locked', 'unlocked', 'failed'] as const satisfies readonly OperationState[]

/** One of LAUNCH_STATES. */
export type LaunchState = (typeof LAUNCH_STATES)[number]

/** The states that are not final: a transaction may still land. */
export const UNFINISHED_STATES = ['prepared', 'broadcast', 'live'] as const satisfies readonly OperationState[]

/** The answer of a finished operation of each kind: public JSON. */
export interface OperationResult {
  readonly launch: LaunchResult
  readonly 'wire-fees': LockResult
  readonly 'lock-holder-kol': LockResult
  readonly crank: CrankResult
  readonly buyback: BuybackResult
}

/** What every operation has: it is written with all its signed transactions before the first is sent. */
interface AnyOperation<Kind extends OperationKind> {
  readonly id: OperationId
  readonly kind: Kind
  readonly platform: string
  readonly mint: Mint
  readonly keyId: KeyId
  readonly launcher: Wallet
  readonly transactions: readonly SignedTransaction[]
  readonly state: OperationState
  /** Set when `state` is failed. */
  readonly failure: Failure | null
  readonly result: OperationResult[Kind] | null
  readonly createdAtMs: UnixMs
  readonly finishedAtMs: UnixMs | null
}

/** What lets a request be repeated: an idempotency key, or a payment. */
interface Claimed {
  /** The idempotency claim or the run of the payment that it belongs to; null for a key without either. */
  readonly idempotencyId: string | null
}

/** Of a plan, which a dry-run may have shown before. */
interface Planned {
  readonly plan: Plan
  readonly dryRunId: DryRunId | null
}

/** Creates a coin and locks its fees. */
export interface LaunchOperation extends AnyOperation<'launch'>, Claimed, Planned {
  readonly state: LaunchState
  /** Short id of the metadata that the coin points to. */
  readonly metadataId: string
  readonly lockPath: LockPath
  /** The spending policy that stood for approvals; absent where nothing had to. */
  readonly policyHash?: string
}

/** Locks of an existing coin's fees: to a crew, or to the KOLs among its holders. */
export type LockKind = Extract<OperationKind, 'wire-fees' | 'lock-holder-kol'>

/** Locks the fees of an existing coin. */
export interface LockOperation<Kind extends LockKind = LockKind> extends AnyOperation<Kind>, Claimed, Planned {}

/** Distributes the accrued fees of a coin. */
export interface CrankOperation extends AnyOperation<'crank'>, Claimed {}

/** Buys the operator's coin. */
export type BuybackOperation = AnyOperation<'buyback'>

interface OperationByKind {
  readonly launch: LaunchOperation
  readonly 'wire-fees': LockOperation<'wire-fees'>
  readonly 'lock-holder-kol': LockOperation<'lock-holder-kol'>
  readonly crank: CrankOperation
  readonly buyback: BuybackOperation
}

/** The operation of one kind. */
export type OperationOf<Kind extends OperationKind> = OperationByKind[Kind]

/** One journaled piece of work on a chain. */
export type Operation = OperationOf<OperationKind>

/** True for an operation of this kind. */
export const isOfKind = <Op extends Operation>(operation: Operation | null, kind: Op['kind']): operation is Op => operation?.kind === kind

/** The plan of an operation; null for kinds without one. */
export const planOf = (operation: Operation): Plan | null => ('plan' in operation ? operation.plan : null)

/** The dry-run that an operation has reserved or consumed. */
export const dryRunOf = (operation: Operation): DryRunId | null => ('dryRunId' in operation ? operation.dryRunId : null)

/** The idempotency claim of the operation's request; null for one that came with none. */
export const claimOf = (operation: Operation): string | null => ('idempotencyId' in operation ? operation.idempotencyId : null)

/** How far a launch is, judged by the states of its transactions. */
export type LaunchProgress =
  | { readonly stage: 'pending' }
  | { readonly stage: 'live'; readonly createHeight: number; readonly createdBy: Signature }
  | {
      readonly stage: 'created'
      readonly createHeight: number
      readonly createdBy: Signature
      readonly lockHeight: number | null
      readonly lockedBy: Signature | null
      readonly lockError: string | null
    }
  | {
      readonly stage: 'dead'
      readonly expired: boolean
      readonly error: string | null
      /** The transaction that replaced the create transaction, where it is known. */
      readonly landedAt: { readonly signature: Signature; readonly height: number } | null
    }

/**
 * The progress of a launch, from the states of its transactions in the order of sending.
 * @throws Error without one that creates the coin
 */
export function launchProgress(transactions: readonly SignedTransaction[], states: readonly TransactionState[]): LaunchProgress {
  const indexOf = (step: TransactionStep) => transactions.findIndex((transaction) => transaction.steps.includes(step))
  const stateOf = (step: TransactionStep) => states[indexOf(step)] ?? null
  // Its own signature, or that of a replacement with the same content.
  const doneBy = (step: TransactionStep) => stateOf(step)?.replacedBy ?? transactions[indexOf(step)]?.signature ?? null
  const create = stateOf('create')
  if (!create) throw new Error('a launch has a create step')
  if (create.status === 'pending') return { stage: 'pending' }
  if (create.status !== 'landed') {
    const failed = create.height === null ? null : { signature: doneBy('create')!, height: create.height }
    return { stage: 'dead', expired: create.status === 'expired', error: create.error, landedAt: create.endedBy ?? failed }
  }
  const lock = stateOf('lock')
  const created = { stage: 'created' as const, createHeight: create.height ?? 0, createdBy: doneBy('create')! }
  if (!lock) return { ...created, lockHeight: null, lockedBy: null, lockError: null }
  if (lock.status === 'pending') return { ...created, stage: 'live' }
  if (lock.status === 'landed') return { ...created, lockHeight: lock.height ?? 0, lockedBy: doneBy('lock'), lockError: null }
  return { ...created, lockHeight: null, lockedBy: null, lockError: lock.error ?? 'expired' }
}
