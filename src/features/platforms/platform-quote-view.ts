import { type Static, Type } from '@sinclair/typebox'
import { Enum, Nullable, Ok } from '../../domain/json.ts'
import { isAtomic, LOCK_PATHS, PATH_RISKS } from '../../domain/lock-path.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { WholeNumber } from '../../domain/money/whole-number.ts'
import { CostView, costView } from '../plan/plan-view.ts'
import { type PlatformReading, QUOTED_WALLETS } from './platform-reader.ts'
import { PlatformView, platformView } from './platform-view.ts'

/** Wire form of a launch on one launchpad as it would be now. @see rules 4.1 */
const PlatformLaunchView = Type.Object({
  wallets: Type.Integer({ description: 'For a split of so many wallets.' }),
  cost: CostView,
  lockPath: Enum(LOCK_PATHS, { description: 'How create and lock would reach the chain.' }),
  atomic: Type.Boolean({ description: 'Nobody can trade between create and lock.' }),
  transactions: Type.Integer({ description: 'How many the launcher signs.' }),
  risks: Type.Array(Type.String(), { description: 'What can happen between them and after, in words.' }),
})
PlatformLaunchView.title = 'PlatformLaunch'

/** Query of a price: how many wallets the split has, cut to what the launchpad takes. */
export const PlatformQuery = Type.Object(
  { wallets: Type.Optional(WholeNumber({ minimum: 1, maximum: FIELD_LIMITS.quotedWalletsMax, default: QUOTED_WALLETS })) },
  { additionalProperties: false },
)

/** Wire form of one launchpad with a launch on it; null where it is not enabled. */
export const PlatformDocument = Ok({ platform: PlatformView, launch: Nullable(PlatformLaunchView) })

/** The reading in its wire form; the risks are those of its path, then those that the launchpad names. */
export const platformDocument = ({ facts, reason, wallets, quoted }: PlatformReading): Static<typeof PlatformDocument> => ({
  ok: true,
  platform: platformView(facts, reason),
  launch: quoted && {
    wallets,
    cost: costView({ items: quoted.items, totalAtomic: quoted.totalAtomic, currency: facts.currency }),
    lockPath: quoted.lockPath,
    atomic: isAtomic(quoted.lockPath),
    transactions: quoted.transactions,
    risks: [
      ...PATH_RISKS[quoted.lockPath],
      ...facts.notices,
      `Wallets of the split that have never been used: ${facts.unusedWalletRisk}`,
      ...quoted.warnings,
    ],
  },
})
