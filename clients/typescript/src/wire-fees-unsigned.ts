import type { AgentLaunchClient, Answer } from './create-client.ts'
import type { paths } from './openapi.ts'
import { signTransactions } from './sign-transactions.ts'
import type { Signer } from './signer.ts'

type Offered = Answer<'post', '/api/agent/wire-fees/unsigned'>
type Locked = Answer<'post', '/api/agent/wire-fees/submit'>
type Body = paths['/api/agent/wire-fees/unsigned']['post']['requestBody']['content']['application/json']

/**
 * Locks the fees of a coin that is there, such as one whose launch answered 202, without a secret leaving this program. `signers` is
 * the wallet that launched it, which the body names as `launcherPubkey`.
 *
 * @throws TypeError when a signer is missing
 */
export async function wireFeesUnsigned(
  client: AgentLaunchClient,
  body: Body,
  signers: readonly Signer[],
): Promise<Locked | Extract<Offered, { readonly data?: never }>> {
  const offered = await client.POST('/api/agent/wire-fees/unsigned', { body })
  if (offered.error) return offered
  const { lockId, transactions } = offered.data
  const signed = await signTransactions(transactions, signers)
  return client.POST('/api/agent/wire-fees/submit', { body: { lockId, transactions: signed } })
}
