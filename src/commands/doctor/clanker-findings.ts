import { clankerSetup } from '../../adapters/launchpads/clanker/entry.ts'
import type { Config } from '../../config/config.ts'
import type { Finding } from '../../domain/operator/finding.ts'

/** Whether Clanker makes coins; nothing where it is not enabled. Asks the nodes of Base, of which baseFindings tells. */
export async function clankerFindings({ base }: Pick<Config, 'base'>): Promise<Finding[]> {
  if (clankerSetup(base).reason !== null) return []
  const { probeClanker } = await import('../../adapters/launchpads/clanker/probe-clanker.ts')
  const probe = await probeClanker(base.rpcUrls)
  if (probe === null)
    return [{ level: 'fail', text: 'Clanker does not answer on Base', fix: 'name a node of Base’s main network in BASE_RPC_URL' }]
  if (probe.makesCoins) return [{ level: 'ok', text: 'Clanker makes coins on Base' }]
  const fix = 'launch with another platform: coins that exist are paid out as before'
  return [{ level: 'warn', text: `no launches with Clanker: ${probe.reason}`, fix }]
}
