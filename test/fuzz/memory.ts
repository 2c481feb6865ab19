import type { Person } from '../support/test-app.ts'
import type { Chance } from './chance.ts'
import { personOf } from './people.ts'

/** The newest of what an actor has seen; older ones are forgotten. */
export interface Pool<T> {
  add(item: T): void
  /** Null while there is none. */
  pick(): T | null
  remove(item: T): void
  /** Forgets those of which it is true. */
  drop(isGone: (item: T) => boolean): void
}

export function createPool<T>(chance: Chance, most = 24): Pool<T> {
  const items: T[] = []
  return {
    add(item) {
      if (items.length >= most) items.shift()
      items.push(item)
    },
    pick: () => (items.length === 0 ? null : chance.pick(items)),
    remove(item) {
      const index = items.indexOf(item)
      if (index !== -1) items.splice(index, 1)
    },
    drop: (isGone) => void items.splice(0, items.length, ...items.filter((item) => !isGone(item))),
  }
}

export interface KnownKey {
  readonly text: string
  readonly id: string
}

export interface KnownCoin {
  readonly mint: string
  /** Null for coins of others. */
  readonly key: string | null
  readonly launcher: Person | null
  readonly ticker: string
}

export interface KnownDryRun {
  readonly id: string
  readonly key: string
  readonly body: Record<string, unknown>
  readonly launcher: Person | null
}

export interface KnownOffer {
  /** Of the launch or the lock. */
  readonly id: string
  readonly key: string
  readonly transactions: { transaction: string; signers: string[] }[]
  readonly signers: readonly Person[]
}

export interface KnownLaunch {
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface KnownJob {
  readonly id: string
  readonly key: string
  /** How many parts it has. */
  readonly parts: number
  worker: Person | null
}

/** What an actor remembers of earlier answers, and who it can be. */
export interface Memory {
  readonly keys: Pool<KnownKey>
  readonly coins: Pool<KnownCoin>
  /** Of them those that were launched without a lock. */
  readonly unlocked: Pool<KnownCoin>
  readonly dryRuns: Pool<KnownDryRun>
  readonly offers: Pool<KnownOffer>
  readonly lockOffers: Pool<KnownOffer>
  /** What keeps the list of plans open for an approver. */
  readonly approvalTokens: Pool<string>
  /** Payments that the operator has to pay back. */
  readonly refundsDue: Pool<string>
  /** The mint of the newest unsigned launch. */
  readonly mints: Pool<Person>
  /** Launches with an idempotency key, to be sent again. */
  readonly sent: Pool<KnownLaunch>
  readonly hooks: Pool<KnownKey>
  readonly deliveries: Pool<{ readonly hook: KnownKey; readonly id: string }>
  readonly jobs: Pool<KnownJob>
  /** Addresses below /m that were answered with. */
  readonly metadata: Pool<string>
  /** Mints of coins that wait for their post. */
  readonly graduated: Pool<string>
  /** By path. */
  readonly cursors: Map<string, string>
  readonly etags: Map<string, string>
  /** Wallets that launch, work, trade. */
  readonly people: readonly Person[]
  /** How far the service's clock is ahead of the machine's, as far as anyone has heard. Shared by all actors. */
  readonly clock: { aheadMs: number }
}

const PEOPLE = 12

export function createMemory(chance: Chance, name: string, clock: Memory['clock']): Memory {
  return {
    keys: createPool(chance, 60),
    coins: createPool(chance),
    unlocked: createPool(chance, 8),
    dryRuns: createPool(chance, 8),
    offers: createPool(chance, 4),
    lockOffers: createPool(chance, 4),
    approvalTokens: createPool(chance, 4),
    refundsDue: createPool(chance),
    mints: createPool(chance, 1),
    sent: createPool(chance, 8),
    hooks: createPool(chance),
    deliveries: createPool(chance),
    jobs: createPool(chance),
    metadata: createPool(chance),
    graduated: createPool(chance),
    cursors: new Map(),
    etags: new Map(),
    people: Array.from({ length: PEOPLE }, (_, number) => personOf(`${name} ${number}`)),
    clock,
  }
}
