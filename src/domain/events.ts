import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { KeyId, Mint, UnixMs } from './brands.ts'
import { AlarmNews } from './operator/alarms/alarm-news.ts'
import { ClusterName } from './cluster.ts'
import { CoinPages } from './results/coin-pages.ts'
import { DateTime, Enum } from './json.ts'
import { BoughtView, NothingBought } from './results/buyback-result.ts'
import { DistributionView } from './results/crank-result.ts'
import { DryRunApproved, DryRunCreated, DryRunNamed, DryRunRejected } from './results/dry-run-news.ts'
import { RedirectedFees } from './results/redirected-fees.ts'
import { JobNews } from './results/job-json.ts'
import { LaunchFailed } from './results/launch-failed.ts'
import { LaunchResult } from './results/launch-result.ts'
import { LockResult } from './results/lock-result.ts'

/** A coin whose liquidity pool exists. */
const GraduatedView = Type.Object({
  cluster: ClusterName,
  platform: Type.String(),
  mint: Type.String(),
  name: Type.String(),
  ticker: Type.String(),
  ...CoinPages.properties,
  graduatedAt: DateTime(),
})
GraduatedView.title = 'Graduation'

/** A coin that no longer pays its split. */
const RedirectedView = Type.Object({
  cluster: ClusterName,
  platform: Type.String(),
  mint: Type.String(),
  name: Type.String(),
  ticker: Type.String(),
  ...CoinPages.properties,
  feesRedirected: RedirectedFees,
})
RedirectedView.title = 'Redirect'

/**
 * The events that webhooks deliver: the schema of each one's `data`, when it is emitted, and how long its row is kept. `ever` is the
 * public record of coins. The others are stored only where an endpoint subscribes to them, and until their last delivery is pruned, so
 * that what callers can make at no cost does not fill the disk.
 * @see rules 6, 10.22
 */
export const EVENTS = {
  'launch.created': { data: LaunchResult, when: 'A coin was made.', kept: 'ever' },
  'feeShare.locked': {
    data: Type.Union([LaunchResult, LockResult]),
    when: 'The fees of a coin were locked: at its launch, or later.',
    kept: 'ever',
  },
  'remit.cranked': { data: DistributionView, when: 'A distribution paid the creator fees of a coin out.', kept: 'ever' },
  'buyback.executed': { data: BoughtView, when: 'The treasury, or a coin’s earnings, bought a coin.', kept: 'ever' },
  'holderKol.locked': { data: LockResult, when: 'The fees of a coin were locked to the KOLs among its holders.', kept: 'ever' },
  'coin.graduated': { data: GraduatedView, when: 'A coin left its curve, and its pool is there.', kept: 'ever' },
  'coin.feesRedirected': {
    data: RedirectedView,
    when: 'The launchpad’s own team took the fees of a locked coin from its split; told once.',
    kept: 'ever',
  },
  'dryRun.created': { data: DryRunCreated, when: 'A plan was made, and waits for an approval or a launch.', kept: 'day' },
  'dryRun.named': { data: DryRunNamed, when: 'A plan names people, who can be told before its launch.', kept: 'day' },
  'dryRun.approved': { data: DryRunApproved, when: 'A person approved a plan.', kept: 'day' },
  'dryRun.rejected': { data: DryRunRejected, when: 'An approver rejected a plan, and said why.', kept: 'day' },
  'buyback.failed': { data: NothingBought, when: 'A run of the buyback should have bought, and did not.', kept: 'month' },
  'launch.failed': { data: LaunchFailed, when: 'A launch that was under way ended, and no coin was made.', kept: 'month' },
  'operator.alert': { data: AlarmNews, when: 'An alarm was raised, or ended; for the operator alone.', kept: 'month' },
  'job.created': { data: JobNews, when: 'A job waits for a worker.', kept: 'month' },
  'job.claimed': { data: JobNews, when: 'A worker took a job.', kept: 'month' },
  'job.released': { data: JobNews, when: 'The worker gave a job back; it waits for another.', kept: 'month' },
  'job.submitted': { data: JobNews, when: 'The work of a job was handed in.', kept: 'month' },
  'job.returned': { data: JobNews, when: 'The work could not be reached for a day; its worker may hand in again.', kept: 'month' },
  'job.verified': { data: JobNews, when: 'The work was accepted; its payout follows.', kept: 'month' },
  'job.paid': { data: JobNews, when: 'The worker of a job was paid, or for a part of it.', kept: 'month' },
  'job.rejected': { data: JobNews, when: 'The work was not accepted; what is unpaid went back to the budget.', kept: 'month' },
  'job.cancelRequested': { data: JobNews, when: 'The owner asks the worker to let a claimed job be called off.', kept: 'month' },
  'job.cancelled': { data: JobNews, when: 'A job was called off; what is unpaid went back to the budget.', kept: 'month' },
  'job.expired': { data: JobNews, when: 'A deadline of a job passed; what is unpaid went back to the budget.', kept: 'month' },
} as const satisfies Readonly<Record<string, { readonly data: TSchema; readonly when: string; readonly kept: 'ever' | 'month' | 'day' }>>

/** One of the names in EVENTS. */
export type EventType = keyof typeof EVENTS

/** The names of EVENTS. */
export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[]

/** Wire form of an event's type. */
export const EventName = Enum(EVENT_TYPES, { title: 'EventName' })

/** The types with this retention. */
export const typesKept = (kept: (typeof EVENTS)[EventType]['kept']): EventType[] => EVENT_TYPES.filter((type) => EVENTS[type].kept === kept)

/** The data of each event: public JSON, sent as `data`. */
export type EventData = { readonly [Type in EventType]: Static<(typeof EVENTS)[Type]['data']> }

/** What every event has beside its data. */
interface AnyEvent<Type extends EventType> {
  /** `evt_…`; webhooks send it as `webhook-id`. */
  readonly id: string
  readonly type: Type
  readonly mint: Mint | null
  readonly keyId: KeyId
  readonly atMs: UnixMs
  readonly data: EventData[Type]
}

/**
 * An event, written in the commit of the state change that it reports. `keyId` owns it: only endpoints of that key and of the operator
 * receive it.
 */
export type CoinEvent<Type extends EventType = EventType> = { [Each in Type]: AnyEvent<Each> }[Type]

/** An event before it is written. */
export type NewEvent = { [Each in EventType]: Omit<AnyEvent<Each>, 'id' | 'atMs'> }[EventType]
