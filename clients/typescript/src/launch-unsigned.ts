import type { AgentLaunchClient, Answer } from './create-client.ts'
import type { LaunchRequest } from './openapi.ts'
import { signTransactions } from './sign-transactions.ts'
import type { Signer } from './signer.ts'

type Offered = Answer<'post', '/api/agent/launch/unsigned'>
type Launched = Answer<'post', '/api/agent/launch/submit'>

/**
 * Launches without a secret leaving this program: asks for the transactions, signs them here, and sends them. `signers` are the launcher's
 * wallet, which the body names as `launcherPubkey`, and the mint's, which it names as `mintPubkey`.
 *
 * @throws TypeError when a signer is missing
 */
export async function launchUnsigned(
  client: AgentLaunchClient,
  body: LaunchRequest & { readonly launcherPubkey: string },
  signers: readonly Signer[],
): Promise<Launched | Extract<Offered, { readonly data?: never }>> {
  const offered = await client.POST('/api/agent/launch/unsigned', { body })
  if (offered.error) return offered
  const { launchId, transactions } = offered.data
  const signed = await signTransactions(transactions, signers)
  return client.POST('/api/agent/launch/submit', { body: { launchId, transactions: signed } })
}
