import type { Finding } from '../../../domain/operator/finding.ts'
import type { BaseSettings } from '../chain-settings.ts'
import { probeClanker } from './probe-clanker.ts'

/** Whether Clanker makes coins. Asks the nodes of Base, of which Zora's findings tell. @throws AppError upstream_unavailable */
export async function clankerFindings({ rpcUrls }: Pick<BaseSettings, 'rpcUrls'>): Promise<Finding[]> {
  const probe = await probeClanker(rpcUrls)
  if (probe === null)
    return [{ level: 'fail', text: 'Clanker does not answer on Base', fix: 'name a node of Base’s main network in BASE_RPC_URL' }]
  if (probe.makesCoins) return [{ level: 'ok', text: 'Clanker makes coins on Base' }]
  const fix = 'launch with another platform: coins that exist are paid out as before'
  return [{ level: 'warn', text: `no launches with Clanker: ${probe.reason}`, fix }]
}
