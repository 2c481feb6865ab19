import type { Address } from 'viem'
import { type Mint, type Wallet, type Wei } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { LockPath } from '../../../domain/lock-path.ts'
import type { FixedTerms } from '../../../domain/plan/fixed-terms.ts'
import type { CoinPlan } from '../../../ports/launchpad/coin.ts'
import type { LaunchpadFacts } from '../../../ports/launchpad/facts.ts'
import type { Launching } from '../../../ports/launchpad/launching.ts'
import type { Unsigned } from '../../../ports/launchpad/unsigned.ts'
import { checkFunds } from './check-funds.ts'
import { type EvmDraft, type EvmTransactionBase, signDrafts, unsignedDrafts } from './evm-draft.ts'
import { readGasPrice, readMostGasWei } from './evm-gas.ts'
import { type EvmRpc, NOBODY } from './evm-rpc.ts'
import { nextNonce } from './next-nonce.ts'
import { sharesProblem } from './split/shares-problem.ts'

/** A launch as one transaction, simulated; `what` names its cost. */
export interface EvmLaunch {
  readonly coin: Address
  readonly draft: EvmDraft
  readonly what: string
  readonly terms: FixedTerms
}

/** Coin, split and lock land in one transaction, or none of them does. */
const LOCK_PATH: LockPath = 'atomic-evm'

/** Launches of which `build` makes the transaction, for whoever sends it. */
export function createEvmLaunches(
  rpc: EvmRpc,
  facts: Pick<LaunchpadFacts, 'id' | 'shareholdersMax'>,
  build: (plan: CoinPlan, from: Address) => Promise<EvmLaunch>,
): Pick<Launching, 'estimateLaunch' | 'prepareLaunch'> & Pick<Unsigned, 'prepare'> {
  const measure = async (plan: CoinPlan, from: Address, nonce: number) => {
    checkPlan(facts, plan)
    const [{ head, fees }, { coin, draft, what, terms }] = await Promise.all([readGasPrice(rpc), build(plan, from)])
    const base: EvmTransactionBase = { chainId: rpc.chainId, from, nonce, fees, height: head.number }
    const [mostWei] = (await readMostGasWei(rpc, [draft], base)) as [Wei]
    return { coin, drafts: [draft], base, what, mostWei, terms }
  }
  const draftFor = async (plan: CoinPlan, launcher: Wallet) => {
    checkPlan(facts, plan)
    const from = launcher as string as Address
    const [nonce, balanceWei] = await Promise.all([nextNonce(rpc, launcher), rpc.balanceWei(from)])
    const { coin, drafts, base, mostWei } = await measure(plan, from, nonce)
    checkFunds(launcher, balanceWei, mostWei)
    return { coin: { mint: coin as string as Mint, lockPath: LOCK_PATH }, drafts, base }
  }
  return {
    // Of a launch whose launcher is not known, too.
    async estimateLaunch(plan, launcher) {
      const { what, mostWei, terms, drafts } = await measure(plan, (launcher ?? NOBODY) as string as Address, 0)
      const items = [{ what, amountAtomic: mostWei }]
      return { items, totalAtomic: mostWei, lockPath: LOCK_PATH, transactions: drafts.length, terms }
    },
    async prepareLaunch(plan, launcher) {
      const { coin, drafts, base } = await draftFor(plan, launcher.wallet)
      return { ...coin, transactions: await signDrafts(drafts, base, launcher) }
    },
    async prepare(plan, launcher) {
      const { coin, drafts, base } = await draftFor(plan, launcher)
      return { ...coin, transactions: unsignedDrafts(drafts, base) }
    },
  }
}

function checkPlan({ id, shareholdersMax }: Pick<LaunchpadFacts, 'id' | 'shareholdersMax'>, { shareholders, initialBuyAtomic }: CoinPlan) {
  if (initialBuyAtomic > 0n) throw new AppError('operation_not_offered', { platform: id, operation: 'a first buy' })
  const problem = sharesProblem(shareholders, shareholdersMax)
  if (problem) throw new AppError('launch_refused', { reason: problem })
}
