import { expect, test } from 'bun:test'
import { bps, type Wallet } from '../../../src/domain/brands.ts'
import { locksExactly } from '../../../src/features/plan/planned-lock.ts'
import { newPerson } from '../../support/test-app.ts'

const share = (wallet: Wallet, shareBps: number) => ({ wallet, bps: bps(shareBps), role: 'kol' as const, handle: '' })

test('rules 10.13: a lock read from the chain is the planned one where each wallet has just its basis points, in any order', () => {
  const [first, second, third] = [newPerson(), newPerson(), newPerson()].map(({ wallet }) => wallet as Wallet) as [Wallet, Wallet, Wallet]
  const planned = [share(first, 6_000), share(second, 4_000)]
  const isPlanned = (...shareholders: typeof planned) => locksExactly({ locked: true, shareholders }, planned)
  expect(isPlanned(share(second, 4_000), share(first, 6_000))).toBe(true)
  expect(isPlanned(share(first, 4_000), share(second, 6_000))).toBe(false)
  expect(isPlanned(share(first, 6_000), share(third, 4_000))).toBe(false)
  expect(isPlanned(share(first, 6_000))).toBe(false)
  expect(isPlanned(...planned, share(third, 1))).toBe(false)
  expect(locksExactly({ locked: false, shareholders: planned }, planned)).toBe(false)
  expect(locksExactly(null, planned)).toBe(false)
})
