import type { Address } from 'viem'
import type { LaunchCost } from '../../../ports/launchpad/launching.ts'
import type { EvmDraft, EvmTransactionBase } from './evm-draft.ts'

/** A complete launch on an EVM chain without signatures. */
export interface EvmLaunchDraft {
  readonly coin: Address
  readonly drafts: readonly EvmDraft[]
  readonly base: EvmTransactionBase
  readonly cost: LaunchCost
}
