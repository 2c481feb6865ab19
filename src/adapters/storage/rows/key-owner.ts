import { OPERATOR_KEY_ID } from '../../../domain/api-key.ts'
import type { Executor } from '../engine/executor.ts'

/** How the owner of a claimed key begins: no id of a key does. */
const ADDRESS = 'from '

/** In whose quota a key counts. */
export interface KeyOwner {
  /** The key itself, or the address (of IPv6 the site) that claimed it: all keys of one count together. */
  readonly owner: string
  /** False for a key that the operator minted, and for the operator's own. */
  readonly stranger: boolean
}

/** The owner of this key; a key that is not in the table (a payer, a browser) owns itself. */
export async function ownerOf(db: Executor, keyId: string): Promise<KeyOwner> {
  const key = await db.selectFrom('api_key').select(['claim_address', 'claim_site']).where('id', '=', keyId).executeTakeFirst()
  if (!key) return { owner: keyId, stranger: keyId !== OPERATOR_KEY_ID }
  return {
    owner: key.claim_address === null ? keyId : ADDRESS + (key.claim_site ?? key.claim_address),
    stranger: key.claim_address !== null,
  }
}

/** All keys of the owner of this key, itself among them. */
export async function keysOfOwner(db: Executor, keyId: string): Promise<string[]> {
  const key = await db.selectFrom('api_key').select(['claim_address', 'claim_site']).where('id', '=', keyId).executeTakeFirst()
  if (!key || key.claim_address === null) return [keyId]
  const { claim_address: address, claim_site: site } = key
  const query = db.selectFrom('api_key').select('id')
  const rows = await (site === null ? query.where('claim_address', '=', address) : query.where('claim_site', '=', site)).execute()
  return rows.map(({ id }) => id)
}
