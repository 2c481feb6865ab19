import { describe, expect, test } from 'bun:test'
import { programFailure } from '../../../src/adapters/chains/solana/program-failure.ts'
import { tokensFor } from '../../../src/adapters/launchpads/pump/launch/first-buy.ts'
import { mintBytes } from '../../../src/adapters/launchpads/pump/launch/launch-parts.ts'
import { computeBudgetOf } from '../../../src/adapters/launchpads/pump/transactions/compute-budget.ts'
import { priorityFeeOf } from '../../../src/adapters/launchpads/pump/transactions/chain-view.ts'
import { splitProblem } from '../../../src/adapters/launchpads/pump/launch/split-problem.ts'
import { type Bps, bps, lamports, microLamports, tokenMicros, type Wallet } from '../../../src/domain/brands.ts'

describe('rules 10.1: why the chain refused', () => {
  const anchor = (name: string) => `Program log: AnchorError thrown in lib.rs:1. Error Code: ${name}. Error Number: 6016. Error Message: x.`

  test.each([
    ['the program’s own name', { InstructionError: [2, { Custom: 6016 }] }, [anchor('NotAuthorized')], 'refused', 'NotAuthorized'],
    [
      'an inner program’s name',
      { InstructionError: [3, { Custom: 6095 }] },
      ['x', anchor('CreatorFeesNotSwept'), 'failed'],
      'refused',
      'CreatorFeesNotSwept',
    ],
    ['a number without a name', { InstructionError: [0, { Custom: 6016 }] }, [], 'refused', 'ProgramError6016'],
    ['a runtime error', { InstructionError: [1, 'ComputationalBudgetExceeded'] }, [], 'refused', 'ComputationalBudgetExceeded'],
    [
      'an account in use',
      { InstructionError: [0, { Custom: 0 }] },
      ['Allocate: account Address { } already in use'],
      'refused',
      'AccountAlreadyInUse',
    ],
    [
      'too little money',
      { InstructionError: [0, { Custom: 1 }] },
      ['Transfer: insufficient lamports 5, need 9'],
      'funds',
      'InsufficientLamports',
    ],
    ['no money for the fee', 'InsufficientFundsForFee', [], 'funds', 'InsufficientFundsForFee'],
    ['no such payer', 'AccountNotFound', [], 'funds', 'AccountNotFound'],
    ['no money for rent', { InsufficientFundsForRent: { account_index: 1 } }, [], 'funds', 'InsufficientFundsForRent'],
    ['a blockhash the node does not know', 'BlockhashNotFound', [], 'blockhash', 'BlockhashNotFound'],
    ['nonsense', 42, [], 'refused', 'Unknown'],
    ['markup', '<b>no</b>', [], 'refused', 'bnob'],
  ] as const)('%s', (_case, err, logs, kind, name) => {
    expect(programFailure(err, logs)).toEqual({ kind, name })
  })
})

describe('rules 10.7: what a split may be', () => {
  const share = (bps: number, wallet = String(Math.abs(bps * 7_919 + 1))) => ({ wallet: wallet as Wallet, bps: bps as Bps })

  test.each([
    ['ten that add up', Array.from({ length: 10 }, (_, index) => share(1_000, `w${index}`)), null],
    ['eleven', Array.from({ length: 11 }, (_, index) => share(900, `w${index}`)), 'TooManyShareholders'],
    ['none', [], 'NoShareholders'],
    ['the same wallet twice', [share(5_000, 'a'), share(5_000, 'a')], 'DuplicateShareholder'],
    ['a share of nothing', [share(10_000, 'a'), share(0, 'b')], 'ZeroShareNotAllowed'],
    ['a fraction', [share(9_999.5, 'a'), share(0.5, 'b')], 'ZeroShareNotAllowed'],
    ['one too few', [share(5_000, 'a'), share(4_999, 'b')], 'InvalidShareTotal'],
  ])('%s', (_case, shareholders, problem) => {
    expect(splitProblem(shareholders)).toBe(problem)
  })
})

describe('decision "pump: the first buy": the first buy', () => {
  const terms = {
    virtualTokenMicros: tokenMicros(1_073_000_000_000_000n),
    virtualLamports: lamports(30_000_000_000n),
    protocolFeeBps: bps(95),
    creatorFeeBps: bps(30),
    feeRecipients: [],
    buybackRecipients: [],
  }

  test('1 SOL, fees included, buys 3.42% of the supply', () => {
    expect(tokensFor(lamports(1_000_000_000), terms) / 1_000_000n).toBe(34_199_203n)
  })

  test('dust buys nothing', () => {
    expect(tokensFor(lamports(1), terms)).toBe(tokenMicros(0))
  })
})

describe('rules 10.13: the priority fee', () => {
  test('is what three of four recent payers were under, within bounds', () => {
    const priceOf = (...recent: number[]) => Number(priorityFeeOf(recent.map(microLamports)))
    expect(priceOf()).toBe(10_000)
    expect(priceOf(0, 0, 0, 0)).toBe(10_000)
    expect(priceOf(20_000, 400_000, 30_000, 50_000)).toBe(400_000)
    expect(priceOf(20_000, 30_000, 50_000, 40_000, 9_000_000)).toBe(50_000)
    expect(priceOf(9_000_000, 9_000_000)).toBe(1_000_000)
  })

  test('grows with the steps of a transaction: more compute units, each at the same price', () => {
    const create = computeBudgetOf(['create'], microLamports(10_000))
    const all = computeBudgetOf(['create', 'lock', 'buy'], microLamports(10_000))
    expect(all.computeUnits).toBeGreaterThan(create.computeUnits)
    expect(all.priorityFeeLamports).toBe(lamports((BigInt(all.computeUnits) * 10_000n) / 1_000_000n))
  })
})

test('rules 10.13: a mint account of 355 bytes becomes one of 357', () => {
  const plan = (metadataUri: string) => ({
    name: 'Name',
    ticker: 'TICK',
    metadataUri,
    initialBuyAtomic: lamports(0),
    shareholders: [],
    atomicRequired: false,
  })
  expect(mintBytes(plan('u'.repeat(28)))).toBe(354)
  expect(mintBytes(plan('u'.repeat(29)))).toBe(357)
  expect(mintBytes(plan('u'.repeat(30)))).toBe(356)
})
