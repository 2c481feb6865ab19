import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { PaidRoleJson, ShareRoleJson } from '../../src/domain/crew/role-json.ts'
import { holdsRole, joinRoles, type PaidRole, ROLES, rolesOf } from '../../src/domain/crew/role.ts'

describe('rules 1.2: what a wallet is paid as', () => {
  test('rules 1.2: every set of roles of one wallet is joined and read back in its order, and fits the wire', () => {
    const sets = ROLES.flatMap((one) => [[one], ...ROLES.filter((two) => two !== one).map((two) => [one, two])])
    for (const roles of [...sets, [...ROLES]]) {
      const role = joinRoles([...roles, ...roles])
      expect(rolesOf(role)).toEqual(roles)
      expect(ROLES.filter((each) => holdsRole(role, each))).toEqual(ROLES.filter((each) => roles.includes(each)))
      expect([Value.Check(ShareRoleJson, role), Value.Check(PaidRoleJson, role)]).toEqual([true, true])
    }
  })

  test('rules 1.2: a wallet outside the split holds none of the roles, and a longer word is not the role that it begins with', () => {
    expect(rolesOf('unknown')).toEqual([])
    expect([Value.Check(PaidRoleJson, 'unknown'), Value.Check(ShareRoleJson, 'unknown')]).toEqual([true, false])
    expect(holdsRole('kolossus' as PaidRole, 'kol')).toBeFalse()
    for (const text of ['', 'kol+', '+kol', 'kolossus', 'kol agent']) expect(Value.Check(PaidRoleJson, text)).toBeFalse()
  })
})
