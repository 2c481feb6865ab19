import { type Address, concat, type Hex, numberToHex, size } from 'viem'

/** A call with a gas limit of its own. */
export interface BoundedCall {
  readonly to: Address
  readonly data: Hex
  readonly gas: bigint
}

/** The cost of a program beside its calls and its bytes: its creation, and the contract that starts it. */
const BASE_GAS = 80_000n
/** The cost of each call outside of its own gas: a cold account, and copying its data. */
const CALL_GAS = 5_000n
const BYTE_GAS = 16n

const TWO_BYTES = { size: 2 }
const CODECOPY: Hex = '0x39'
const CALL: Hex = '0xf1'
const POP: Hex = '0x50'
const MSTORE8: Hex = '0x53'
const RETURN: Hex = '0xf3'
const PUSH_0: Hex = '0x6000'
const push2 = (value: number): Hex => concat(['0x61', numberToHex(value, TWO_BYTES)])

/**
 * Init code that makes the calls one after the other, each with its own gas, and continues whatever a call does. Multicall3 gives each
 * call all remaining gas, so that one callee could burn it and leave nothing for the others. Return data is not copied. With `tells` it
 * returns one byte per call, 1 on success; otherwise it deploys empty code.
 */
export function boundedCalls(calls: readonly BoundedCall[], { tells }: { tells: boolean }): Hex {
  // Results come first in memory, followed by the data of the current call.
  const dataAt = 32 * Math.ceil(calls.length / 32)
  const assemble = (codeBytes: number): Hex => {
    let from = codeBytes
    const steps = calls.map(({ to, data, gas }, index) => {
      const bytes = size(data)
      const copy = concat([push2(bytes), push2(from), push2(dataAt), CODECOPY])
      from += bytes
      const call = concat([PUSH_0, PUSH_0, push2(bytes), push2(dataAt), PUSH_0, '0x73', to, '0x63', numberToHex(gas, { size: 4 }), CALL])
      return concat([copy, call, tells ? concat([push2(index), MSTORE8]) : POP])
    })
    return concat([...steps, push2(tells ? calls.length : 0), PUSH_0, RETURN])
  }
  const code = assemble(size(assemble(0)))
  return concat([code, ...calls.map(({ data }) => data)])
}

/**
 * Gas with which every call gets all of its own. Computed rather than estimated: a program that succeeds whatever its calls do also
 * succeeds with too little gas. Each of the two frames keeps a 64th back (EIP-150).
 */
export const gasOfBounded = (calls: readonly BoundedCall[]): bigint => {
  const bytes = BigInt(size(boundedCalls(calls, { tells: true })))
  const callsGas = calls.reduce((sumGas, { gas }) => sumGas + gas + CALL_GAS, 0n)
  return BASE_GAS + bytes * BYTE_GAS + (callsGas * 26n) / 25n
}
