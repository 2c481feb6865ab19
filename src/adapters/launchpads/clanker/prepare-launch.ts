import { type Address, decodeFunctionResult, type Hex } from 'viem'
import { bps, type Mint, type Wallet, wei } from '../../../domain/brands.ts'
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
import { type EvmCall, EvmRevert, type EvmRpc } from '../../chains/evm/evm-rpc.ts'
import { allOrNone } from '../../chains/evm/programs/all-or-none.ts'
import { reasonOfRun, runOnce } from '../../chains/evm/run-once.ts'
import { pushSplit } from '../../chains/evm/split/push-split.ts'
import { sharesProblem } from '../../chains/evm/split/shares-problem.ts'
import { nextNonce } from '../../chains/evm/next-nonce.ts'
import { refuseRevert } from '../../chains/evm/refuse-revert.ts'
import { checkFactory } from './check-factory.ts'
import type { ClankerContext } from './context.ts'
import { factoryAbi, NOBODY, revertAbi } from './abis.ts'
import { deployCall, OPENING_WEI } from './deploy-call.ts'
import type { Rows } from './coin-state.ts'
import { CLANKER_FACTS } from './facts.ts'
import { ROWS_MAX } from './split-row.ts'

/** Attempts at finding a free salt; a random one of 32 bytes is practically never taken. */
const SALT_TRIES = 3

/** Coin and split land in one transaction, or neither does. */
const LOCK_PATH = 'atomic-evm'

/** The launch, signed: one transaction. */
export async function prepareLaunch(context: ClankerContext, plan: CoinPlan, launcher: Launcher): Promise<PreparedLaunch> {
  const { coin, drafts, base } = await draftLaunch(context, plan, launcher.wallet)
  return { mint: coin as string as Mint, lockPath: LOCK_PATH, transactions: await signDrafts(drafts, base, launcher) }
}

/** The launch for the client to sign: one transaction. */
export async function prepareUnsignedLaunch(context: ClankerContext, plan: CoinPlan, launcher: Wallet): Promise<UnsignedLaunch> {
  const { coin, drafts, base } = await draftLaunch(context, plan, launcher)
  return { mint: coin as string as Mint, lockPath: LOCK_PATH, transactions: unsignedDrafts(drafts, base) }
}

/** The most that the launch can cost at current prices. */
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
  const problem = sharesProblem(shareholders, CLANKER_FACTS.shareholdersMax)
  if (problem) throw new AppError('launch_refused', { reason: problem })
}

async function measureLaunch(context: ClankerContext, plan: CoinPlan, launcher: Wallet, nonce: number): Promise<EvmLaunchDraft> {
  checkPlan(plan)
  const { rpc } = context
  await checkFactory(context)
  const from = launcher as string as Address
  const [{ head, fees }, { coin, call, gas }] = await Promise.all([readGasPrice(rpc), freeDeployment(context, plan, from)])
  const hasSplit = plan.shareholders.length > ROWS_MAX
  const purpose = `${hasSplit ? 'make the split, ' : ''}create the coin, and fix for good the wallets that its fees go to`
  const steps = hasSplit ? (['split', 'create', 'lock'] as const) : (['create', 'lock'] as const)
  const drafts: EvmDraft[] = [{ steps, purpose, ...call, gas: gasWithMargin(gas) }]
  const base: EvmTransactionBase = { chainId: rpc.chainId, from, nonce, fees, height: head.number }
  const [amountAtomic] = await readMostGasWei(rpc, drafts, base)
  const items = [{ what: 'the coin with its split, at most (gas)', amountAtomic: amountAtomic! }]
  const terms = { openingAtomic: OPENING_WEI, platformReferrer: null }
  return { coin, drafts, base, cost: { items, totalAtomic: amountAtomic!, lockPath: LOCK_PATH, transactions: drafts.length, terms } }
}

interface Deployment {
  readonly coin: Address
  readonly call: EvmCall
  readonly gas: bigint
}

/**
 * A deployment at an unused address, simulated. Anyone can take the address: it follows from the coin's texts and the salt alone, so that
 * the coin's own is read from the chain once it landed.
 *
 * @throws AppError launch_refused with the contract's own reason, or when every salt's address is taken
 */
async function freeDeployment(context: ClankerContext, plan: CoinPlan, from: Address): Promise<Deployment> {
  const { shareholders } = plan
  for (let tries = 0; tries < SALT_TRIES; tries += 1) {
    const salt = context.newSalt()
    if (shareholders.length <= ROWS_MAX) {
      const found = await simulated(context, deployCall(context, plan, shareholders, salt), from)
      if (found) return found
      continue
    }
    // Which rows it has makes no difference to the coin's address.
    const found = await simulated(context, deployCall(context, plan, oneRow(NOBODY), salt), from)
    if (found) return withSplit(context, plan, { salt, coin: found.coin }, from)
  }
  throw new AppError('launch_refused', { reason: 'the address of the coin is taken' })
}

/** Null where the coin's address is taken. */
async function simulated({ rpc }: ClankerContext, call: EvmCall, from: Address): Promise<Deployment | null> {
  const [[answer], gas] = await Promise.all([rpc.readMany([call]), estimateGas(rpc, call, from)])
  if (gas === null) return null
  if (!answer) throw new AppError('upstream_unavailable', { upstream: 'Clanker on Base' })
  return { coin: coinIn(answer), call, gas }
}

/** Split and coin as one call, all of it or none; whoever sends it makes this very coin, whose one row is the split. */
async function withSplit(
  context: ClankerContext,
  plan: CoinPlan,
  { salt, coin }: { readonly salt: Hex; readonly coin: Address },
  from: Address,
): Promise<Deployment> {
  const { rpc } = context
  const split = await pushSplit.addressOf(rpc, coin, plan.shareholders)
  const calls = [
    { ...pushSplit.createCall(coin, plan.shareholders), expects: split },
    { ...deployCall(context, plan, oneRow(split), salt), expects: coin },
  ]
  const run = runOnce(allOrNone(calls), salt)
  const gas = await rpc
    .estimateGas({ ...run.call, from })
    .catch(async (error: unknown) => refuseRevert(revertAbi, 'launch_refused', await reasonOfRun(rpc, run, from, error)))
  return { coin, call: run.call, gas }
}

const oneRow = (recipient: Address): Rows => [{ wallet: recipient as string as Wallet, bps: bps(10_000) }]

const coinIn = (data: Hex): Address => decoded(() => decodeFunctionResult({ abi: factoryAbi, functionName: 'deployToken', data }))

/** Null where it reverts without a reason, as creating a contract does at an address that is taken. */
const estimateGas = (rpc: EvmRpc, call: EvmCall, from: Address): Promise<bigint | null> =>
  rpc
    .estimateGas({ ...call, from })
    .catch((error: unknown) =>
      error instanceof EvmRevert && error.data === '0x' ? null : refuseRevert(revertAbi, 'launch_refused', error),
    )
