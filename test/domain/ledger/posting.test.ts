import { describe, expect, test } from 'bun:test'
import { atomicUnits, type Signature, unixMs } from '../../../src/domain/brands.ts'
import type { Movement } from '../../../src/domain/ledger/movement.ts'
import { postingsOf, SENT_KINDS, type SentTransaction } from '../../../src/domain/ledger/posting.ts'
import { forInputs } from '../../support/property.ts'

const movement = (changes: Partial<Movement>): Movement => ({
  signature: 'signature' as Signature,
  height: 1,
  atMs: unixMs(1),
  beforeAtomic: atomicUnits(100),
  afterAtomic: atomicUnits(100),
  feeAtomic: atomicUnits(0),
  rentAtomic: atomicUnits(0),
  ...changes,
})
const sent = (kind: SentTransaction['kind']): SentTransaction => ({ kind, reference: 'op_1' })
const sidesOf = (changes: Partial<Movement>, by: SentTransaction | null = null) =>
  postingsOf(movement(changes), by).map(({ account, side, amountAtomic }) => [account, side, Number(amountAtomic)])

describe('rules 10.35: what a transaction did to a wallet', () => {
  test('adds up to the change of its balance, with each account once and no posting of nothing', () => {
    forInputs((random) => {
      const some = () => atomicUnits(BigInt(random.below(3) === 0 ? 0 : random.below(1_000)) * 10n ** BigInt(random.below(25)))
      const one = movement({ beforeAtomic: some(), afterAtomic: some(), feeAtomic: some(), rentAtomic: some() })
      const kind = random.below(3) === 0 ? null : sent(SENT_KINDS[random.below(SENT_KINDS.length)]!)
      const postings = postingsOf(one, kind)
      const sum = postings.reduce((total, { side, amountAtomic }) => total + (side === 'in' ? amountAtomic : -amountAtomic), 0n)
      if (sum !== one.afterAtomic - one.beforeAtomic) return `the postings come to ${sum}`
      if (postings.some(({ amountAtomic }) => amountAtomic <= 0n)) return 'a posting of nothing'
      return new Set(postings.map(({ account }) => account)).size === postings.length ? null : 'an account twice'
    })
  })

  test.each([
    ['a failed buyback, the fee alone', { afterAtomic: 95, feeAtomic: 5 }, sent('buyback'), [['fee:network', 'out', 5]]],
    [
      'a buyback, with what was bought for, the fee and the rent apart',
      { afterAtomic: 40, feeAtomic: 5, rentAtomic: 15 },
      sent('buyback'),
      [
        ['fee:network', 'out', 5],
        ['rent', 'out', 15],
        ['buyback:spent', 'out', 40],
      ],
    ],
    ['money from others', { afterAtomic: 130 }, null, [['received', 'in', 30]]],
    [
      'a transaction of the wallet’s own that nobody here made',
      { afterAtomic: 60, feeAtomic: 5 },
      null,
      [
        ['fee:network', 'out', 5],
        ['unexplained', 'out', 35],
      ],
    ],
    ['money that another signer took out', { afterAtomic: 60 }, null, [['unexplained', 'out', 40]]],
    [
      'a lookup table',
      { afterAtomic: 60, feeAtomic: 5, ofLookupTable: true },
      null,
      [
        ['fee:network', 'out', 5],
        ['lookup-table', 'out', 35],
      ],
    ],
    ['a transaction that only names the wallet', {}, null, []],
  ] as const)('%s', (_case, changes, by, postings) => {
    const { ofLookupTable, ...amounts } = changes as { ofLookupTable?: true }
    const atomic = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, atomicUnits(amount as number)]))
    expect(sidesOf({ ...atomic, ...(ofLookupTable && { ofLookupTable }) }, by)).toEqual(postings as never)
  })
})
