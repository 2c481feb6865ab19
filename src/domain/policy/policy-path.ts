import type { PolicyClauses } from './policy-clauses.ts'

/** Where a policy of these clauses is read and signed. They are behind the `#`, which browsers send to no server. */
export const policyPath = (clauses: PolicyClauses): `/${string}` =>
  `/policy#${btoa(JSON.stringify(clauses)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`

/** The JSON of the clauses behind the `#`, unchecked; null when it is none. */
export function clausesOfFragment(fragment: string): object | null {
  try {
    const value: unknown = JSON.parse(atob(fragment.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
