import type { Hex } from 'viem'
import type { EvmRpc } from '../../chains/evm/evm-rpc.ts'
import type { ClankerDeployment } from './deployments.ts'

/** Dependencies of the parts of the launchpad. */
export interface ClankerContext {
  readonly rpc: EvmRpc
  readonly contracts: ClankerDeployment
  /** Most blocks whose events are asked for in one query. */
  readonly stretchBlocks: number
  /** 32 random bytes for a salt. */
  readonly newSalt: () => Hex
}
