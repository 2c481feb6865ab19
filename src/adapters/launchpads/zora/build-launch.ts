import { type Address, decodeFunctionResult, type Hex, zeroAddress } from 'viem'
import { bps, type Wallet } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { CoinPlan } from '../../../ports/launchpad/coin.ts'
import type { EvmLaunch } from '../../chains/evm/evm-launches.ts'
import { type OneRun, reasonOfRun } from '../../chains/evm/run-once.ts'
import { factoryAbi, OPENING_WEI, revertAbi } from './contracts.ts'
import { coinAddressCall, launchProgram } from './launch-program.ts'
import { decoded } from '../../chains/evm/decoded.ts'
import { gasWithMargin } from '../../chains/evm/evm-gas.ts'
import { refuseRevert } from '../../chains/evm/refuse-revert.ts'
import { canBePaid } from '../../chains/evm/inspect-evm-recipients.ts'
import type { ZoraContext } from './context.ts'

/** Attempts at finding a free salt; a random one of 32 bytes is practically never taken. */
const SALT_TRIES = 3

/** Split, coin and lock as one transaction, simulated for whoever sends it. */
export async function buildLaunch(context: ZoraContext, plan: CoinPlan, from: Address): Promise<EvmLaunch> {
  const { rpc, platformReferrer } = context
  const [{ coin, program }] = await Promise.all([findProgram(context, plan), checkReferrer(context)])
  const gas = await rpc
    .estimateGas({ ...program.call, from })
    .catch(async (error: unknown) => refuseRevert(revertAbi, 'launch_refused', await reasonOfRun(rpc, program, from, error)))
  return {
    coin,
    draft: { steps: ['split', 'create', 'lock'], purpose: PURPOSE, ...program.call, gas: gasWithMargin(gas) },
    what: 'split, coin and lock in one transaction, at most (gas)',
    terms: { openingAtomic: OPENING_WEI, platformReferrer: { wallet: platformReferrer as string as Wallet, tradeBps: REFERRER_BPS } },
  }
}

/** A coin's referrer is permanent: the part of one that refuses payments would go to Zora. */
async function checkReferrer(context: ZoraContext): Promise<void> {
  if (await canBePaid(context.rpc, context.platformReferrer)) return
  throw new AppError('launch_refused', { reason: 'the operator’s platform referrer takes no payment' })
}

/** The program of the launch, and the unused address at which the factory makes the coin for it. */
async function findProgram(context: ZoraContext, plan: CoinPlan): Promise<{ readonly coin: Address; readonly program: OneRun }> {
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

/** What the platform referrer gets of every trade. @see https://docs.zora.co/coins/contracts/rewards */
const REFERRER_BPS = bps(20)
