import { type Address, bytesToHex, decodeFunctionResult, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { signDrafts } from '../../../src/adapters/chains/evm/evm-draft.ts'
import { createEvmRpc } from '../../../src/adapters/chains/evm/evm-rpc.ts'
import { coinAbi, factoryAbi, POOL_CONFIG, ZORA_FACTORY } from '../../../src/adapters/launchpads/zora/contracts.ts'
import { readGasPrice } from '../../../src/adapters/chains/evm/evm-gas.ts'
import { nextNonce } from '../../../src/adapters/chains/evm/next-nonce.ts'
import { pushSplit } from '../../../src/adapters/chains/evm/split/push-split.ts'
import type { Mint } from '../../../src/domain/brands.ts'
import { BASE_CHAIN_ID } from '../../../src/domain/chain.ts'
import { Secret } from '../../../src/lib/secret.ts'
import type { CoinPlan } from '../../../src/ports/launchpad/coin.ts'
import type { Launcher } from '../../../src/ports/launchpad/launcher.ts'
import type { PreparedLaunch } from '../../../src/ports/launchpad/launching.ts'
import type { Anvil } from './anvil.ts'
import { REFERRER } from './evm-scene.ts'
import { machineTime } from '../../support/machine-time.ts'

/**
 * A launch as the service signed it before it had one transaction for all: split, coin and lock by the launcher, one after the other. Rows
 * of it may be under way when a service is upgraded, and a wire-fees is of such transactions still.
 */
export async function olderLaunch({ url }: Pick<Anvil, 'url'>, plan: CoinPlan, launcher: Launcher): Promise<PreparedLaunch> {
  const rpc = createEvmRpc({ urls: [new Secret(url)], chainId: BASE_CHAIN_ID, time: machineTime })
  const from = launcher.wallet as string as Address
  const salt: Hex = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  const { name, ticker, metadataUri, shareholders } = plan
  const ask = { abi: factoryAbi, functionName: 'coinAddress' } as const
  const args = [from, name, ticker, POOL_CONFIG, REFERRER as string as Address, salt] as const
  const [answer] = await rpc.readMany([{ to: ZORA_FACTORY, data: encodeFunctionData({ ...ask, args }) }])
  const coin = decodeFunctionResult({ ...ask, data: answer! })
  const split = await pushSplit.addressOf(rpc, coin, shareholders)
  const deploy = encodeFunctionData({
    abi: factoryAbi,
    functionName: 'deploy',
    args: [split, [from], metadataUri, name, ticker, POOL_CONFIG, REFERRER as string as Address, zeroAddress, '0x', salt],
  })
  const revoke = encodeFunctionData({ abi: coinAbi, functionName: 'revokeOwnership' })
  const [{ head, fees }, nonce] = await Promise.all([readGasPrice(rpc), nextNonce(rpc, launcher.wallet)])
  const drafts = [
    { steps: ['split'] as const, purpose: 'split', ...pushSplit.createCall(coin, shareholders), gas: 3_000_000n },
    { steps: ['create'] as const, purpose: 'coin', to: ZORA_FACTORY, data: deploy, gas: 4_000_000n },
    { steps: ['lock'] as const, purpose: 'lock', to: coin, data: revoke, gas: 120_000n },
  ]
  const transactions = await signDrafts(drafts, { chainId: rpc.chainId, from, nonce, fees, height: head.number }, launcher)
  return { mint: coin as string as Mint, lockPath: 'sequential', transactions }
}
