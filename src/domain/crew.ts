import { type Static, Type } from '@sinclair/typebox'
import type { Bps, Wallet } from './brands.ts'
import { type FieldError, invalidFields } from './errors.ts'
import { LIMITS } from './limits.ts'
import { Text } from './text.ts'

/** What a crew member can be hired to do, in the order in which unfilled roles are offered. @see spec 2.2 */
export const HIRE_ROLES = ['caller', 'chart', 'raid', 'kol', 'dev'] as const

/** One of HIRE_ROLES. */
export const HireRole = Type.Unsafe<(typeof HIRE_ROLES)[number]>(Type.Union(HIRE_ROLES.map((role) => Type.Literal(role))))

export type HireRole = Static<typeof HireRole>

/** A promoter as the request names it; `share` is whole percent of the crew pool. @see spec 2.2 */
export const CrewMember = Type.Object(
  {
    handle: Text({ minLength: 1, maxLength: LIMITS.crewHandleMax, description: 'Public name, with or without @.' }),
    wallet: Type.String({ minLength: 1, maxLength: 64, description: 'Where the share is paid.' }),
    share: Type.Integer({ minimum: 1, maximum: 100, description: 'Percent of the crew pool; all shares total 100.' }),
    hireRole: Type.Optional(HireRole),
  },
  { additionalProperties: false, title: 'CrewMember' },
)

export type CrewMember = Static<typeof CrewMember>

/** The member with its role, `kol` where the request leaves it open. */
export const withHireRole = (member: CrewMember) => ({ ...member, hireRole: member.hireRole ?? ('kol' as const) })

/** A promoter of a plan: who is paid, and how many basis points of all creator fees. */
export interface CrewSeat {
  readonly handle: string
  readonly wallet: Wallet
  readonly share: number
  readonly hireRole: HireRole
  readonly effectiveBps: Bps
}

/**
 * Returns when the crew can be a split: shares total 100, handles differ, no wallet is the launcher's.
 *
 * @throws AppError crew_shares_not_100 | validation_invalid
 * @see spec 2.1, 2.2
 */
export function checkCrew(crew: readonly CrewMember[], launcher: string | null, isWallet: (text: string) => boolean): void {
  const problems: FieldError[] = []
  const handles = new Set<string>()
  crew.forEach((member, place) => {
    const handle = member.handle.replace(/^@/, '').toLowerCase()
    if (handles.has(handle)) problems.push({ path: `/crew/${place}/handle`, message: `names ${member.handle} a second time` })
    handles.add(handle)
    if (!isWallet(member.wallet)) problems.push({ path: `/crew/${place}/wallet`, message: 'is not a wallet of this platform' })
    if (launcher !== null && member.wallet === launcher) {
      problems.push({ path: `/crew/${place}/wallet`, message: 'is the launcher, who never receives the crew slice' })
    }
  })
  if (problems.length > 0) throw invalidFields(problems)
  const total = crew.reduce((sum, member) => sum + member.share, 0)
  if (total !== 100) {
    throw invalidFields([{ path: '/crew', message: `shares total ${total}, not 100` }], 'crew_shares_not_100', { total })
  }
}
