import { type Address, decodeFunctionResult, type Hex } from 'viem'
import { bps, type Wallet } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { CoinPlan } from '../../../ports/launchpad/coin.ts'
import type { EvmLaunch } from '../../chains/evm/evm-launches.ts'
import { decoded } from '../../chains/evm/decoded.ts'
import { gasWithMargin } from '../../chains/evm/evm-gas.ts'
import { type EvmCall, EvmRevert, type EvmRpc, NOBODY } from '../../chains/evm/evm-rpc.ts'
import { allOrNone } from '../../chains/evm/programs/all-or-none.ts'
import { reasonOfRun, runOnce } from '../../chains/evm/run-once.ts'
import { pushSplit } from '../../chains/evm/split/push-split.ts'
import { refuseRevert } from '../../chains/evm/refuse-revert.ts'
import { checkFactory } from './check-factory.ts'
import type { ClankerContext } from './context.ts'
import { factoryAbi, revertAbi } from './abis.ts'
import { deployCall, OPENING_WEI } from './deploy-call.ts'
import type { Rows } from './coin-state.ts'
import { ROWS_MAX } from './split-row.ts'

/** Attempts at finding a free salt; a random one of 32 bytes is practically never taken. */
const SALT_TRIES = 3

/** Coin and split as one transaction, simulated for whoever sends it. */
export async function buildLaunch(context: ClankerContext, plan: CoinPlan, from: Address): Promise<EvmLaunch> {
  await checkFactory(context)
  const { coin, call, gas } = await freeDeployment(context, plan, from)
  const hasSplit = plan.shareholders.length > ROWS_MAX
  const purpose = `${hasSplit ? 'make the split, ' : ''}create the coin, and fix for good the wallets that its fees go to`
  const steps = hasSplit ? (['split', 'create', 'lock'] as const) : (['create', 'lock'] as const)
  return {
    coin,
    draft: { steps, purpose, ...call, gas: gasWithMargin(gas) },
    what: 'the coin with its split, at most (gas)',
    terms: { openingAtomic: OPENING_WEI, platformReferrer: null },
  }
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
