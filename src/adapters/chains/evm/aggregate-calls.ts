import { encodeFunctionData } from 'viem'
import { type EvmCall, MULTICALL } from './evm-rpc.ts'
import { multicallAbi } from './evm-shape.ts'

/**
 * One call that makes these in order, all of them or none: where one reverts, so does the whole. Each callee sees Multicall3 as its
 * sender, which anyone can make call anything, so that nothing may be left to Multicall3. A call to an address without code succeeds.
 * @see https://github.com/mds1/multicall3
 */
export const aggregateCalls = (calls: readonly EvmCall[]): EvmCall => ({
  to: MULTICALL,
  data: encodeFunctionData({
    abi: multicallAbi,
    functionName: 'aggregate3',
    args: [calls.map(({ to, data }) => ({ target: to, allowFailure: false, callData: data }))],
  }),
})
