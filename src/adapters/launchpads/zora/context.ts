import type { Address, Hex } from 'viem'
import type { EvmRpc } from '../../chains/evm/evm-rpc.ts'
import type { SplitKind } from '../../chains/evm/split/split-kind.ts'

/** Dependencies of the parts of the launchpad. */
export interface ZoraContext {
  readonly rpc: EvmRpc
  /** The platform referrer, who receives 0.20% of every trade, outside the split. */
  readonly platformReferrer: Address
  /** The contract of new splits. */
  readonly split: SplitKind
  /** 32 random bytes for a salt. */
  readonly newSalt: () => Hex
}
