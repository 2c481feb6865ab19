import { AppError } from '../../../domain/errors.ts'
import type { BaseSettings } from '../chain-settings.ts'
import { createEvmRpc } from '../../chains/evm/evm-rpc.ts'
import { checkFactory } from './check-factory.ts'
import { deploymentOn } from './deployments.ts'
import type { MachineTime } from '../../../ports/clock.ts'

/** Whether Clanker makes coins now, and why not; nothing is known where no node of Base answers, or none has Clanker. */
export type ClankerProbe = { readonly makesCoins: true } | { readonly makesCoins: false; readonly reason: string } | null

/** Asks Clanker's factory what every plan asks it. Reads only. */
export async function probeClanker(
  time: MachineTime,
  { rpcUrls, chainId }: Pick<BaseSettings, 'rpcUrls' | 'chainId'>,
): Promise<ClankerProbe> {
  const rpc = createEvmRpc({ urls: rpcUrls, chainId, time })
  try {
    await checkFactory({ rpc, contracts: deploymentOn(chainId) })
    return { makesCoins: true }
  } catch (error) {
    const refused = error instanceof AppError && error.code === 'launch_refused'
    return refused ? { makesCoins: false, reason: String(error.context.reason) } : null
  }
}
