import { type Address, concat, type Hex, numberToHex, size } from 'viem'

/** A call that gets so much gas and no more, whatever it does with it. */
export interface BoundedCall {
  readonly to: Address
  readonly data: Hex
  readonly gas: bigint
}

/** What a program takes beside its calls and its bytes: its own creation, and the contract that starts it. */
const BASE_GAS = 80_000n
/** What each call takes outside of its own gas: a cold account, and its data copied. */
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
 * Init code that makes the calls one after the other, each with its own gas, and goes on whatever became of one: Multicall3
 * hands each call all that is left, and one callee that burns it would leave nothing for the others. What callees return is
 * not copied. `tells` has it return one byte a call, 1 where it succeeded; otherwise it leaves no code behind.
 */
export function boundedCalls(calls: readonly BoundedCall[], { tells }: { tells: boolean }): Hex {
  // Answers first in the memory, the data of the call behind them.
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
 * Gas with which every one of the calls gets all of its own. Never estimated: a program that succeeds whatever its calls come
 * to also succeeds with too little. Each frame keeps a 64th back (EIP-150), and there are two of them.
 */
export const gasOfBounded = (calls: readonly BoundedCall[]): bigint => {
  const bytes = BigInt(size(boundedCalls(calls, { tells: true })))
  const callsGas = calls.reduce((sum, { gas }) => sum + gas + CALL_GAS, 0n)
  return BASE_GAS + bytes * BYTE_GAS + (callsGas * 26n) / 25n
}
