import { type Address, decodeFunctionResult, type Hex, zeroAddress } from 'viem'
import { bps, wei, type Mint, type Wallet } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { CoinPlan } from '../../../ports/launchpad/coin.ts'
import type { LaunchCost, PreparedLaunch } from '../../../ports/launchpad/launching.ts'
import type { Launcher } from '../../../ports/launchpad/launcher.ts'
import type { UnsignedLaunch } from '../../../ports/launchpad/unsigned.ts'
import { type EvmDraft, type EvmTransactionBase, signDrafts, unsignedDrafts } from '../../chains/evm/evm-draft.ts'
import type { EvmLaunchDraft } from '../../chains/evm/evm-launch-draft.ts'
import { type OneRun, reasonOfRun } from '../../chains/evm/run-once.ts'
import { factoryAbi, OPENING_WEI, revertAbi } from './contracts.ts'
import { coinAddressCall, launchProgram } from './launch-program.ts'
import { decoded } from '../../chains/evm/decoded.ts'
import { checkFunds } from '../../chains/evm/check-funds.ts'
import { gasWithMargin, readGasPrice, readMostGasWei } from '../../chains/evm/evm-gas.ts'
import { nextNonce } from '../../chains/evm/next-nonce.ts'
import { refuseRevert } from '../../chains/evm/refuse-revert.ts'
import { canBePaid } from '../../chains/evm/inspect-evm-recipients.ts'
import { sharesProblem } from '../../chains/evm/split/shares-problem.ts'
import type { ZoraContext } from './context.ts'
import { ZORA_FACTS } from './facts.ts'

/** Attempts at finding a free salt; a random one of 32 bytes is practically never taken. */
const SALT_TRIES = 3

/** An address without an owner, for estimating a launch whose launcher is not known. */
const ANYBODY = '0x000000000000000000000000000000000000dEaD' as Wallet

/** Split, coin and lock land in one transaction, or none of them does. */
const LOCK_PATH = 'atomic-evm'

/** The launch, signed: one transaction. */
export async function prepareLaunch(context: ZoraContext, plan: CoinPlan, launcher: Launcher): Promise<PreparedLaunch> {
  const { coin, drafts, base } = await draftLaunch(context, plan, launcher.wallet)
  return { mint: coin as string as Mint, lockPath: LOCK_PATH, transactions: await signDrafts(drafts, base, launcher) }
}

/** The launch for the client to sign: one transaction. */
export async function prepareUnsignedLaunch(context: ZoraContext, plan: CoinPlan, launcher: Wallet): Promise<UnsignedLaunch> {
  const { coin, drafts, base } = await draftLaunch(context, plan, launcher)
  return { mint: coin as string as Mint, lockPath: LOCK_PATH, transactions: unsignedDrafts(drafts, base) }
}

/** The most that the launch can cost at current prices. */
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
  const problem = sharesProblem(shareholders, ZORA_FACTS.shareholdersMax)
  if (problem) throw new AppError('launch_refused', { reason: problem })
}

async function measureLaunch(context: ZoraContext, plan: CoinPlan, launcher: Wallet, nonce: number): Promise<EvmLaunchDraft> {
  checkPlan(plan)
  const { rpc } = context
  const from = launcher as string as Address
  const [{ head, fees }, { coin, program }] = await Promise.all([readGasPrice(rpc), buildLaunch(context, plan), checkReferrer(context)])
  const base: EvmTransactionBase = { chainId: rpc.chainId, from, nonce, fees, height: head.number }
  const gas = await rpc
    .estimateGas({ ...program.call, from })
    .catch(async (error: unknown) => refuseRevert(revertAbi, 'launch_refused', await reasonOfRun(rpc, program, from, error)))
  const drafts: EvmDraft[] = [{ steps: ['split', 'create', 'lock'], purpose: PURPOSE, ...program.call, gas: gasWithMargin(gas) }]
  return { coin, drafts, base, cost: await costOf(context, drafts, base) }
}

/** A coin's referrer is permanent: the part of one that refuses payments would go to Zora. */
async function checkReferrer(context: ZoraContext): Promise<void> {
  if (await canBePaid(context.rpc, context.platformReferrer)) return
  throw new AppError('launch_refused', { reason: 'the operator’s platform referrer takes no payment' })
}

/** The program of the launch, and the unused address at which the factory makes the coin for it. */
async function buildLaunch(context: ZoraContext, plan: CoinPlan): Promise<{ readonly coin: Address; readonly program: OneRun }> {
  const { rpc, newSalt } = context
  for (let tries = 0; tries < SALT_TRIES; tries += 1) {
    const salt = newSalt()
    const program = launchProgram(context, plan, salt, await askAddress(context, plan, salt, zeroAddress))
    const data = await askAddress(context, plan, salt, program.account)
    const coin = decoded(() => decodeFunctionResult({ abi: factoryAbi, functionName: 'coinAddress', data }))
    if ((await rpc.code(coin)) === '0x') return { coin, program }
  }
  throw new AppError('launch_refused', { reason: 'the address of the coin is taken' })
}

async function askAddress(context: ZoraContext, plan: CoinPlan, salt: Hex, creator: Address): Promise<Hex> {
  const [answer] = await context.rpc.readMany([coinAddressCall(context, plan, salt, creator)])
  if (!answer) throw new AppError('upstream_unavailable', { upstream: 'Zora on Base' })
  return answer
}

const PURPOSE = 'make the split, create the coin whose fees go to it, give up the coin’s ownership for good, and hand its coins out'
const WHAT = 'split, coin and lock in one transaction, at most (gas)'

/** What the platform referrer gets of every trade. @see https://docs.zora.co/coins/contracts/rewards */
const REFERRER_BPS = bps(20)

async function costOf({ rpc, platformReferrer }: ZoraContext, drafts: readonly EvmDraft[], base: EvmTransactionBase): Promise<LaunchCost> {
  const items = (await readMostGasWei(rpc, drafts, base)).map((amountAtomic) => ({ what: WHAT, amountAtomic }))
  return {
    items,
    totalAtomic: wei(items.reduce((sumAtomic, item) => sumAtomic + item.amountAtomic, 0n)),
    lockPath: LOCK_PATH,
    transactions: drafts.length,
    terms: { openingAtomic: OPENING_WEI, platformReferrer: { wallet: platformReferrer as string as Wallet, tradeBps: REFERRER_BPS } },
  }
}
