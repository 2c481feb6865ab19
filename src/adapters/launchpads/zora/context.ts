import type { Address, Hex } from 'viem'
import type { EvmRpc } from '../../chains/evm/evm-rpc.ts'
import type { SplitKind } from './split-kind.ts'

/** What the parts of the launchpad share. */
export interface ZoraContext {
  readonly rpc: EvmRpc
  /** Gets 0.20% of every trade, outside the split. */
  readonly platformReferrer: Address
  /** What new splits are made of. */
  readonly split: SplitKind
  /** 32 bytes that no launch had before. */
  readonly newSalt: () => Hex
}
