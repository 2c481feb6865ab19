import { type RawBuilder, sql } from 'kysely'
import { OPERATOR_KEY_ID } from '../../../domain/api-key.ts'
import { builtOnce } from '../engine/built-once.ts'
import type { Executor } from '../engine/executor.ts'

/** Prefix of the owner of a claimed key; no key id begins with it. */
const ADDRESS = 'from '

/** The owner whose quota a key counts in. */
export interface KeyOwner {
  /** The key itself, or the address (of IPv6 the site) that claimed it: keys claimed from one address share quotas. */
  readonly owner: string
  /** False for a key that the operator minted, and for the operator's own. */
  readonly untrusted: boolean
}

const claimOf = builtOnce((db, keyId: string) => db.selectFrom('api_key').select(['claim_address', 'claim_site']).where('id', '=', keyId))

/** The owner of this key; a key without a row (a payer, a browser) owns itself. */
export async function ownerOf(db: Executor, keyId: string): Promise<KeyOwner> {
  const [key] = (await claimOf(db, keyId)).rows
  return key ? ownerOfRow(keyId, key) : { owner: keyId, untrusted: keyId !== OPERATOR_KEY_ID }
}

/** The owner of this key within a statement, as ownerOf finds it. */
export const ownerIn = (keyId: string): RawBuilder<string> =>
  sql<string>`coalesce((SELECT ${sql.lit(ADDRESS)} || coalesce(claim_site, claim_address) FROM api_key WHERE id = ${keyId}), ${keyId})`

/** 1 within a statement where the owner of this key is untrusted, as ownerOf finds it; else 0. */
export const strangerIn = (keyId: string): RawBuilder<number> =>
  sql<number>`coalesce((SELECT CASE WHEN claim_address IS NULL THEN 0 ELSE 1 END FROM api_key WHERE id = ${keyId}), CASE WHEN ${keyId} = ${sql.lit(OPERATOR_KEY_ID)} THEN 0 ELSE 1 END)`

/** The owner of a key that has a row, by what the row says of the claim. */
export const ownerOfRow = (
  keyId: string,
  { claim_address: address, claim_site: site }: { readonly claim_address: string | null; readonly claim_site: string | null },
): KeyOwner => ({ owner: address === null ? keyId : ADDRESS + (site ?? address), untrusted: address !== null })

/** All keys of the owner of this key, including it. */
export async function keysOfOwner(db: Executor, keyId: string): Promise<string[]> {
  const key = await db.selectFrom('api_key').select(['claim_address', 'claim_site']).where('id', '=', keyId).executeTakeFirst()
  if (!key || key.claim_address === null) return [keyId]
  const { claim_address: address, claim_site: site } = key
  const query = db.selectFrom('api_key').select('id')
  const rows = await (site === null ? query.where('claim_address', '=', address) : query.where('claim_site', '=', site)).execute()
  return rows.map(({ id }) => id)
}
