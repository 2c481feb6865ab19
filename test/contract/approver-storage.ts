import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createRandomIds } from '../../src/adapters/random-ids.ts'
import type { DryRunId, KeyId, OperationId, Wallet } from '../../src/domain/brands.ts'
import type { DryRun } from '../../src/domain/plan/dry-run.ts'
import { approveDryRun } from '../../src/features/dry-run/approve-dry-run.ts'
import { rejectDryRun } from '../../src/features/dry-run/reject-dry-run.ts'
import type { Clock } from '../../src/ports/clock.ts'
import type { Policy } from '../../src/ports/policy.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { at, coinRow, dryRunRow, keyRow, planRow } from '../support/storage-rows.ts'

/** What an approver is shown beside a plan, over every storage. */
export function approverContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`storage contract, approver: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await fresh()
    })
    afterAll(() => storage.close())

    const plan = { ...planRow(), request: { ...planRow().request, name: 'Compared', launcherPubkey: 'launcher' as Wallet } }
    const asked = (changes: object = {}) => ({
      id: 'mine' as DryRunId,
      keyId: 'ak_1' as KeyId,
      launcher: null,
      untilMs: at(500),
      limit: 9,
      ...changes,
    })

    test('decision "The dry-run’s public view": plans that were approved, and those that were used, are found by key or launcher, the last one first, and no others', async () => {
      const row = (id: string, changes: object = {}) => storage.dryRuns.insert(dryRunRow(id, { plan, ...changes }))
      const found = async (changes: object = {}) =>
        (await storage.dryRuns.listDecided({ ...asked(), decision: 'approved', ...changes })).map(({ id }) => String(id))
      await row('open', { createdAtMs: at(90) })
      expect(await found()).toEqual([])
      await row('approved', { createdAtMs: at(1), approvedAtMs: at(10) })
      await row('used', { createdAtMs: at(2), consumedAtMs: at(20) })
      await row('both', { createdAtMs: at(2), approvedAtMs: at(15), consumedAtMs: at(25) })
      await row('later', { createdAtMs: at(3), approvedAtMs: at(600) })
      await row('of another key', { createdAtMs: at(4), approvedAtMs: at(30), keyId: 'ak_2' as KeyId })
      expect(await found()).toEqual(['both', 'approved'])
      expect(await found({ id: 'both' })).toEqual(['approved'])
      expect(await found({ untilMs: at(600) })).toEqual(['later', 'both', 'approved'])
      expect(await found({ launcher: 'launcher' })).toEqual(['of another key', 'both', 'approved'])
      expect(await found({ launcher: 'launcher', limit: 2 })).toEqual(['of another key', 'both'])
      expect(await found({ keyId: 'ak_9', launcher: 'nobody' })).toEqual([])
      expect(await found({ decision: 'used' })).toEqual(['both', 'used'])
      const used = await storage.dryRuns.listDecided({ ...asked(), decision: 'used' })
      expect(used.map(({ coin, ticker, approved }) => ({ coin, ticker, approved }))).toEqual([
        { coin: 'Compared', ticker: plan.request.ticker, approved: true },
        { coin: 'Compared', ticker: plan.request.ticker, approved: false },
      ])
    })

    const given = (wallets: readonly string[]) => ({ approvals: wallets.map((by) => ({ by: by as Wallet, atMs: at(1) })) })
    const ruleOf = (approvers: readonly string[], approvalsRequired: number) => ({
      approvers: new Set(approvers as readonly Wallet[]),
      approvalsRequired,
    })

    test('rules 5.9: what waits for a decision, newest first by pages: of keys that need an approval, or of all; nothing that is decided or over', async () => {
      const keyOf = (id: string, requireApproval: boolean) =>
        storage.keys.insert(keyRow(id, { requireApproval }), { hash: `hash ${id}`, claimAddress: null, claimSite: null })
      await keyOf('ak_needs', true)
      await keyOf('ak_free_to', false)
      const row = (id: string, keyId: string, createdAt: number, changes: object = {}) =>
        storage.dryRuns.insert(dryRunRow(id, { keyId: keyId as KeyId, createdAtMs: at(createdAt), expiresAtMs: at(90_000), ...changes }))
      for (let n = 0; n < 5; n += 1) await row(`needs-${n}`, 'ak_needs', 40_000 + n)
      await row('free', 'ak_free_to', 40_010)
      const { plan, ...rest } = dryRunRow('launched-by-w')
      await row(rest.id, 'ak_free_to', 40_010, { plan: { ...plan, request: { ...plan.request, launcherPubkey: 'w' } } })
      await row('was-over', 'ak_needs', 40_011, { expiresAtMs: at(50_000) })
      await row('was-consumed', 'ak_needs', 40_012, { consumedAtMs: at(40_013) })
      await row('was-reserved', 'ak_needs', 40_013, { reservedBy: 'op_1' })
      await row('was-approved', 'ak_needs', 40_014, { ...given(['w']), approvedAtMs: at(40_015), approvedBy: 'w' })
      await row('was-rejected', 'ak_needs', 40_015, { rejection: { atMs: at(40_016), by: 'w', reason: 'No.' } })
      const rule = ruleOf(['v', 'w'], 1)
      const read = async (required: boolean, limit: number, approver: string | null = null) => {
        const seen: string[] = []
        for (let cursor: string | null = null; ;) {
          const page = await storage.dryRuns.listWaiting(
            { limit, cursor },
            { nowMs: at(50_000), rule, required, approver: approver as Wallet | null },
          )
          seen.push(...page.rows.filter(({ createdAtMs }) => createdAtMs >= at(40_000)).map(({ id }) => id as string))
          cursor = page.nextCursor
          if (cursor === null) return seen
        }
      }
      const needed = ['needs-4', 'needs-3', 'needs-2', 'needs-1', 'needs-0']
      expect(await read(true, 2)).toEqual(needed)
      expect(await read(false, 3)).toEqual(['launched-by-w', 'free', ...needed])
      expect(await read(false, 3, 'w')).toEqual(['free', ...needed])
      expect(await read(false, 3, 'v')).toEqual(['launched-by-w', 'free', ...needed])
      const { rows } = await storage.dryRuns.listWaiting(
        { limit: 9, cursor: null },
        { nowMs: at(90_000), rule, required: false, approver: null },
      )
      expect(rows.filter(({ expiresAtMs }) => expiresAtMs <= at(90_000))).toEqual([])
      expect(
        storage.dryRuns.listWaiting({ limit: 9, cursor: 'x' }, { nowMs: at(0), rule, required: true, approver: null }),
      ).rejects.toMatchObject({
        code: 'cursor_invalid',
      })
    })

    test('rules 3.1: a plan waits as long as it lacks approvals of present approvers, by its own number and by the one of now', async () => {
      const keyId = 'ak_counts' as KeyId
      await storage.keys.insert(keyRow('ak_counts', { requireApproval: true }), {
        hash: 'hash counts',
        claimAddress: null,
        claimSite: null,
      })
      const row = (id: string, wallets: readonly string[], approvalsRequired: number) =>
        storage.dryRuns.insert(
          dryRunRow(id, { keyId, createdAtMs: at(60_000), expiresAtMs: at(90_000), ...given(wallets), approvalsRequired }),
        )
      await row('none-of-1', [], 1)
      await row('a-of-1', ['a'], 1)
      await row('ab-of-1', ['a', 'b'], 1)
      await row('ab-of-2', ['a', 'b'], 2)
      await row('ab-of-3', ['a', 'b'], 3)
      const waiting = async (approvers: readonly string[], required: number) => {
        const asked = { nowMs: at(50_000), rule: ruleOf(approvers, required), required: true, approver: null }
        const { rows } = await storage.dryRuns.listWaiting({ limit: 50, cursor: null }, asked)
        return rows.filter((found) => found.keyId === keyId).map(({ id }) => id as string)
      }
      expect(await waiting(['a', 'b', 'c'], 1)).toEqual(['none-of-1', 'ab-of-3'])
      expect(await waiting(['a', 'b', 'c'], 2)).toEqual(['none-of-1', 'ab-of-3', 'a-of-1'])
      expect(await waiting(['b', 'c'], 1)).toEqual(['none-of-1', 'ab-of-3', 'ab-of-2', 'a-of-1'])
      expect(await waiting([], 1)).toEqual(['none-of-1', 'ab-of-3', 'ab-of-2', 'ab-of-1', 'a-of-1'])
    })

    const BY_WALLET = { way: 'wallet', address: null } as const

    /** A plan, and what approvers and launches do to it at a time of their own, where `required` of six have to approve. */
    const decisions = async (id: string, required: number) => {
      await storage.dryRuns.insert(dryRunRow(id, { approvalsRequired: required }))
      const policy = {
        ...ruleOf(['a', 'b', 'c', 'd', 'e', 'f'], required),
        baseUrl: 'http://launch.test',
        cluster: 'simulated',
      } as unknown as Policy
      const depsAt = (ms: number) => ({ storage, policy, ids: createRandomIds(), clock: { nowMs: () => at(ms) } as Clock })
      return {
        approve: (by: string, ms = 1) =>
          approveDryRun(depsAt(ms), BY_WALLET, { id: id as DryRunId, approver: by as Wallet, proof: { message: '', signature: '' } }),
        reject: (by: string, ms = 1) => rejectDryRun(depsAt(ms), BY_WALLET, { id: id as DryRunId, approver: by as Wallet, reason: 'No.' }),
        hold: (operation: string, ms = 1) => storage.dryRuns.reserve(id as DryRunId, operation as OperationId, at(ms)),
        end: async () => (await storage.dryRuns.find(id as DryRunId))!,
      }
    }
    const walletsOf = ({ approvals }: DryRun) => approvals.map(({ by }) => by as string)

    test('rules 3.1: of approvers at once none is lost and none counts twice, and one of them completes it', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { approve, end } = await decisions(`at-once-${round}`, 3)
        const answers = await Promise.all(['a', 'b', 'c', 'd', 'a', 'b'].map((by) => approve(by)))
        expect(answers.every((answer) => answer.approvals.length > 0)).toBe(true)
        const { approvals, approvedBy } = await end()
        expect(new Set(walletsOf(await end())).size).toBe(3)
        expect(approvals).toHaveLength(3)
        expect(approvedBy).toBe(approvals[2]!.by)
      }
    })

    test('rules 3.1: one wallet that approves ten times at once is one approval', async () => {
      const { approve, end } = await decisions('ten-times', 2)
      await Promise.all(Array.from({ length: 10 }, () => approve('a')))
      expect(await end()).toMatchObject({ approvals: [{ by: 'a' }], approvedAtMs: null })
    })

    test('rules 3.1: the last approval, a rejection, a launch and the end of its time at once: one of them decides', async () => {
      const ends = { rejected: 0, held: 0 }
      for (let round = 0; round < 12; round += 1) {
        const { approve, reject, hold, end } = await decisions(`decided-${round}`, 2)
        await approve('a')
        const works = [() => approve('b', 2), () => reject('c', 2), () => hold('op', 2), () => approve('d', 1_000)]
        const order = [...works.slice(round % 4), ...works.slice(0, round % 4)]
        await Promise.allSettled(order.map((work) => work()))
        await hold('later', 3)
        const last = await end()
        expect(last.rejection !== null).toBe(last.reservedBy === null)
        expect(walletsOf(last)).not.toContain('d')
        if (last.rejection !== null) {
          expect(approve('b', 4)).rejects.toMatchObject({ code: 'dry_run_not_spendable' })
          ends.rejected += 1
        } else ends.held += 1
      }
      expect(ends.rejected + ends.held).toBe(12)
    })

    test('decision "Everything that is kept has an owner, a bound and an end": dry-runs that nothing used are counted by owner: the keys of one address together, and strangers apart', async () => {
      const count = async (keyId: string) => {
        const { own } = await storage.dryRuns.waitingOf(keyId as KeyId)
        return { own, ownerUntrusted: await storage.keys.isUntrusted(keyId as KeyId), ...(await storage.dryRuns.waitingOfAll()) }
      }
      const before = await count('ak_free')
      for (const [id, claimAddress] of [
        ['ak_free', '9.9.9.9'],
        ['ak_free2', '9.9.9.9'],
        ['ak_minted', null],
      ] as const)
        await storage.keys.insert(keyRow(id), { hash: `hash ${id}`, claimAddress, claimSite: null })
      for (const [id, keyId, change] of [
        ['w1', 'ak_free', {}],
        ['w2', 'ak_free2', { expiresAtMs: at(500) }],
        ['w3', 'ak_minted', {}],
        ['w4', 'ak_free', { consumedAtMs: at(9) }],
      ] as const)
        await storage.dryRuns.insert(dryRunRow(id, { keyId: keyId as KeyId, ...change }))
      const now = { untrusted: before.untrusted + 2, all: before.all + 3 }
      expect(await count('ak_free2')).toEqual({ own: 2, ownerUntrusted: true, ...now })
      expect(await count('ak_minted')).toEqual({ own: 1, ownerUntrusted: false, ...now })
      expect((await storage.dryRuns.waitingOf('ak_free' as KeyId)).firstExpiresAtMs).toBe(at(500))
    })

    test('rules 2.4: namesakes: by name and by ticker in any case, of one key and of others, each once and no more than asked for', async () => {
      for (const [mint, keyId, coin, ticker] of [
        ['n1', 'ak_1', 'Moth', 'MOTH'],
        ['n2', 'ak_2', 'MOTH', 'OTHER'],
        ['n3', 'ak_2', 'Another', 'moth'],
        ['n4', 'ak_2', 'Mothball', 'MOTHB'],
        ['n5', 'ak_2', 'M\u00a00th', 'SOMEM'],
        ['n6', 'ak_3', 'Unlike', 'M0TH'],
      ] as const)
        await storage.coins.insert(coinRow(mint, { keyId: keyId as KeyId, name: coin, ticker }))
      const find = async (limit: number) => {
        const { own, others } = await storage.coins.namesakes({ name: 'moth', ticker: 'Moth' }, { keyId: 'ak_1' as KeyId, limit })
        return [own.map(({ mint }) => String(mint)), others.map(({ mint }) => String(mint)).toSorted()]
      }
      expect(await find(9)).toEqual([['n1'], ['n2', 'n3', 'n5', 'n6']])
      expect((await find(1))[1]).toHaveLength(1)
    })
  })
}
