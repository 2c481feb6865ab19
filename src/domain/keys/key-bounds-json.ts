import { type Static, Type } from '@sinclair/typebox'
import { unixMs, type UnixMs } from '../brands.ts'
import { invalidFields } from '../errors.ts'
import { DateTime, Enum, isoOrNull, Nullable } from '../json.ts'
import { AGENT_SCOPES, type KeyBounds, NO_BOUNDS } from './key-bounds.ts'
import { FIELD_LIMITS } from '../limits/field-limits.ts'
import { solToLamports, SOL_DECIMALS } from '../money/sol.ts'
import { DecimalNumber } from '../money/decimals.ts'
import { parseCidr, unmapped } from '../../lib/ip.ts'

const LAMPORTS_PER_SOL_NUMBER = 10 ** SOL_DECIMALS

/** What a key is kept to, as callers write it; what is left out is no bound. */
export const BOUND_MEMBERS = {
  scopes: Type.Array(Enum(AGENT_SCOPES), { minItems: 1, maxItems: AGENT_SCOPES.length, uniqueItems: true }),
  addresses: Type.Array(Type.String({ maxLength: FIELD_LIMITS.idMax }), {
    minItems: 1,
    maxItems: FIELD_LIMITS.keyAddressesMax,
    description: 'Addresses and CIDRs that it is taken from.',
  }),
  expiresAt: DateTime(),
  launchesPerDay: Type.Integer({ minimum: 0, maximum: FIELD_LIMITS.launchesPerDayMax }),
  solPerDay: DecimalNumber(SOL_DECIMALS, {
    minimum: 0,
    maximum: FIELD_LIMITS.solPerDayMax,
    description: 'Initial buys of a UTC day together.',
  }),
}

/** The same in answers, and where null takes a bound away. */
export const NULLABLE_BOUNDS = {
  scopes: Nullable(BOUND_MEMBERS.scopes),
  addresses: Nullable(BOUND_MEMBERS.addresses),
  expiresAt: Nullable(BOUND_MEMBERS.expiresAt),
  launchesPerDay: Nullable(BOUND_MEMBERS.launchesPerDay),
  solPerDay: Nullable(BOUND_MEMBERS.solPerDay),
}

const Bounds = Type.Object(NULLABLE_BOUNDS)

/** Bounds as callers write them, all of them. */
export type BoundsView = Static<typeof Bounds>

/** The bounds of a body; members that are left out stay as they were. */
export function boundsOf(body: Partial<BoundsView>, nowMs: UnixMs, before: KeyBounds = NO_BOUNDS): KeyBounds {
  const { scopes, addresses, expiresAt, launchesPerDay, solPerDay } = body
  const expiry = expiresAt === undefined || expiresAt === null ? null : Date.parse(expiresAt)
  const dailyBuyLamports = typeof solPerDay === 'number' ? solToLamports(solPerDay) : null
  const problems = [
    ...(addresses ?? []).flatMap((text, index) => {
      const problem = addressProblem(text)
      return problem === null ? [] : [{ path: `/addresses/${index}`, message: problem }]
    }),
    ...(expiry !== null && !(expiry > nowMs) ? [{ path: '/expiresAt', message: 'must be a time that is still to come' }] : []),
    ...(typeof solPerDay === 'number' && dailyBuyLamports === null
      ? [{ path: '/solPerDay', message: 'must have at most 9 decimals' }]
      : []),
  ]
  if (problems.length > 0) throw invalidFields(problems)
  return {
    scopes: scopes === undefined ? before.scopes : scopes,
    addresses: addresses === undefined ? before.addresses : addresses,
    expiresAtMs: expiresAt === undefined ? before.expiresAtMs : expiry === null ? null : unixMs(expiry),
    launchesPerDay: launchesPerDay === undefined ? before.launchesPerDay : launchesPerDay,
    dailyBuyLamports: solPerDay === undefined ? before.dailyBuyLamports : dailyBuyLamports,
  }
}

/** What keeps a client from ever having the address; null where nothing does. */
function addressProblem(text: string): string | null {
  const cidr = parseCidr(text)
  if (!cidr) return 'is neither an address nor a CIDR'
  return unmapped(cidr.base) === cidr.base ? null : 'is of IPv4 and must be written as such, without ::ffff:'
}

/** The bounds as their key's owner and the operator see them. */
export const boundsView = ({ scopes, addresses, expiresAtMs, launchesPerDay, dailyBuyLamports }: KeyBounds): BoundsView => ({
  // Those of operators are in no key of the database.
  scopes: scopes as BoundsView['scopes'],
  addresses: addresses && [...addresses],
  expiresAt: isoOrNull(expiresAtMs),
  launchesPerDay,
  solPerDay: dailyBuyLamports === null ? null : Number(dailyBuyLamports) / LAMPORTS_PER_SOL_NUMBER,
})

/** The bounds that there are, for the audit log. */
export const boundsSet = (bounds: KeyBounds): Partial<BoundsView> =>
  Object.fromEntries(Object.entries(boundsView(bounds)).filter(([, bound]) => bound !== null)) as Partial<BoundsView>
