import { describe, expect, test } from 'bun:test'
import { atomicUnits, bps, type KeyId, lamports, unixMs, type Wallet } from '../../../src/domain/brands.ts'
import { LAUNCHER_UNNAMED } from '../../../src/domain/crew/fee-map.ts'
import {
  checkPolicy,
  POLICY_CLAUSES,
  type PlannedLaunch,
  type PolicyClause,
  type SignedPolicy,
} from '../../../src/domain/policy/check-policy.ts'
import type { SpendingPolicy } from '../../../src/domain/policy/spending-policy.ts'
import { planRow } from '../../support/storage-rows.ts'

const [HUMAN, LAUNCHER, FROG] = ['human', 'launcher wallet', 'frog'] as Wallet[] as [Wallet, Wallet, Wallet]
const plan = planRow()

const policy: SpendingPolicy = {
  host: 'launch.test',
  keyId: plan.keyId,
  platforms: [plan.request.platform],
  currency: 'SOL',
  launchMaxAtomic: atomicUnits(1_000),
  dayMaxAtomic: atomicUnits(2_500),
  firstBuyMaxAtomic: atomicUnits(400),
  wallets: [{ wallet: FROG, bpsMax: bps(3_000) }],
  directory: false,
  fromMs: unixMs(10),
  untilMs: unixMs(20),
}
const signed: SignedPolicy = {
  policy,
  approvals: [{ by: HUMAN, atMs: unixMs(10) }],
  approvalsRequired: 1,
  revokedAtMs: null,
}
const rule = { approvers: new Set([HUMAN]), approvalsRequired: 1 }
const frog = { wallet: FROG, role: 'kol' as const, handle: 'frog', bps: bps(3_000) }
const treasury = { wallet: 'T' as Wallet, role: 'treasury' as const, handle: 'treasury', bps: bps(7_000) }

const launch = (changes: Partial<PlannedLaunch> = {}, request: Partial<PlannedLaunch['plan']['request']> = {}): PlannedLaunch => ({
  host: 'launch.test',
  plan: {
    keyId: plan.keyId,
    shareholders: [frog, treasury],
    request: { ...plan.request, holderKol: false, initialBuyLamports: lamports(400), ...request },
  },
  launcher: LAUNCHER,
  cost: { totalAtomic: atomicUnits(1_000), currency: 'SOL' },
  inDirectory: new Set(),
  atMs: unixMs(10),
  ...changes,
})
const paying = (...shareholders: PlannedLaunch['plan']['shareholders'][number][]): PlannedLaunch => {
  const inside = launch()
  return { ...inside, plan: { ...inside.plan, shareholders } }
}
const check = (asked: PlannedLaunch, changes: Partial<SignedPolicy> = {}, spent = 1_500) =>
  checkPolicy({ ...signed, ...changes }, rule, atomicUnits(spent), asked)

describe('decision "A spending policy": a launch breaks no clause of a policy, or the one that is named', () => {
  test('every bound may be reached', () => {
    expect(check(launch())).toBeNull()
    expect(check(launch({ atMs: unixMs(19) }))).toBeNull()
  })

  const outside: [PolicyClause, string, PlannedLaunch, Partial<SignedPolicy>?, number?][] = [
    ['service', 'of another host', launch({ host: 'other.test' })],
    ['signatures', 'that nobody signed', launch(), { approvals: [] }],
    ['signatures', 'of a wallet that may not approve', launch(), { approvals: [{ by: FROG, atMs: unixMs(10) }] }],
    ['signatures', 'that needed two', launch(), { approvalsRequired: 2 }],
    ['revoked', 'that was revoked', launch(), { revokedAtMs: unixMs(9) }],
    ['key', 'of another key', { ...launch(), plan: { ...launch().plan, keyId: 'ak_other' as KeyId } }],
    ['dates', 'before its day', launch({ atMs: unixMs(9) })],
    ['dates', 'at its end', launch({ atMs: unixMs(20) })],
    ['intent', 'of another intent', launch({}, { intent: 'wire-fees' })],
    ['platform', 'on another launchpad', launch({}, { platform: 'elsewhere' })],
    ['currency', 'in another currency', launch({ cost: { totalAtomic: atomicUnits(1), currency: 'ETH' } })],
    ['launcher', 'whose launcher signed it', launch({ launcher: HUMAN })],
    ['launcher', 'without a launcher', launch({ launcher: LAUNCHER_UNNAMED })],
    ['crew', 'with a part above the most', paying({ ...frog, bps: bps(3_001) }, treasury)],
    ['crew', 'with a wallet that is not named', paying({ ...frog, wallet: 'cat' as Wallet }, treasury)],
    ['crew', 'with a wallet that is the treasury’s too', paying({ ...treasury, role: 'kol+treasury' })],
    ['crew', 'with a wallet of earnings that is not named', paying(frog, { ...treasury, wallet: 'cat' as Wallet, role: 'earnings' })],
    ['crew', 'with more for a wallet of earnings', paying({ ...frog, role: 'earnings', bps: bps(3_001) }, treasury)],
    ['crew', 'whose crew is chosen later', launch({}, { holderKol: true })],
    ['firstBuy', 'with a first buy of a lamport more', launch({}, { initialBuyLamports: lamports(401) })],
    ['launch', 'that costs a lamport more', launch({ cost: { totalAtomic: atomicUnits(1_001), currency: 'SOL' } })],
    ['launch', 'whose cost nobody knows', launch({ cost: null })],
    ['day', 'a lamport above the day', launch(), {}, 1_501],
  ]
  test.each(outside.map(([clause, which, ...rest]) => ({ clause, which, rest })))('$clause: one $which', ({ clause, rest }) => {
    expect(check(...rest)).toBe(clause)
  })

  test('each clause is broken here', () => {
    expect([...new Set(outside.map(([clause]) => clause))]).toEqual(Object.keys(POLICY_CLAUSES) as PolicyClause[])
  })

  test('an EVM wallet is the same in capital and in small letters: as the launcher who signed, as one that is named, and in the directory', () => {
    const [written, small] = [`0x${'aB'.repeat(20)}`, `0x${'ab'.repeat(20)}`] as Wallet[] as [Wallet, Wallet]
    const bySmall = { ...signed, approvals: [{ by: small, atMs: unixMs(10) }] }
    const signers = { ...rule, approvers: new Set([small]) }
    expect(checkPolicy(bySmall, signers, atomicUnits(0), launch({ launcher: written }))).toBe('launcher')
    expect(checkPolicy(bySmall, signers, atomicUnits(0), launch())).toBeNull()
    const named = { policy: { ...policy, wallets: [{ wallet: written, bpsMax: bps(3_000) }] } }
    expect(check(paying({ ...frog, wallet: small }, treasury), named)).toBeNull()
    const inDirectory = new Set([small])
    expect(check({ ...paying({ ...frog, wallet: written }, treasury), inDirectory }, { policy: { ...policy, directory: true } })).toBeNull()
  })

  test('a directory is for those in it, and where a wallet is named for its part alone', () => {
    const cat = { ...frog, wallet: 'cat' as Wallet, bps: bps(3_001) }
    const all = { policy: { ...policy, directory: true } }
    const inDirectory = new Set(['cat', FROG])
    expect(check({ ...paying(cat), inDirectory }, all)).toBeNull()
    expect(check(paying(cat), all)).toBe('crew')
    expect(check({ ...paying({ ...frog, bps: bps(3_001) }), inDirectory }, all)).toBe('crew')
    expect(check({ ...paying(cat), inDirectory })).toBe('crew')
    expect(check({ ...paying({ ...cat, role: 'kol+earnings' }), inDirectory }, all)).toBe('crew')
  })
})
