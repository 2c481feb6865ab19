import { BASE_CHAIN_ID, BASE_NETWORKS } from '../../../domain/chain.ts'
import type { Finding } from '../../../domain/operator/finding.ts'
import { createEvmRpc } from '../../chains/evm/evm-rpc.ts'
import { baseNodeFindings, mainOrTest } from '../base-node-findings.ts'
import type { BaseSettings } from '../chain-settings.ts'
import type { MachineTime } from '../../../ports/clock.ts'
import { AppError } from '../../../domain/errors.ts'
import { checkFactory } from './check-factory.ts'
import { deploymentOn } from './deployments.ts'

/** Whether Clanker makes coins, and on a network without Zora, whose findings tell of Base’s nodes, those nodes too. */
export async function clankerFindings(
  time: MachineTime,
  { rpcUrls, chainId }: Pick<BaseSettings, 'rpcUrls' | 'chainId'>,
): Promise<Finding[]> {
  const proved = chainId === BASE_CHAIN_ID ? [] : await createEvmRpc({ urls: rpcUrls, chainId, time }).pool.prove()
  const nodes = baseNodeFindings(proved, chainId)
  return [...nodes, factoryFinding(await probeClanker(time, { rpcUrls, chainId }), chainId)]
}

function factoryFinding(probe: Awaited<ReturnType<typeof probeClanker>>, chainId: BaseSettings['chainId']): Finding {
  const network = BASE_NETWORKS[chainId]
  if (probe === null)
    return { level: 'fail', text: `Clanker does not answer on ${network}`, fix: `name a node of ${mainOrTest(chainId)} in BASE_RPC_URL` }
  if (probe.makesCoins) return { level: 'ok', text: `Clanker makes coins on ${network}` }
  const fix = 'launch with another platform: coins that exist are paid out as before'
  return { level: 'warn', text: `no launches with Clanker: ${probe.reason}`, fix }
}

/** Whether Clanker makes coins now, and why not; nothing is known where no node of Base answers, or none has Clanker. */
type ClankerProbe = { readonly makesCoins: true } | { readonly makesCoins: false; readonly reason: string } | null

/** Asks Clanker's factory what every plan asks it. Reads only. */
async function probeClanker(time: MachineTime, { rpcUrls, chainId }: Pick<BaseSettings, 'rpcUrls' | 'chainId'>): Promise<ClankerProbe> {
  const rpc = createEvmRpc({ urls: rpcUrls, chainId, time })
  try {
    await checkFactory({ rpc, contracts: deploymentOn(chainId) })
    return { makesCoins: true }
  } catch (error) {
    const refused = error instanceof AppError && error.code === 'launch_refused'
    return refused ? { makesCoins: false, reason: String(error.context.reason) } : null
  }
}
