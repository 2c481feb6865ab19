import { decodeFunctionResult, encodeFunctionData } from 'viem'
import { AppError } from '../../../domain/errors.ts'
import { decoded } from '../../chains/evm/decoded.ts'
import type { ClankerContext } from './context.ts'
import { factoryAbi, hookAbi, PROTOCOL_FEE_MILLIONTHS } from './abis.ts'

/**
 * Throws unless Clanker makes coins as a plan says: its factory is open, the locker and the hook are enabled there, and the protocol's
 * part of a fee is the one that plans name.
 *
 * @throws AppError launch_refused with what does not hold
 */
export async function checkFactory({ rpc, contracts }: Pick<ClankerContext, 'rpc' | 'contracts'>): Promise<void> {
  const { factory, locker, hook } = contracts
  const [closed, enabled, part] = await rpc.readMany([
    { to: factory, data: encodeFunctionData({ abi: factoryAbi, functionName: 'deprecated' }) },
    { to: factory, data: encodeFunctionData({ abi: factoryAbi, functionName: 'enabledLockers', args: [locker, hook] }) },
    { to: hook, data: encodeFunctionData({ abi: hookAbi, functionName: 'PROTOCOL_FEE_NUMERATOR' }) },
  ])
  if (!closed || !enabled || !part) throw new AppError('upstream_unavailable', { upstream: 'Clanker on Base' })
  const refuse = (reason: string): never => {
    throw new AppError('launch_refused', { reason })
  }
  if (decoded(() => decodeFunctionResult({ abi: factoryAbi, functionName: 'deprecated', data: closed })))
    refuse('Clanker closed its version 4 to new coins')
  if (!decoded(() => decodeFunctionResult({ abi: factoryAbi, functionName: 'enabledLockers', data: enabled })))
    refuse('Clanker makes no coins with this locker and hook any more')
  const takes = decoded(() => decodeFunctionResult({ abi: hookAbi, functionName: 'PROTOCOL_FEE_NUMERATOR', data: part }))
  if (takes !== PROTOCOL_FEE_MILLIONTHS) refuse('Clanker takes another part of the fees than plans say')
}
