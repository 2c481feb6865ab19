import type { AgentLaunchClient, Answer } from './create-client.ts'
import { type Signer, walletHeaders } from './signer.ts'

/** What a KOL signs to read its referrals; the timestamp is in milliseconds since 1970. */
export const referralsMessage = (wallet: string, timestamp: string): string => `svc-kol-referrals:${wallet}:${timestamp}`

/** The referrals of the KOL whose wallet signs. This machine's clock must be right to within a minute. */
export async function readReferrals(client: AgentLaunchClient, signer: Signer): Promise<Answer<'get', '/api/kol/referrals'>> {
  const timestamp = String(Date.now())
  return client.GET('/api/kol/referrals', {
    headers: await walletHeaders(signer, timestamp, referralsMessage(signer.address, timestamp)),
  })
}
