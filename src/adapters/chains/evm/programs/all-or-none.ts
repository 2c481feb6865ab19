import { type Address, concat, type Hex, numberToHex, size } from 'viem'

/** A word that is known when the program runs: its own address, or the first word that the call of this index returned. */
export type ProgramWord = 'self' | number

/** A call of a program. */
export interface ProgramCall {
  readonly to: Address | ProgramWord
  readonly data: Hex
  /** Words of the data that are put in when the program runs, by their first byte. */
  readonly words?: readonly { readonly at: number; readonly word: ProgramWord }[]
  /** It returns an address alone, not in a word. */
  readonly returnsAddress?: boolean
  /** Reverts all unless the call returned this word. */
  readonly expects?: Hex | ProgramWord
}

const TWO_BYTES = { size: 2 }
const WORD_BYTES = 32
const ADDRESS_BYTES = 20
const [ADDRESS, CODECOPY, RETURNDATASIZE, RETURNDATACOPY] = ['0x30', '0x39', '0x3d', '0x3e'] as const
const [EQ, MLOAD, MSTORE, JUMPI, GAS, JUMPDEST] = ['0x14', '0x51', '0x52', '0x57', '0x5a', '0x5b'] as const
const [STOP, CALL, REVERT] = ['0x00', '0xf1', '0xfd'] as const
const PUSH_0: Hex = '0x6000'
const push2 = (value: number): Hex => concat(['0x61', numberToHex(value, TWO_BYTES)])

/** Reverts with what the call before reverted with. */
const REVERT_AS_IT = concat([RETURNDATASIZE, PUSH_0, PUSH_0, RETURNDATACOPY, RETURNDATASIZE, PUSH_0, REVERT])
const REVERT_WITHOUT_REASON = concat([PUSH_0, PUSH_0, REVERT])

/**
 * Init code that makes the calls one after the other, all of them or none, and reverts as the one that fails. It leaves an account without
 * code, which nobody can use and at which nothing can be made again. What it calls sees that account: where its address follows from this
 * code, as behind the deterministic deployer, nobody can make anything else call in its name. A call to an address without code succeeds.
 */
export function allOrNone(calls: readonly ProgramCall[]): Hex {
  const dataAt = WORD_BYTES * calls.length
  const assemble = (codeBytes: number): Hex => {
    let [at, from] = [0, codeBytes]
    const steps = calls.map((call, index) => {
      const step = stepOf(call, { index, at, from, dataAt })
      at += size(step)
      from += size(call.data)
      return step
    })
    return concat([...steps, STOP])
  }
  const code = assemble(size(assemble(0)))
  return concat([code, ...calls.map(({ data }) => data)])
}

interface Place {
  readonly index: number
  /** The step's first byte in the code, and its data's. */
  readonly at: number
  readonly from: number
  /** Where in memory data is put; what the calls returned comes before. */
  readonly dataAt: number
}

function stepOf({ to, data, words = [], returnsAddress = false, expects }: ProgramCall, { index, at, from, dataAt }: Place): Hex {
  const bytes = size(data)
  const returned = returnsAddress ? ADDRESS_BYTES : WORD_BYTES
  const patches = words.map(({ at: firstByte, word }) => concat([valueOf(word), push2(dataAt + firstByte), MSTORE]))
  const target = typeof to === 'string' && to !== 'self' ? concat(['0x73', to]) : valueOf(to)
  const load = concat([push2(bytes), push2(from), push2(dataAt), CODECOPY, ...patches])
  const room = concat([push2(returned), push2(WORD_BYTES * (index + 1) - returned), push2(bytes), push2(dataAt), PUSH_0])
  const call = concat([load, room, target, GAS, CALL])
  const done = concat([call, unless(at + size(call), REVERT_AS_IT)])
  if (expects === undefined) return done
  const isAsExpected = concat([valueOf(expects), valueOf(index), EQ])
  return concat([done, isAsExpected, unless(at + size(done) + size(isAsExpected), REVERT_WITHOUT_REASON)])
}

/** Goes on where the last value is true, otherwise ends so. `at` is the place of this in the code. */
function unless(at: number, end: Hex): Hex {
  const jump = (target: number) => concat([push2(target), JUMPI, end])
  return concat([jump(at + size(jump(0))), JUMPDEST])
}

function valueOf(word: Hex | ProgramWord): Hex {
  if (word === 'self') return ADDRESS
  return typeof word === 'number'
    ? concat([push2(WORD_BYTES * word), MLOAD])
    : concat(['0x7f', numberToHex(BigInt(word), { size: WORD_BYTES })])
}
