import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { wei, type Mint, type Wallet } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { CoinPlan } from '../../../ports/launchpad/coin.ts'
import type { LaunchCost, PreparedLaunch } from '../../../ports/launchpad/launching.ts'
import type { Launcher } from '../../../ports/launchpad/launcher.ts'
import type { UnsignedLaunch } from '../../../ports/launchpad/unsigned.ts'
import { type EvmDraft, type EvmTransactionBase, signDrafts, unsignedDrafts } from '../../chains/evm/evm-draft.ts'
import type { EvmLaunchDraft } from '../../chains/evm/evm-launch-draft.ts'
import { aggregateCalls } from '../../chains/evm/aggregate-calls.ts'
import { type EvmCall, EvmRevert, type EvmRpc, MULTICALL } from '../../chains/evm/evm-rpc.ts'
import { coinAbi, factoryAbi, POOL_CONFIG, revertAbi, ZORA_FACTORY } from './contracts.ts'
import { decoded } from '../../chains/evm/decoded.ts'
import { checkFunds } from '../../chains/evm/check-funds.ts'
import { gasWithMargin, readGasPrice, readMostGasWei } from '../../chains/evm/evm-gas.ts'
import { nextNonce } from '../../chains/evm/next-nonce.ts'
import { refuseRevert } from '../../chains/evm/refuse-revert.ts'
import { canBePaid } from '../../chains/evm/inspect-evm-recipients.ts'
import { sharesProblem } from './split/shares-problem.ts'
import type { ZoraContext } from './context.ts'

/** Attempts at finding a free salt; a random one of 32 bytes is practically never taken. */
const SALT_TRIES = 3

/** An address without an owner, for estimating a launch whose launcher is not known. */
const ANYBODY = '0x000000000000000000000000000000000000dEaD' as Wallet

/** Split, coin and lock land in one transaction, or none of them does. */
const LOCK_PATH = 'atomic-evm'

/** @throws AppError launch_refused | balance_too_low | launcher_busy | operation_not_offered */
export async function prepareLaunch(context: ZoraContext, plan: CoinPlan, launcher: Launcher): Promise<PreparedLaunch> {
  const { coin, drafts, base } = await draftLaunch(context, plan, launcher.wallet)
  return { mint: coin as string as Mint, lockPath: LOCK_PATH, transactions: await signDrafts(drafts, base, launcher) }
}

/** The launch for the client to sign: one transaction. @throws as prepareLaunch */
export async function prepareUnsignedLaunch(context: ZoraContext, plan: CoinPlan, launcher: Wallet): Promise<UnsignedLaunch> {
  const { coin, drafts, base } = await draftLaunch(context, plan, launcher)
  return { mint: coin as string as Mint, lockPath: LOCK_PATH, transactions: unsignedDrafts(drafts, base) }
}

/** The most that the launch can cost at current prices. @throws AppError launch_refused | operation_not_offered */
export async function estimateLaunch(context: ZoraContext, plan: CoinPlan, launcher: Wallet | null): Promise<LaunchCost> {
  return (await measureLaunch(context, plan, launcher ?? ANYBODY, 0)).cost
}

async function draftLaunch(context: ZoraContext, plan: CoinPlan, launcher: Wallet): Promise<EvmLaunchDraft> {
  const { rpc } = context
  checkPlan(plan)
  const [nonce, balanceWei] = await Promise.all([nextNonce(rpc, launcher), rpc.balanceWei(launcher as string as Address)])
  const draft = await measureLaunch(context, plan, launcher, nonce)
  checkFunds(launcher, balanceWei, wei(draft.cost.totalAtomic))
  return draft
}

function checkPlan({ shareholders, initialBuyAtomic }: CoinPlan): void {
  if (initialBuyAtomic > 0n) throw new AppError('operation_not_offered', { platform: 'zora', operation: 'a first buy' })
  const problem = sharesProblem(shareholders)
  if (problem) throw new AppError('launch_refused', { reason: problem })
}

async function measureLaunch(context: ZoraContext, plan: CoinPlan, launcher: Wallet, nonce: number): Promise<EvmLaunchDraft> {
  checkPlan(plan)
  const { rpc, split } = context
  const from = launcher as string as Address
  const [{ head, fees }, { coin, salt }] = await Promise.all([readGasPrice(rpc), freeAddress(context, plan), checkReferrer(context)])
  const base: EvmTransactionBase = { chainId: rpc.chainId, from, nonce, fees, height: head.number }
  const payoutRecipient = await split.addressOf(rpc, coin, plan.shareholders)
  const args = [payoutRecipient, [MULTICALL], plan.metadataUri, plan.name, plan.ticker, POOL_CONFIG, context.platformReferrer] as const
  const calls: EvmCall[] = [
    split.createCall(coin, plan.shareholders),
    {
      to: ZORA_FACTORY,
      data: encodeFunctionData({ abi: factoryAbi, functionName: 'deploy', args: [...args, zeroAddress, '0x', salt] }),
    },
    { to: coin, data: encodeFunctionData({ abi: coinAbi, functionName: 'revokeOwnership' }) },
    // Where the factory made the coin at another address, the call before these did nothing: these revert, and with them all.
    ...split.handOutCalls(payoutRecipient, plan.shareholders, coin),
  ]
  const call = aggregateCalls(calls)
  const gas = await rpc.estimateGas({ ...call, from }).catch((error: unknown) => refuseBecause(rpc, calls, error))
  const drafts: EvmDraft[] = [{ steps: ['split', 'create', 'lock'], purpose: PURPOSE, ...call, gas: gasWithMargin(gas) }]
  return { coin, drafts, base, cost: await costOf(context, drafts, base) }
}

/** Multicall3 says that a call failed, and not why: the call that reverts says it. @throws AppError launch_refused */
async function refuseBecause(rpc: EvmRpc, calls: readonly EvmCall[], error: unknown): Promise<never> {
  const reverted = error instanceof EvmRevert ? await rpc.firstRevert(calls) : null
  return refuseRevert(revertAbi, 'launch_refused', reverted ?? error)
}

/** A coin's referrer is permanent: the part of one that refuses payments would go to Zora. @throws AppError launch_refused */
async function checkReferrer(context: ZoraContext): Promise<void> {
  if (await canBePaid(context.rpc, context.platformReferrer)) return
  throw new AppError('launch_refused', { reason: 'the operator’s platform referrer takes no payment' })
}

/** An unused address for the coin, and its salt. @throws AppError launch_refused */
async function freeAddress({ rpc, newSalt, platformReferrer }: ZoraContext, { name, ticker }: CoinPlan) {
  for (let tries = 0; tries < SALT_TRIES; tries += 1) {
    const salt: Hex = newSalt()
    const ask = { abi: factoryAbi, functionName: 'coinAddress' } as const
    const data = encodeFunctionData({ ...ask, args: [MULTICALL, name, ticker, POOL_CONFIG, platformReferrer, salt] })
    const [answer] = await rpc.readMany([{ to: ZORA_FACTORY, data }])
    if (!answer) throw new AppError('upstream_unavailable', { upstream: 'Zora on Base' })
    const coin = decoded(() => decodeFunctionResult({ ...ask, data: answer }))
    if ((await rpc.code(coin)) === '0x') return { coin, salt }
  }
  throw new AppError('launch_refused', { reason: 'the address of the coin is taken' })
}

const PURPOSE = 'make the split, create the coin whose fees go to it, give up the coin’s ownership for good, and hand its coins out'
const WHAT = 'split, coin and lock in one transaction, at most (gas)'

async function costOf({ rpc }: ZoraContext, drafts: readonly EvmDraft[], base: EvmTransactionBase): Promise<LaunchCost> {
  const items = (await readMostGasWei(rpc, drafts, base)).map((amountAtomic) => ({ what: WHAT, amountAtomic }))
  return {
    items,
    totalAtomic: wei(items.reduce((sumAtomic, item) => sumAtomic + item.amountAtomic, 0n)),
    lockPath: LOCK_PATH,
  }
}
