import { AppError } from '../../domain/errors.ts'
import type { LaunchpadFacts, LaunchpadOperation } from '../../ports/launchpad/facts.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'

/** What each operation is called in a refusal. */
const NAMES: Record<LaunchpadOperation, string> = {
  'first-buy': 'a first buy',
  'wire-fees': 'wire-fees',
  'lock-holder-kol': 'holder-KOL',
  crank: 'a crank',
  unsigned: 'unsigned launches',
}

/** Returns when the launchpad has the operation. @throws AppError operation_not_offered, at this field of the request */
export function checkOffered({ id, operations }: LaunchpadFacts, operation: LaunchpadOperation, path: string): void {
  if (operations.includes(operation)) return
  throw new AppError(
    'operation_not_offered',
    { platform: id, operation: NAMES[operation] },
    { fields: [{ path, message: 'is not offered' }] },
  )
}

/** What each capability is called in a refusal. */
const CAPABILITIES = { feeShare: 'fee shares', holders: 'holder-KOL', buyback: 'buybacks' } as const

/** What this launchpad can beside launching. @throws AppError operation_not_offered where it cannot */
export function capabilityOf<C extends keyof typeof CAPABILITIES>(launchpad: Launchpad, name: C): NonNullable<Launchpad[C]> {
  const capability = launchpad[name]
  if (!capability) throw new AppError('operation_not_offered', { platform: launchpad.facts.id, operation: CAPABILITIES[name] })
  return capability
}
