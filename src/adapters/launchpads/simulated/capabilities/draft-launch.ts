import { lamports, type Mint, type Wallet } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { LockPath } from '../../../../domain/lock-path.ts'
import type { CoinPlan } from '../../../../ports/launchpad/coin.ts'
import type { LaunchCost } from '../../../../ports/launchpad/launching.ts'
import { launchCost } from '../launch-cost.ts'
import { MISBEHAVING_TICKERS } from '../misbehaving-tickers.ts'
import { BLOCKHASH_BLOCKS } from '../../../chains/solana/blockhash-blocks.ts'
import type { SimulatedChain } from '../simulated-chain.ts'
import type { Instruction, Message } from '../message.ts'
import { checkBalance } from './check-balance.ts'
import { lockInstruction } from './draft-lock.ts'

/** A launch with the ticker XEXPIRE expires after 10 s. */
const EXPIRING_BLOCKS = 25

/** A complete launch without signatures; the launcher signs each message, the mint those with the create instruction. */
interface SimulatedLaunchDraft {
  readonly lockPath: LockPath
  readonly messages: readonly Message[]
}

/** Builds the complete launch and simulates it. */
export function draftLaunch(chain: SimulatedChain, plan: CoinPlan, launcher: Wallet, mint: Mint): SimulatedLaunchDraft {
  checkBalance(chain, launcher, lamports(estimateLaunch(chain, plan, launcher).totalAtomic))
  const draft = composeLaunch(chain, plan, launcher, mint)
  const refusal = chain.simulate(draft.messages)
  if (refusal) throw new AppError('launch_refused', { reason: refusal })
  return draft
}

/** Builds the complete launch, whether or not the launcher can pay it. */
export function composeLaunch(chain: SimulatedChain, plan: CoinPlan, launcher: Wallet, mint: Mint): SimulatedLaunchDraft {
  const { lockPath } = estimateLaunch(chain, plan, launcher)
  const head = chain.head(plan.ticker === MISBEHAVING_TICKERS.expires ? EXPIRING_BLOCKS : BLOCKHASH_BLOCKS)
  const messages = launchInstructions(plan, launcher, lockPath).map((instructions) => {
    const creates = instructions.some((instruction) => instruction.kind === 'create')
    return { ...head, signers: creates ? [launcher, mint as string as Wallet] : [launcher], mint, instructions }
  })
  return { lockPath, messages }
}

/** The launch's cost in lamports and its path. */
export const estimateLaunch = (
  chain: SimulatedChain,
  plan: CoinPlan,
  launcher: Wallet | null,
): LaunchCost & { readonly lockPath: LockPath } =>
  launchCost(plan, lockPathOf(plan), launcher !== null && chain.view().state.ledger.hasTraded(launcher))

function lockPathOf({ ticker, shareholders, atomicRequired }: CoinPlan): LockPath {
  if (shareholders.length === 0) return 'holder-kol-open'
  if (ticker !== MISBEHAVING_TICKERS.lockFails) return 'atomic-v1'
  if (atomicRequired) throw new AppError('atomic_not_possible')
  return 'sequential'
}

/** The instructions of each transaction. The first buy comes after the lock, so that its creator fee goes to the split. */
function launchInstructions(plan: CoinPlan, creator: Wallet, lockPath: LockPath): Instruction[][] {
  const create: Instruction = { kind: 'create', creator, name: plan.name, ticker: plan.ticker, metadataUri: plan.metadataUri }
  const lock = lockPath === 'holder-kol-open' ? [] : [lockInstruction(creator, plan.shareholders)]
  const buy: Instruction[] = plan.initialBuyAtomic > 0n ? [{ kind: 'buy', wallet: creator, lamports: lamports(plan.initialBuyAtomic) }] : []
  return lockPath === 'sequential' ? [[create], [...lock, ...buy]] : [[create, ...lock, ...buy]]
}
