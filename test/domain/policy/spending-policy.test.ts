import { expect, test } from 'bun:test'
import { atomicUnits, bps, type KeyId, unixMs, type Wallet } from '../../../src/domain/brands.ts'
import { policyHash, policyProblem, policyText, type SpendingPolicy } from '../../../src/domain/policy/spending-policy.ts'
import { keyName } from '../../../src/domain/keys/key-name.ts'

const [FROG, CAT] = ['9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin', '0xAbCdef0123456789aBcDef0123456789ABCDEF01'] as Wallet[] as [
  Wallet,
  Wallet,
]
const policy: SpendingPolicy = {
  host: 'launch.example:8443',
  keyId: 'ak_1' as KeyId,
  platforms: ['pump', 'bags'],
  currency: 'SOL',
  launchMaxAtomic: atomicUnits(50_000_000),
  dayMaxAtomic: atomicUnits(200_000_000),
  firstBuyMaxAtomic: atomicUnits(0),
  wallets: [
    { wallet: FROG, bpsMax: bps(3_000) },
    { wallet: CAT, bpsMax: bps(1_000) },
  ],
  directory: false,
  fromMs: unixMs(0),
  untilMs: unixMs(86_400_000),
}

test('decision "A spending policy": a policy is signed as plain words that name the service', () => {
  expect(policyText(policy)).toBe(`Spending policy for launch.example:8443
The agent key ${keyName(policy.keyId)} may launch coins without asking again:
on: bags, pump
for at most 0.05 SOL (50000000 lamports) a launch
and at most 0.2 SOL (200000000 lamports) a day (UTC)
with a first buy of at most 0 SOL (0 lamports)
from: 1970-01-01T00:00:00.000Z
until: 1970-01-02T00:00:00.000Z
crew from the directory: no
other crew:
- 0xabcdef0123456789abcdef0123456789abcdef01, at most 1000 basis points
- ${FROG}, at most 3000 basis points`)
  expect(policyText({ ...policy, wallets: [] })).toEndWith('other crew: nobody')
})

test('decision "A spending policy": what means the same has one hash, and every other clause another', () => {
  const turned = { ...policy, platforms: policy.platforms.toReversed(), wallets: policy.wallets.toReversed() }
  expect(policyHash(turned)).toBe(policyHash(policy))
  const changed: Partial<SpendingPolicy>[] = [
    { host: 'other.example' },
    { keyId: 'ak_2' as KeyId },
    { platforms: ['pump'] },
    { currency: 'ETH' },
    { launchMaxAtomic: atomicUnits(50_000_001) },
    { dayMaxAtomic: atomicUnits(200_000_001) },
    { firstBuyMaxAtomic: atomicUnits(1) },
    { wallets: [policy.wallets[0]!] },
    { wallets: [{ wallet: FROG, bpsMax: bps(3_001) }, policy.wallets[1]!] },
    { directory: true },
    { fromMs: unixMs(1) },
    { untilMs: unixMs(86_400_001) },
  ]
  const hashes = [policy, ...changed.map((change) => ({ ...policy, ...change }))].map(policyHash)
  expect(new Set(hashes).size).toBe(changed.length + 1)
  expect(Object.keys(Object.assign({}, ...changed)).toSorted()).toEqual(Object.keys(policy).toSorted())
})

test('decision "A spending policy": a policy that says two things at once, or nothing, cannot be signed', () => {
  expect(policyProblem(policy)).toBeNull()
  const problems: Partial<SpendingPolicy>[] = [
    { keyId: 'ak_1\nuntil: 2999' as KeyId },
    { platforms: [] },
    { platforms: ['pump', 'pump'] },
    { wallets: [policy.wallets[1]!, { wallet: CAT.toLowerCase() as Wallet, bpsMax: bps(9_000) }] },
    { dayMaxAtomic: atomicUnits(49_999_999) },
    { firstBuyMaxAtomic: atomicUnits(50_000_001) },
    { untilMs: unixMs(0) },
    { wallets: Array.from({ length: 16 }, (_, index) => ({ wallet: `${FROG}${index}` as Wallet, bpsMax: bps(1) })) },
  ]
  const found = problems.map((change) => policyProblem({ ...policy, ...change }))
  expect(found).not.toContain(null)
  expect(new Set(found).size).toBe(problems.length)
})
