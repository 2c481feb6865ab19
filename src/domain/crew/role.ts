/** What a wallet can be paid a share of the creator fees as. @see rules 1.2 */
export const ROLES = ['kol', 'agent', 'earnings', 'referrer', 'treasury'] as const

/** One of ROLES. */
export type Role = (typeof ROLES)[number]

/** All roles of one wallet of a split; several are joined by `+`. Made by joinRoles alone. */
export type ShareRole = Role | `${Role}+${string}`

/** What a wallet was paid as: unknown where it is not in the coin's split. */
export type PaidRole = ShareRole | 'unknown'

/** The roles, of which there must be one at least, in the order given and each once. */
export const joinRoles = (roles: readonly Role[]): ShareRole => [...new Set(roles)].join('+') as ShareRole

/** The single roles, in their order; none of `unknown`. */
export const rolesOf = (role: PaidRole): readonly Role[] => role.split('+').filter(isRole)

/** The first of its roles. */
export const firstRoleOf = (role: ShareRole): Role => {
  const end = role.indexOf('+')
  return (end === -1 ? role : role.slice(0, end)) as Role
}

const isRole = (word: string): word is Role => ROLES.some((role) => role === word)

/** True when the wallet holds this role, alone or with others. */
export const holdsRole = (role: PaidRole, wanted: Role): boolean => rolesOf(role).includes(wanted)
