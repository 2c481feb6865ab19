import { type Address, decodeFunctionResult, type Hex } from 'viem'
import { type Mint, type Wallet, wei } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { CoinPlan } from '../../../ports/launchpad/coin.ts'
import type { LaunchCost, PreparedLaunch } from '../../../ports/launchpad/launching.ts'
import type { Launcher } from '../../../ports/launchpad/launcher.ts'
import type { UnsignedLaunch } from '../../../ports/launchpad/unsigned.ts'
import { type EvmDraft, type EvmTransactionBase, signDrafts, unsignedDrafts } from '../../chains/evm/evm-draft.ts'
import type { EvmLaunchDraft } from '../../chains/evm/evm-launch-draft.ts'
import { checkFunds } from '../../chains/evm/check-funds.ts'
import { decoded } from '../../chains/evm/decoded.ts'
import { gasWithMargin, readGasPrice, readMostGasWei } from '../../chains/evm/evm-gas.ts'
import { type EvmCall, EvmRevert } from '../../chains/evm/evm-rpc.ts'
import { nextNonce } from '../../chains/evm/next-nonce.ts'
import { refuseRevert } from '../../chains/evm/refuse-revert.ts'
import { checkFactory } from './check-factory.ts'
import type { ClankerContext } from './context.ts'
import { factoryAbi, NOBODY, revertAbi } from './abis.ts'
import { deployCall } from './deploy-call.ts'
import { rowsProblem } from './rows-problem.ts'

/** Attempts at finding a free salt; a random one of 32 bytes is practically never taken. */
const SALT_TRIES = 3

/** Coin and split land in one transaction, or neither does. */
const LOCK_PATH = 'atomic-evm'

/** @throws AppError launch_refused | balance_too_low | launcher_busy | operation_not_offered */
export async function prepareLaunch(context: ClankerContext, plan: CoinPlan, launcher: Launcher): Promise<PreparedLaunch> {
  const { coin, drafts, base } = await draftLaunch(context, plan, launcher.wallet)
  return { mint: coin as string as Mint, lockPath: LOCK_PATH, transactions: await signDrafts(drafts, base, launcher) }
}

/** The launch for the client to sign: one transaction. @throws AppError as prepareLaunch */
export async function prepareUnsignedLaunch(context: ClankerContext, plan: CoinPlan, launcher: Wallet): Promise<UnsignedLaunch> {
  const { coin, drafts, base } = await draftLaunch(context, plan, launcher)
  return { mint: coin as string as Mint, lockPath: LOCK_PATH, transactions: unsignedDrafts(drafts, base) }
}

/** The most that the launch can cost at current prices. @throws AppError launch_refused | operation_not_offered */
export async function estimateLaunch(context: ClankerContext, plan: CoinPlan, launcher: Wallet | null): Promise<LaunchCost> {
  return (await measureLaunch(context, plan, launcher ?? (NOBODY as string as Wallet), 0)).cost
}

async function draftLaunch(context: ClankerContext, plan: CoinPlan, launcher: Wallet): Promise<EvmLaunchDraft> {
  const { rpc } = context
  checkPlan(plan)
  const [nonce, balanceWei] = await Promise.all([nextNonce(rpc, launcher), rpc.balanceWei(launcher as string as Address)])
  const draft = await measureLaunch(context, plan, launcher, nonce)
  checkFunds(launcher, balanceWei, wei(draft.cost.totalAtomic))
  return draft
}

function checkPlan({ shareholders, initialBuyAtomic }: CoinPlan): void {
  if (initialBuyAtomic > 0n) throw new AppError('operation_not_offered', { platform: 'clanker', operation: 'a first buy' })
  const problem = rowsProblem(shareholders)
  if (problem) throw new AppError('launch_refused', { reason: problem })
}

async function measureLaunch(context: ClankerContext, plan: CoinPlan, launcher: Wallet, nonce: number): Promise<EvmLaunchDraft> {
  checkPlan(plan)
  const { rpc } = context
  await checkFactory(context)
  const from = launcher as string as Address
  const [{ head, fees }, { coin, call, gas }] = await Promise.all([readGasPrice(rpc), freeDeployment(context, plan, from)])
  const purpose = 'create the coin, and fix for good the wallets that its fees go to'
  const drafts: EvmDraft[] = [{ steps: ['create', 'lock'], purpose, ...call, gas: gasWithMargin(gas) }]
  const base: EvmTransactionBase = { chainId: rpc.chainId, from, nonce, fees, height: head.number }
  const [amountAtomic] = await readMostGasWei(rpc, drafts, base)
  const items = [{ what: 'the coin with its split, at most (gas)', amountAtomic: amountAtomic! }]
  return { coin, drafts, base, cost: { items, totalAtomic: amountAtomic!, lockPath: LOCK_PATH } }
}

/**
 * A deployment at an unused address, simulated. Anyone can take the address: it follows from the coin's texts and the salt alone, so that
 * the coin's own is read from the chain once it landed.
 *
 * @throws AppError launch_refused with the contract's own reason, or when every salt's address is taken
 */
async function freeDeployment(
  context: ClankerContext,
  plan: CoinPlan,
  from: Address,
): Promise<{ readonly coin: Address; readonly call: EvmCall; readonly gas: bigint }> {
  const { rpc, newSalt } = context
  for (let tries = 0; tries < SALT_TRIES; tries += 1) {
    const call = deployCall(context, plan, newSalt())
    const [[answer], gas] = await Promise.all([rpc.readMany([call]), estimateGas(context, call, from)])
    if (gas === null) continue
    if (!answer) throw new AppError('upstream_unavailable', { upstream: 'Clanker on Base' })
    return { coin: coinIn(answer), call, gas }
  }
  throw new AppError('launch_refused', { reason: 'the address of the coin is taken' })
}

const coinIn = (data: Hex): Address => decoded(() => decodeFunctionResult({ abi: factoryAbi, functionName: 'deployToken', data }))

/** Null where it reverts without a reason, as creating a contract does at an address that is taken. */
const estimateGas = ({ rpc }: ClankerContext, call: EvmCall, from: Address): Promise<bigint | null> =>
  rpc
    .estimateGas({ ...call, from })
    .catch((error: unknown) =>
      error instanceof EvmRevert && error.data === '0x' ? null : refuseRevert(revertAbi, 'launch_refused', error),
    )
