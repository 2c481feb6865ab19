import { type Address, concat, getContractAddress, type Hex } from 'viem'
import { type EvmCall, EvmRevert, type EvmRpc } from './evm-rpc.ts'

/**
 * Deploys init code at an address that follows from salt and code, the same on every chain.
 * @see Arachnid's deterministic deployment proxy, related to ERC-2470
 */
export const CREATE2_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** Init code that runs once, whoever sends it. */
export interface OneRun {
  readonly call: EvmCall
  readonly initCode: Hex
  /** What it calls sees this account, whose address follows from code and salt alone. */
  readonly account: Address
}

/** The one call that runs this init code; a second with the same salt reverts. */
export const runOnce = (initCode: Hex, salt: Hex): OneRun => ({
  call: { to: CREATE2_DEPLOYER, data: concat([salt, initCode]) },
  initCode,
  account: getContractAddress({ opcode: 'CREATE2', from: CREATE2_DEPLOYER, salt, bytecode: initCode }),
})

/** The error with its reason: the deployer says that its code reverted, and not with what, which the code run by itself tells. */
export async function reasonOfRun(rpc: EvmRpc, { initCode }: OneRun, from: Address, error: unknown): Promise<unknown> {
  return error instanceof EvmRevert ? ((await rpc.creationRevert(initCode, from)) ?? error) : error
}
