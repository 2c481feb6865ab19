import { AppError } from '../../domain/errors.ts'
import type { FeeOption, PlanRequest } from '../../domain/plan/launch-request.ts'
import type { LaunchpadFacts, LaunchpadOperation } from '../../ports/launchpad/facts.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'

/** The name of each operation in a refusal. */
const NAMES: Record<LaunchpadOperation, string> = {
  'first-buy': 'a first buy',
  'wire-fees': 'wire-fees',
  'lock-holder-kol': 'holder-KOL',
  crank: 'a crank',
  unsigned: 'unsigned launches',
}

/** Throws unless the launchpad supports the operation. @throws AppError operation_not_offered, at this field of the request */
export function checkSupported({ id, operations }: LaunchpadFacts, operation: LaunchpadOperation, path: string): void {
  if (operations.includes(operation)) return
  throw new AppError(
    'operation_not_offered',
    { platform: id, operation: NAMES[operation] },
    { fields: [{ path, message: 'is not offered' }] },
  )
}

/** The name of each capability in a refusal. */
const CAPABILITIES = { feeShare: 'fee shares', holders: 'holder-KOL', buyback: 'buybacks' } as const

/** This capability of the launchpad. @throws AppError operation_not_offered without it */
export function capabilityOf<C extends keyof typeof CAPABILITIES>(launchpad: Launchpad, name: C): NonNullable<Launchpad[C]> {
  const capability = launchpad[name]
  if (!capability) throw new AppError('operation_not_offered', { platform: launchpad.facts.id, operation: CAPABILITIES[name] })
  return capability
}

/** The name of each fee option in a refusal. */
const FEE_OPTION_NAMES: Record<FeeOption, string> = {
  creatorFeeBps: 'a creator fee of its own',
  holderReward: 'holder rewards',
  cashback: 'cashback',
}

/** Throws when a fee option was asked for. @throws AppError fee_option_not_offered, at the field of each */
export function checkFeeOptions({ id, creatorFeeFixedBy }: LaunchpadFacts, { feeOptions = [] }: PlanRequest): void {
  const [first] = feeOptions
  if (first === undefined) return
  const why: Record<FeeOption, string> = {
    creatorFeeBps: creatorFeeFixedBy,
    holderReward: 'the creator fees would go to the holders, and the crew would get nothing',
    cashback: 'the creator fees would go back to the traders, for good, and the crew would get nothing',
  }
  throw new AppError(
    'fee_option_not_offered',
    { platform: id, option: FEE_OPTION_NAMES[first], reason: why[first] },
    { fields: feeOptions.map((option) => ({ path: `/${option}`, message: `is not offered: ${why[option]}` })) },
  )
}
