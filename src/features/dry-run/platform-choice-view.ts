import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from '../../domain/json.ts'
import { isAtomic, LockPathName } from '../../domain/lock-path.ts'
import { CostView, costView } from '../plan/plan-view.ts'
import type { ComparedPlatform, PlatformChoice } from './choose-platform.ts'

const ComparedView = Type.Object({
  platform: Type.String(),
  maxShareholders: Type.Integer(),
  launch: Nullable(
    Type.Object({
      cost: CostView,
      lockPath: LockPathName,
      atomic: Type.Boolean({ description: 'Nobody can trade between create and lock.' }),
      transactions: Type.Integer({ description: 'How many the launcher signs.' }),
    }),
    { description: 'Null where the plan cannot be launched there.' },
  ),
  problem: Nullable(Type.String({ description: 'Why it cannot; null where it can.' })),
})

/** Which launchpad the service chose for a plan that left it open, and why. @see rules 2.4 */
export const PlatformChoiceView = Type.Object({
  platform: Type.String({ description: 'The one that the dry-run is of: name it in the launch.' }),
  reason: Type.String(),
  compared: Type.Array(ComparedView, { description: 'Every enabled one, in the order of this service.' }),
})
PlatformChoiceView.title = 'PlatformChoice'

const comparedView = ({ facts, ...compared }: ComparedPlatform): Static<typeof ComparedView> => {
  const known = { platform: facts.id, maxShareholders: facts.shareholdersMax }
  if ('problem' in compared) {
    const { problem } = compared
    const fields = problem.fields.map(({ path, message }) => `${path} ${message}`)
    return { ...known, launch: null, problem: [problem.message, ...fields].join('; ') }
  }
  const { items, totalAtomic, lockPath, transactions } = compared.cost
  const shown = costView({ items, totalAtomic, currency: facts.currency })
  return { ...known, launch: { cost: shown, lockPath, atomic: isAtomic(lockPath), transactions }, problem: null }
}

/** The choice as JSON; null where the request named its launchpad. */
export const platformChoiceView = (choice: PlatformChoice | null): Static<typeof PlatformChoiceView> | null =>
  choice && { platform: choice.best.id, reason: choice.reason, compared: choice.compared.map(comparedView) }
