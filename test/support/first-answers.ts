import { fromBase58, toBase58 } from '../../src/lib/bytes.ts'
import type { Person } from './test-app.ts'
import { Secret } from '../../src/lib/secret.ts'

/** As the state has it: integers of any length as text that ends in n. */
export const plain = (value: object): unknown =>
  JSON.parse(JSON.stringify(value, (_name, member: unknown) => (typeof member === 'bigint' ? `${member}n` : member)))

/** Of amounts in ETH the names of SOL are gone; what stands in their place is asserted by itself. */
export function withoutEthAsSol(json: unknown, within = 'SOL'): any {
  if (Array.isArray(json)) return json.map((entry) => withoutEthAsSol(entry, within))
  if (typeof json !== 'object' || json === null) return json
  const currency = (json as { currency?: string }).currency ?? within
  const names = Object.entries(json).filter(
    ([name]) => currency === 'SOL' || !/^(lamports|sol|(paid|distributed)(Lamports|Sol))$/.test(name),
  )
  return Object.fromEntries(names.map(([name, value]) => [name, withoutEthAsSol(value, currency)]))
}

/** A coin of Zora's is in its pool from the first block: stages that it never reaches are no longer in its timeline. */
export function withoutStagesAhead(json: unknown): any {
  if (Array.isArray(json)) return json.map(withoutStagesAhead)
  if (typeof json !== 'object' || json === null) return json
  const { platform, timeline } = json as { readonly platform?: string; readonly timeline?: readonly { readonly reached: boolean }[] }
  const shown = platform === 'zora' && timeline ? { ...json, timeline: timeline.filter(({ reached }) => reached) } : json
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, withoutStagesAhead(value)]))
}

/** Every amount of ETH in an answer of then, in the order in which it stands. */
export const weiIn = (json: unknown): string[] =>
  [...JSON.stringify(json).matchAll(/"(?:lamports|paidLamports)":"(\d+)","(?:sol|paidSol)":[\d.e+]+,"currency":"ETH"/g)].map(
    ([, wei]) => wei!,
  )

/** The person of this secret. */
export const personOf = (secret: string): Person => {
  const secretKey = fromBase58(secret)!
  const publicKey = secretKey.slice(32)
  return { secret, wallet: toBase58(publicKey) as Person['wallet'], pair: { publicKey, secretKey: new Secret(secretKey) } }
}
