import { describe, expect, test } from 'bun:test'
import { bps, type KeyId, lamports, type Mint, type Wallet } from '../../src/domain/brands.ts'
import { LAUNCHER_UNNAMED } from '../../src/domain/crew/fee-map.ts'
import { nameLauncher, type Plan, planHash } from '../../src/domain/plan/plan.ts'
import { planRow } from '../support/storage-rows.ts'

const plan = planRow()
const seat = { handle: 'a', wallet: 'w' as Wallet, share: 100, hireRole: 'kol' as const, effectiveBps: bps(6_000) }
const withRequest = (changes: Partial<Plan['request']>): Plan => ({ ...plan, request: { ...plan.request, ...changes } })

describe('rules 10.11: planHash is of all that decides what is launched and who is paid', () => {
  test('two plans that mean the same have one hash, whatever the order of their members', () => {
    const turned = Object.fromEntries(Object.entries(plan).reverse()) as unknown as Plan
    expect(planHash(turned)).toBe(planHash(plan))
  })

  const changed: [string, Plan][] = [
    ['intent', withRequest({ intent: 'wire-fees' })],
    ['mint', withRequest({ mint: 'm' as Mint })],
    ['name', withRequest({ name: 'Other' })],
    ['ticker', withRequest({ ticker: 'OTHER' })],
    ['final description', { ...plan, finalDescription: 'Other.' }],
    ['mode', withRequest({ mode: 'split' })],
    ['twitter', withRequest({ twitter: '@a' })],
    ['website', withRequest({ website: 'https://a.test' })],
    ['first buy', withRequest({ initialBuyLamports: lamports(9_007_199_254_740_992n) })],
    ['picture', { ...plan, image: { sha256: 'x', contentType: 'image/png', sizeBytes: 1, sourceUrl: null } }],
    ['crew', { ...plan, crew: [seat] }],
    ['crew wallet', { ...plan, crew: [{ ...seat, wallet: 'v' as Wallet }] }],
    ['crew share', { ...plan, crew: [{ ...seat, share: 99 }] }],
    ['shareholder', { ...plan, shareholders: [{ ...plan.shareholders[0]!, wallet: 'v' as Wallet }] }],
    ['shareholder bps', { ...plan, shareholders: [{ ...plan.shareholders[0]!, bps: bps(1_501) }] }],
    ['platform', withRequest({ platform: 'pump' })],
    ['atomicRequired', withRequest({ atomicRequired: true })],
    ['holderKol', withRequest({ holderKol: false })],
    ['agent', withRequest({ agent: { name: 'a' } })],
    ['earnings', withRequest({ earnings: { reserve: { wallet: 'w', bps: 10_000 } } })],
    ['launcher', withRequest({ launcherPubkey: 'w' as Wallet })],
    ['key', { ...plan, keyId: 'ak_2' as KeyId }],
    ['referral', { ...plan, referral: { code: 'C', wallet: 'w' as Wallet, handle: 'h' } }],
  ]

  test.each(changed)('another %s is another hash', (_field, other) => {
    expect(planHash(other)).not.toBe(planHash(plan))
  })

  test('no two of these changes have one hash', () => {
    expect(new Set(changed.map(([, other]) => planHash(other))).size).toBe(changed.length)
  })
})

describe('decision "An open plan": nameLauncher puts the launcher in its place', () => {
  const unnamed = { wallet: LAUNCHER_UNNAMED, role: 'agent' as const, handle: 'agent', bps: bps(1_500) }
  const treasury = { wallet: 'T' as Wallet, role: 'treasury' as const, handle: 'treasury', bps: bps(8_500) }

  test('puts the wallet in the place of the unnamed agent', () => {
    expect(nameLauncher([unnamed, treasury], 'L' as Wallet)).toEqual([{ ...unnamed, wallet: 'L' as Wallet }, treasury])
  })

  test('a launcher that holds another share is one shareholder with both', () => {
    expect(nameLauncher([unnamed, treasury], 'T' as Wallet)).toEqual([
      { wallet: 'T' as Wallet, role: 'agent+treasury', handle: 'agent+treasury', bps: bps(10_000) },
    ])
  })
})
