import { describe, expect, test } from 'bun:test'
import { bps, type Wallet } from '../../src/domain/brands.ts'
import { divideEarnings } from '../../src/domain/crew/earnings.ts'
import { WHOLE_BPS } from '../../src/domain/crew/earnings-field.ts'
import { feeMapOf, type Shareholder, shareholdersOf } from '../../src/domain/crew/fee-map.ts'
import { namedIn } from '../../src/domain/consent/signed-consent.ts'
import { requestOfLaunch } from '../../src/domain/plan/launch-request.ts'
import { planHash } from '../../src/domain/plan/plan.ts'
import { forInputs } from '../support/property.ts'
import type { SeededRandom } from '../support/seeded-random.ts'
import { planRow } from '../support/storage-rows.ts'

const [SAFE, BANK, LAUNCHER, TREASURY] = ['safe', 'bank', 'launcher wallet', 'T'] as [Wallet, Wallet, Wallet, Wallet]
const split = (changes: Partial<Parameters<typeof shareholdersOf>[0]> = {}) =>
  shareholdersOf({
    feeMap: feeMapOf('agent', false),
    seats: [{ handle: 'frog', wallet: 'frog' as Wallet, share: 100, hireRole: 'kol', effectiveBps: bps(6_000) }],
    launcher: LAUNCHER,
    treasury: TREASURY,
    referral: null,
    agentName: null,
    shareholdersMax: 10,
    ...changes,
  })
const rowsOf = (shareholders: readonly Shareholder[]): (string | number)[][] =>
  shareholders.map(({ wallet, role, handle, bps: own }) => [wallet, role, handle, own])

/** Two to nine parts that total 10,000. */
function randomParts(random: SeededRandom): { wallet: string; bps: number }[] {
  const parts = Array.from({ length: 2 + random.below(8) }, (_, index) => ({ wallet: `w${index}`, bps: 1 + random.below(1_000) }))
  const total = parts.reduce((sum, part) => sum + part.bps, 0)
  parts[0]!.bps += WHOLE_BPS - total
  return parts
}

describe('rules 10.36: a rule of earnings divides the share of the agent', () => {
  test('every part is within one basis point of its own, and all of them are the share exactly', () => {
    forInputs((random) => {
      const parts = randomParts(random)
      for (const agentBps of [1_500, 2_000, 2_500]) {
        const shares = divideEarnings({ parts }, bps(agentBps)).map((share) => share.bps as number)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(agentBps)
        for (const [index, share] of shares.entries()) {
          // |share − bps × agent / 10,000| < 1, in whole numbers.
          expect(Math.abs(share * WHOLE_BPS - parts[index]!.bps * agentBps)).toBeLessThan(WHOLE_BPS)
        }
      }
    })
  })

  test('its wallets stand in the place of the agent’s, the reserve last', () => {
    const earnings = { parts: [{ wallet: SAFE, bps: 6_667 }], reserve: { wallet: BANK, bps: 3_333 } }
    expect(rowsOf(split({ earnings })).slice(1)).toEqual([
      [SAFE, 'earnings', 'earnings', 1_000],
      [BANK, 'earnings', 'reserve', 500],
      [TREASURY, 'treasury', 'treasury', 2_500],
    ])
  })

  test('the launcher’s own part is the agent’s, and a wallet with another share holds both', () => {
    const parts = [LAUNCHER, 'frog', TREASURY].map((wallet, index) => ({ wallet, bps: [5_000, 3_000, 2_000][index]! }))
    expect(rowsOf(split({ earnings: { parts }, agentName: 'desk' }))).toEqual([
      ['frog', 'kol+earnings', 'frog+earnings 2', 6_450],
      [LAUNCHER, 'agent', 'desk', 750],
      [TREASURY, 'earnings+treasury', 'earnings 3+treasury', 2_800],
    ])
  })

  test('rules 5.10: its wallets are named, and the launcher’s is not', () => {
    const parts = [LAUNCHER, SAFE].map((wallet) => ({ wallet, bps: 5_000 }))
    expect(namedIn(split({ earnings: { parts } })).map(({ wallet }) => wallet)).toEqual(['frog' as Wallet, SAFE])
  })

  test('rules 10.11: a body without one is the plan, to the byte, that it was before there were any', () => {
    const body = { name: 'Noodle Frog', ticker: 'NOODLE', autoHire: {}, imageUrl: 'https://a.test/a.png' }
    const request = requestOfLaunch(body, { platform: 'pump', atomicRequired: false })
    expect(planHash({ ...planRow(), request })).toBe('3c92d4e33bb95a94d026de17c5ae10cae4bdfb69ac371b22f737ddc3e7c7cc6c')
  })
})
