import { type Static, Type } from '@sinclair/typebox'
import type { KeyId, Mint, UnixMs } from './brands.ts'
import { CLUSTERS } from './cluster.ts'
import { Enum } from './json.ts'
import { BoughtView } from './results/buyback-result.ts'
import { DistributionView } from './results/crank-result.ts'
import { LaunchResult } from './results/launch-result.ts'
import { LockResult } from './results/lock-result.ts'

/** A coin whose pool is there. */
const GraduatedView = Type.Object({
  cluster: Enum(CLUSTERS),
  platform: Type.String(),
  mint: Type.String(),
  name: Type.String(),
  ticker: Type.String(),
  launchpadUrl: Type.String(),
  graduatedAt: Type.String({ format: 'date-time' }),
})
GraduatedView.title = 'Graduation'

/** The six things that happen to a coin and that webhooks tell, each with the schema of its `data`. @see rules 6, 10.22 */
export const EVENTS = {
  'launch.created': LaunchResult,
  'feeShare.locked': Type.Union([LaunchResult, LockResult]),
  'remit.cranked': DistributionView,
  'buyback.executed': BoughtView,
  'holderKol.locked': LockResult,
  'coin.graduated': GraduatedView,
} as const

/** One of the names in EVENTS. */
export type EventType = keyof typeof EVENTS

/** The names of EVENTS. */
export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[]

/** What each event says: public JSON, sent as `data`. */
export type EventData = { readonly [Type in EventType]: Static<(typeof EVENTS)[Type]> }

/** What every event is, beside what it says. */
interface AnyEvent<Type extends EventType> {
  /** `evt_…`; webhooks send it as `webhook-id`. */
  readonly id: string
  readonly type: Type
  readonly mint: Mint | null
  readonly keyId: KeyId
  readonly atMs: UnixMs
  readonly data: EventData[Type]
}

/** A fact, written in the commit that makes it true. `keyId` owns it: only that key's endpoints and the operator's hear of it. */
export type CoinEvent<Type extends EventType = EventType> = { [Each in Type]: AnyEvent<Each> }[Type]

/** An event before it is written. */
export type NewEvent = { [Each in EventType]: Omit<AnyEvent<Each>, 'id' | 'atMs'> }[EventType]
