import { afterAll, expect, test } from 'bun:test'
import { openStorage } from '../../../src/adapters/storage/storage.ts'
import { atomicUnits, type DryRunId, type KeyId, lamports, type OperationId, unixMs, type Wallet } from '../../../src/domain/brands.ts'
import { DAY_MS } from '../../../src/domain/limits.ts'
import { dayStartMs } from '../../../src/domain/limits/utc-day.ts'
import { policyHash, type SpendingPolicy } from '../../../src/domain/policy/spending-policy.ts'
import { writeOperation } from '../../../src/features/operations/journal-operation.ts'
import { lockPolicies, spentUnder } from '../../../src/features/budgets/spend-under-policy.ts'
import { Secret } from '../../../src/lib/secret.ts'
import type { StoredPolicy } from '../../../src/ports/storage/policy.ts'
import type { Storage } from '../../../src/ports/storage/storage.ts'
import { databasesUnderTest } from '../../support/databases-under-test.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'
import { temporaryDataDir } from '../../support/server-process.ts'
import { dryRunRow, launchRow, planRow } from '../../support/storage-rows.ts'

const [HUMAN, LAUNCHER] = ['human', 'launcher of all'] as Wallet[] as [Wallet, Wallet]
const RULE = { approvers: new Set([HUMAN]), approvalsRequired: 1, requireConsent: false, baseUrl: 'https://launch.test' }
const ROUNDS = Number(process.env.POLICY_ROUNDS ?? 40)
const AT_ONCE = 8
const NOON_MS = DAY_MS * 20_000 + DAY_MS / 2

const folders: ReturnType<typeof temporaryDataDir>[] = []
afterAll(() => folders.forEach(({ remove }) => remove()))
function newFolder(): string {
  const folder = temporaryDataDir()
  folders.push(folder)
  return folder.dataDir
}

interface Launch {
  readonly id: OperationId
  readonly keyId: KeyId
  readonly platform: string
  readonly cost: bigint
  readonly firstBuy: bigint
  readonly dies: boolean
}

/** Whether the policy covers the launch when so much of its day is spent, in plain arithmetic. */
const covers = (
  { policy, revokedAtMs }: StoredPolicy,
  { keyId, platform, cost, firstBuy }: Launch,
  spent: bigint,
  nowMs: number,
): boolean =>
  revokedAtMs === null &&
  policy.keyId === keyId &&
  policy.platforms.includes(platform) &&
  policy.fromMs <= nowMs &&
  nowMs < policy.untilMs &&
  firstBuy <= policy.firstBuyMaxAtomic &&
  cost <= policy.launchMaxAtomic &&
  spent + cost <= policy.dayMaxAtomic

async function launch(storage: Storage, asked: Launch, nowMs: number): Promise<'launched' | 'refused' | 'died'> {
  const { id, keyId, platform, cost, firstBuy, dies } = asked
  const base = planRow(id)
  const request = { ...base.request, platform, holderKol: false, initialBuyLamports: lamports(firstBuy) }
  const plan = { ...base, keyId, request }
  const dryRunId = `plan ${id}` as DryRunId
  const quote = { cost: { items: [], totalAtomic: atomicUnits(cost) }, warnings: [], lockPath: 'atomic-v1' as const }
  await storage.dryRuns.insert(dryRunRow(dryRunId, { keyId, plan, quote, createdAtMs: unixMs(nowMs), expiresAtMs: unixMs(nowMs + 1_000) }))
  const operation = launchRow(id, { dryRunId, keyId, launcher: LAUNCHER, plan })
  try {
    await storage.transaction(async (tx) => {
      await writeOperation({ tx, policy: RULE }, { operation, caller: { keyId, requireApproval: true } }, unixMs(nowMs))
      if (dies) throw new Error('killed')
    })
    return 'launched'
  } catch (error) {
    if ((error as Error).message === 'killed') return 'died'
    expect(error).toMatchObject({ code: 'dry_run_not_approved' })
    expect(await storage.operations.find(id)).toBeNull()
    return 'refused'
  }
}

for (const [name, make] of databasesUnderTest(newFolder)) {
  test(
    `decision "A spending policy": random policies and launches at once, some of which die: never a lamport outside a clause, never a refusal inside one, on ${name}`,
    async () => {
      const url = new Secret(await make())
      // Two replicas, where the database takes two.
      const first = await openStorage(url)
      const replicas = first.exclusive ? [first] : [first, await openStorage(url)]
      const random = createSeededRandom(44)
      const { below, pick, fraction } = random
      const seen = { launched: 0, refused: 0, died: 0 }
      let nowMs = NOON_MS
      for (let round = 0; round < ROUNDS; round += 1) {
        const keyId = `ak_${round}` as KeyId
        nowMs += below(DAY_MS / 4)
        const policies = Array.from({ length: below(3) }, () => signedPolicy(keyId, nowMs, below))
        for (const policy of policies) await first.policies.insert(policy)
        for (let wave = 0; wave < 3; wave += 1) {
          const asked = Array.from({ length: AT_ONCE }, (_, index): Launch => ({
            id: `op_${round}_${wave}_${index}` as OperationId,
            keyId: fraction() < 0.9 ? keyId : ('ak_none' as KeyId),
            platform: pick(['simulated', 'pump']),
            cost: BigInt(1 + below(60)),
            firstBuy: BigInt(below(25)),
            dies: fraction() < 0.1,
          }))
          const ended = policies[0]
          const revokes = ended !== undefined && wave === 1 && fraction() < 0.3
          const [results] = await Promise.all([
            Promise.all(asked.map((one, index) => launch(replicas[index % replicas.length]!, one, nowMs))),
            revokes ? revoke(first, ended, nowMs) : null,
          ])
          const living = await Promise.all(policies.map(async ({ hash }) => (await first.policies.find(hash))!))
          const spent = await Promise.all(living.map((policy) => spentUnder(first, policy, unixMs(nowMs))))
          for (const [index, result] of results.entries()) {
            seen[result] += 1
            const entry = await first.spending.find('policy', asked[index]!.id)
            if (result !== 'launched') expect(entry).toBeNull()
            // The rest of the day grows less and less: what is inside now was inside then.
            if (result === 'refused') expect(living.filter((policy, at) => covers(policy, asked[index]!, spent[at]!, nowMs))).toEqual([])
            if (result !== 'launched') continue
            const under = living.find(({ hash }) => hash === entry?.caller)!
            expect(entry).toMatchObject({ amountAtomic: asked[index]!.cost, atMs: nowMs })
            expect(covers({ ...under, revokedAtMs: null }, asked[index]!, 0n, nowMs)).toBe(true)
          }
          for (const [at, { policy }] of living.entries()) expect(spent[at]!).toBeLessThanOrEqual(policy.dayMaxAtomic)
          nowMs += below(2) * 60_000
          if (dayStartMs(unixMs(nowMs)) !== dayStartMs(unixMs(nowMs - 60_000))) break
        }
      }
      console.log(`policies on ${name}: ${JSON.stringify(seen)}`)
      for (const count of Object.values(seen)) expect(count).toBeGreaterThan(ROUNDS / 4)
      for (const storage of replicas) await storage.close()
    },
    600_000 + ROUNDS * 1_000,
  )
}

const revoke = (storage: Storage, { hash, policy }: StoredPolicy, nowMs: number) =>
  storage.transaction(async (tx) => {
    await lockPolicies(tx, policy.keyId)
    await tx.policies.revoke(hash, unixMs(nowMs))
  })

function signedPolicy(keyId: KeyId, nowMs: number, below: (max: number) => number): StoredPolicy {
  const [launchMax, firstBuyMax] = [20 + below(60), below(20)]
  const policy: SpendingPolicy = {
    host: 'launch.test',
    keyId,
    platforms: below(4) === 0 ? ['pump'] : ['pump', 'simulated'],
    currency: 'SOL',
    launchMaxAtomic: atomicUnits(launchMax),
    dayMaxAtomic: atomicUnits(launchMax + below(300)),
    firstBuyMaxAtomic: atomicUnits(firstBuyMax),
    wallets: [],
    directory: false,
    fromMs: unixMs(nowMs + (below(10) === 0 ? 60_000 : 0)),
    untilMs: unixMs(nowMs + 60_000 + below(DAY_MS)),
  }
  const approvals = [{ by: HUMAN, atMs: unixMs(nowMs) }]
  return { policy, hash: policyHash(policy), approvals, approvalsRequired: 1, signedAtMs: unixMs(nowMs), revokedAtMs: null }
}
