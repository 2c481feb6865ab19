import type { Mint } from '../domain/brands.ts'
import type { Failure } from '../domain/errors.ts'
import type { OperationKind, OperationOf, OperationResult, TransactionState } from '../domain/operation.ts'
import type { Launchpad } from './launchpad/launchpad.ts'
import type { Repos, Storage } from './storage/storage.ts'
import type { Clock, IdSource } from './clock.ts'
import type { LaunchpadRegistry } from './launchpad-registry.ts'
import type { Policy } from './policy.ts'
import type { Metrics } from './metrics.ts'
import type { Tracer } from './tracer.ts'
import type { Logger } from '../lib/logger.ts'
import type { Redactor } from '../lib/redactor.ts'

/** What settling an operation needs; of Deps, as each use case has it. */
export interface SettleDeps {
  readonly storage: Storage
  readonly clock: Clock
  readonly ids: IdSource
  readonly log: Logger
  readonly launchpads: LaunchpadRegistry
  readonly policy: Policy
  readonly metrics: Metrics
  readonly tracer: Tracer
  readonly redact: Redactor
}

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
