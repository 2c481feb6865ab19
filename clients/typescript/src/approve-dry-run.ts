import type { AgentLaunchClient, Answer } from './create-client.ts'
import { type Signer, walletHeaders } from './signer.ts'

type Viewed = Answer<'get', '/api/agent/launch/dry-run/{id}'>
type Approved = Answer<'post', '/api/agent/launch/dry-run/{id}/approve'>

/** What an approver signs; the timestamp is in milliseconds since 1970. */
export const approvalMessage = (dryRunId: string, timestamp: string): string => `svc-approve-dry-run:${dryRunId}:${timestamp}`

/**
 * Approves the plan as a wallet that the operator listed and that is not its launcher's. The time that is signed is the service's.
 * Show the approver what is signed for first: `GET /api/agent/launch/dry-run/{id}`.
 */
export async function approveDryRun(
  client: AgentLaunchClient,
  dryRunId: string,
  signer: Signer,
): Promise<Approved | Extract<Viewed, { readonly data?: never }>> {
  const viewed = await client.GET('/api/agent/launch/dry-run/{id}', { params: { path: { id: dryRunId } } })
  if (viewed.error) return viewed
  const timestamp = String(Date.parse(viewed.data.serverTime))
  return client.POST('/api/agent/launch/dry-run/{id}/approve', {
    params: { path: { id: dryRunId } },
    headers: await walletHeaders(signer, timestamp, approvalMessage(dryRunId, timestamp)),
  })
}
