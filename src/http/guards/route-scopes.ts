import type { Caller } from '../../domain/api-key.ts'
import type { KeyScope } from '../../domain/keys/key-bounds.ts'
import type { RateGroup } from '../../domain/limits/rates.ts'

/** The scope that a call needs of an agent's key, and of an operator's for reading and for the rest; null needs none. */
interface Scopes {
  readonly agent: KeyScope | null
  readonly reads: KeyScope
  readonly writes: KeyScope
}

const all = <Scope extends KeyScope>(scope: Scope): Scopes => ({ agent: scope, reads: scope, writes: scope })

/** The scope of every route with a key, by its rate group. A guard for a group that is not here does not compile. */
const SCOPES = {
  autohire: all('read'),
  status: all('read'),
  launches: all('read'),
  'dry-run': all('launch'),
  launch: all('launch'),
  'launch-submit': all('launch'),
  'wire-fees': all('launch'),
  'lock-holder-kol': all('launch'),
  crank: all('launch'),
  webhooks: all('webhooks'),
  'webhook-reads': all('webhooks'),
  jobs: all('jobs'),
  // Bought by payers alone.
  credits: all('launch'),
  // Every key sees, rotates and revokes itself.
  keys: { agent: null, reads: 'read', writes: 'keys' },
  // Agents' keys are flagged for it.
  featured: { agent: null, reads: 'read', writes: 'operate' },
  operator: { agent: null, reads: 'read', writes: 'operate' },
} as const satisfies Partial<Record<RateGroup, Scopes>>

/** A rate group whose routes take a key. */
export type KeyGroup = keyof typeof SCOPES

/** The scope that this call needs of this caller's key; null where it needs none. */
export function routeScopeOf(group: KeyGroup, { operator }: Pick<Caller, 'operator'>, method: string): KeyScope | null {
  const { agent, reads, writes } = SCOPES[group]
  if (!operator) return agent
  return method === 'GET' || method === 'HEAD' ? reads : writes
}
