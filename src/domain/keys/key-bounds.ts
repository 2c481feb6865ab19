import type { Lamports, UnixMs } from '../brands.ts'
import { AppError } from '../errors.ts'
import { inCidr, parseCidr, parseIp, unmapped } from '../../lib/ip.ts'
import { iso } from '../json.ts'

/** What an agent's key may be for. */
export const AGENT_SCOPES = ['read', 'launch', 'webhooks', 'jobs'] as const

/** What an operator's key may be for: what agents do, agents' keys, and everything else that changes something. */
export const OPERATOR_SCOPES = [...AGENT_SCOPES, 'keys', 'operate'] as const

/** One of OPERATOR_SCOPES. */
export type KeyScope = (typeof OPERATOR_SCOPES)[number]

/** What a key is kept to; null is no bound. */
export interface KeyBounds {
  readonly scopes: readonly KeyScope[] | null
  /** Where it is taken from: addresses and CIDRs. */
  readonly addresses: readonly string[] | null
  readonly expiresAtMs: UnixMs | null
  /** Launches written to the journal in a UTC day, failed ones too. */
  readonly launchesPerDay: number | null
  /** The initial buys of these launches together. */
  readonly dailyBuyLamports: Lamports | null
}

/** The bounds of a key that has none. */
export const NO_BOUNDS: KeyBounds = { scopes: null, addresses: null, expiresAtMs: null, launchesPerDay: null, dailyBuyLamports: null }

/** Which bound refused, as the member `bound` of the answer. */
export const BOUNDS = ['scope', 'address', 'expiry', 'launchesPerDay', 'solPerDay'] as const

/** The refusal of a call by one bound of its key. */
export const outOfBounds = (bound: (typeof BOUNDS)[number], reason: string): AppError => new AppError('key_not_allowed', { bound, reason })

/** True once the key's end has come. */
export const isExpired = ({ expiresAtMs }: KeyBounds, nowMs: UnixMs): boolean => expiresAtMs !== null && expiresAtMs <= nowMs

/** Throws unless the key is good at this time and from this network address. */
export function checkTimeAndPlace(bounds: KeyBounds, address: string, nowMs: UnixMs): void {
  const { expiresAtMs, addresses } = bounds
  if (expiresAtMs !== null && isExpired(bounds, nowMs)) throw outOfBounds('expiry', `it expired at ${iso(expiresAtMs)}`)
  if (addresses === null) return
  const ip = parseIp(address)
  const client = ip && unmapped(ip)
  const ranges = addresses.flatMap((text) => parseCidr(text) ?? [])
  if (!client || !ranges.some((cidr) => inCidr(client, cidr))) throw outOfBounds('address', `it is not taken from the address ${address}`)
}

/** Throws unless the key has the scope. */
export function checkScope({ scopes }: KeyBounds, scope: KeyScope | null): void {
  if (scope === null || scopes === null || scopes.includes(scope)) return
  throw outOfBounds('scope', `it has the scopes ${scopes.join(', ')}, and this needs ${scope}`)
}
