import { describe, expect, test } from 'bun:test'
import { encodeFunctionResult, formatBlock, formatLog, formatTransactionReceipt, type Hex } from 'viem'
import { evmAnswer } from '../../../src/adapters/chains/evm/evm-answer.ts'
import { blockOf, headOf, logOf, multicallAbi, readAggregate, receiptOf } from '../../../src/adapters/chains/evm/evm-shape.ts'
import { readLedgerEntry } from '../../../src/adapters/chains/solana/ledger-entry.ts'
import { changedJson, forInputs, jsonOf } from '../../support/property.ts'
import type { SeededRandom } from '../../support/seeded-random.ts'

const ADDRESS = `0x${'ab'.repeat(20)}`
const HASH = `0x${'cd'.repeat(32)}`
const KEYS = ['11111111111111111111111111111111', 'So11111111111111111111111111111111111111112']

const LOG = { address: ADDRESS, topics: [HASH, HASH], data: '0x0102', transactionHash: HASH, blockNumber: '0x10', logIndex: '0x0' }
const HEAD = { number: '0x10', timestamp: '0x65f00000', baseFeePerGas: '0x3b9aca00', transactions: [] }
const BLOCK = {
  number: '0x10',
  timestamp: '0x65f00000',
  transactions: [{ hash: HASH, from: ADDRESS, to: null, nonce: '0x1', input: '0x', value: '0xde0b6b3a7640000' }],
}
const RECEIPT = { transactionHash: HASH, blockNumber: '0x10', status: '0x1', logs: [LOG] }
const INSTRUCTION = { programIdIndex: 0, accounts: [0, 1], data: '3Bxs4h24hBtQy9rw' }
const LEDGER_ENTRY = {
  slot: 100,
  blockTime: 1_700_000_000,
  meta: {
    err: null,
    fee: 5_000,
    logMessages: ['Program log: x'],
    preBalances: [1, 2],
    postBalances: [2, 1],
    preTokenBalances: [{ accountIndex: 1, mint: KEYS[1], owner: KEYS[0], uiTokenAmount: { amount: '1' } }],
    postTokenBalances: [{ accountIndex: 1, mint: KEYS[1], owner: KEYS[0], uiTokenAmount: { amount: '18446744073709551615' } }],
    loadedAddresses: { writable: [], readonly: [] },
    innerInstructions: [{ index: 0, instructions: [INSTRUCTION] }],
  },
  transaction: { message: { accountKeys: KEYS, instructions: [INSTRUCTION] } },
}

/** What no answer may become: a number that is none, an amount below nothing, a time that no calendar has. */
function unsound(value: unknown, name = ''): string | null {
  // The runtime's own words, which are shown and never counted with.
  if (name === 'err') return null
  if (value === undefined) return `${name} is undefined`
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) return `${name} is ${value}`
    const isTime = name === 'atMs' || name === 'blockTimeSec'
    return isTime && Number.isNaN(new Date(name === 'atMs' ? value : value * 1_000).getTime()) ? `${name} is no time: ${value}` : null
  }
  if (typeof value === 'bigint') return value < 0n || value >= 2n ** 256n ? `${name} is ${value}` : null
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return null
  const members = value instanceof Map ? [...value] : Object.entries(value)
  for (const [key, member] of members) {
    const problem = unsound(member, String(key))
    if (problem) return problem
  }
  return null
}

/** Reads the answer as the pool does: what is thrown counts as no answer. */
function readOrNone(read: () => unknown): { readonly value: unknown } | null {
  try {
    return { value: read() }
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}

/** As the client's pool takes it: the shape first. */
const answered = (result: unknown, method: string, ...params: unknown[]): never => evmAnswer(method, params)(result, () => {}) as never

const READERS: readonly (readonly [name: string, sample: unknown, read: (result: unknown) => unknown])[] = [
  ['a block’s head', HEAD, (result) => headOf(formatBlock(answered(result, 'eth_getBlockByNumber', 'latest', false)))],
  ['a block', BLOCK, (result) => blockOf(formatBlock(answered(result, 'eth_getBlockByNumber', '0x10', true)) as never)],
  ['a receipt', RECEIPT, (result) => receiptOf(formatTransactionReceipt(answered(result, 'eth_getTransactionReceipt', HASH)))],
  ['a log', LOG, (result) => logOf(formatLog(answered([result], 'eth_getLogs')[0]))],
  ['a landed transaction', LEDGER_ENTRY, (result) => readLedgerEntry('signature', result)],
]

describe('rules 10.1: what nodes answer', () => {
  test.each(READERS)('%s: any JSON is no answer, or one that can be counted with', (_name, sample, read) => {
    expect(unsound(read(sample))).toBeNull()
    let taken = 0
    forInputs((random) => {
      const changes = 1 + random.below(3)
      let answer: unknown = random.below(10) === 0 ? jsonOf(random) : sample
      for (let change = 0; change < changes; change += 1) answer = changedJson(random, answer)
      const found = readOrNone(() => read(answer))
      taken += Number(found !== null)
      const problem = found && unsound(found.value)
      return problem && `${problem}: ${JSON.stringify(answer)}`
    })
    expect(taken).toBeGreaterThan(0)
  })

  test('Multicall3: any bytes are no answer, or one result a call', () => {
    const calls = 2
    const result: { success: boolean; returnData: Hex }[] = [
      { success: true, returnData: '0x0102' },
      { success: false, returnData: '0x' },
    ]
    const sample = encodeFunctionResult({ abi: multicallAbi, functionName: 'aggregate3', result })
    expect(readAggregate(sample, calls)).toEqual(result)
    const damaged = (random: SeededRandom): string => {
      const bytes = Buffer.from(sample.slice(2), 'hex')
      for (let changes = 1 + random.below(3); changes > 0; changes -= 1)
        bytes[random.below(bytes.length)] = random.pick([0, 1, 2, 32, 64, 255])
      return `0x${bytes.subarray(0, random.below(3) === 0 ? random.below(bytes.length) : bytes.length).toString('hex')}`
    }
    forInputs((random) => {
      const answer = random.below(20) === 0 ? jsonOf(random) : damaged(random)
      const found = readOrNone(() => readAggregate(answer, calls))
      return found && (found.value as unknown[]).length !== calls ? String(answer) : null
    })
  })
})
