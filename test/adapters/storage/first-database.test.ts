import { afterAll, beforeAll, describe, expect, test, setSystemTime } from 'bun:test'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { createFixedPrices } from '../../../src/adapters/prices/fixed-prices.ts'
import { ZORA_FACTS } from '../../../src/adapters/launchpads/zora/facts.ts'
import { type DryRunId, type JobId, type Mint, type OperationId, unixMs, usdMicros } from '../../../src/domain/brands.ts'
import { resumeOperations } from '../../../src/features/operations/resume-operations.ts'
import { hostlessReferralsMessage } from '../../../src/features/referrals/read-referral-stats.ts'
import type { LaunchOperation } from '../../../src/domain/operation.ts'
import { planHash } from '../../../src/domain/plan/plan.ts'
import { deliverDue } from '../../support/deliver-webhooks.ts'
import { submitMessage } from '../../../src/features/jobs/submit-job.ts'
import { firstDatabases, firstState, writeFirstChain } from '../../support/first-database.ts'
import { createOutsideWeb } from '../../support/outside-web.ts'
import { temporaryDataDirs } from '../../support/server-process.ts'
import { createTestApp, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'
import { plain, withoutEthAsSol, withoutStagesAhead, weiIn, personOf } from '../../support/first-answers.ts'

/*
 * The database is one that commit 270c1cb made, in simulated mode and with Zora on a node of its own beside it: coins on both
 * chains with and without a lock, distributions, jobs in every state that holds money, paid calls, buybacks, webhooks with what is on its
 * way, dry-runs (one approved and not used), an offer, and one operation of each kind that was under way when the process ended. Two
 * remits were added by hand, of amounts that no double and no bigint column holds. Of both databases the tables are as that commit
 * made them; the rows are the same. `state.json` has what its service json at the end.
 */
const { dirs, server } = { dirs: temporaryDataDirs(), server: process.env.TEST_DATABASE_URL }

const databases = firstDatabases(dirs.next, server)
const { answers, ids, keys, people, mints } = firstState
const operator = { key: OPERATOR_KEY }

/** What the receiver of webhooks got. */
const received: { readonly headers: Record<string, string>; readonly body: string }[] = []

const web = createOutsideWeb(async (request) => {
  if (request.url.endsWith('/hook')) received.push({ headers: Object.fromEntries(request.headers), body: await request.text() })
  return request.url.endsWith('/page') ? new Response('memes of $nmfrog') : new Response(null, { status: 204 })
})
afterAll(dirs.removeAll)
afterAll(() => web.stop())

describe.each(databases)(
  'decision "A database from before the first release": a database of before the first release is brought forward: %s',
  (_name, make) => {
    let app: TestApp
    beforeAll(async () => {
      const simulatedFile = join(dirs.next(), 'simulated.db')
      writeFirstChain(simulatedFile)
      app = await createTestApp({
        databaseUrl: await make(),
        simulatedFile,
        policy: { rateLimits: false },
        impatient: true,
        prices: createFixedPrices({ usdMicros: usdMicros(10_000_000_000n), nowMs: () => app.clock.nowMs() }),
        web: web.web,
        env: {
          APPROVER_WALLETS: personOf(people.approver).wallet,
          JOBS_ENABLED: '1',
          CRANK_PAYER_KEY: people.crankPayer,
          BUYBACK_KEY: people.buyer,
        },
        entries: () => [{ facts: ZORA_FACTS, load: () => Promise.reject(new Error('no node here')) }],
      })
      await app.clock.advance(firstState.madeAtMs - app.clock.nowMs())
      // Ids are counted here: those up to some hundred were given then.
      for (let given = 0; given < 1_000; given += 1) app.deps.ids.text(1)
    })
    afterAll(() => app.close())

    test.each(Object.entries(answers))('%s answers what it did', async (path, before) => {
      const referrer = personOf(people.referrer)
      // A signature of the same millisecond was used then.
      if (path.startsWith('/api/kol/')) await app.clock.advance(1)
      const options = path.startsWith('/api/kol/')
        ? { headers: app.signed(referrer, (at) => hostlessReferralsMessage(referrer.wallet, at)) }
        : operator
      const answer = await app.call('GET', path, undefined, options)
      expect(answer).toMatchObject({ status: 200, body: withoutStagesAhead(withoutEthAsSol(before)) })
    })

    test.each(['/api/remits?limit=200', '/api/proof', '/api/coins'] as const)(
      '%s says each amount of ETH by its neutral name, to the wei',
      async (path) => {
        const text = JSON.stringify((await app.call('GET', path)).body)
        const now = [...text.matchAll(/"(?:amount|paid)":\{"amount":"(\d+)","decimals":18,"currency":"ETH"\}/g)].map(([, wei]) => wei!)
        const before = weiIn(answers[path])
        expect(before.length).toBeGreaterThan(1)
        expect(now).toEqual(before)
      },
    )

    test('coins of then are found by what their names look like', async () => {
      const { coins } = app.deps.storage
      const { rows } = await coins.list({ limit: 200, cursor: null })
      expect(rows.length).toBeGreaterThan(0)
      for (const { mint, name, keyId } of rows) {
        const { own } = await coins.namesakes({ name: [...name].join('\u00a0'), ticker: 'UNLIKE' }, { keyId, limit: 200 })
        expect(own.map((coin) => coin.mint)).toContain(mint)
      }
    })

    test('the ledger knows transactions of then by their operations', async () => {
      const { operations, ledger } = app.deps.storage
      const { rows } = await operations.list('launch', { limit: 50, cursor: null })
      const signatures = rows.flatMap(({ transactions }) => transactions.map(({ signature }) => signature)).toSorted()
      expect(signatures.length).toBeGreaterThan(0)
      expect([...(await ledger.findSent(signatures)).keys()].toSorted()).toEqual(signatures)
    })

    test('totals, reserved budgets and amounts that no double holds are there to the unit', async () => {
      const { storage } = app.deps
      const { remitted, bought, ...counts } = await storage.totals.read()
      const [remittedLamports, remittedWei, boughtLamports] = [remitted.SOL, remitted.ETH, bought.SOL]
      expect(plain({ ...counts, remittedLamports, remittedWei, boughtLamports })).toEqual(firstState.tally)
      const { reservedAtomic: reserved, spentAtomic: spent } = await storage.jobs.budget(mints.frog as Mint)
      expect(plain({ reservedLamports: reserved, spentLamports: spent })).toEqual(firstState.budget)
      const { rows } = await storage.remits.list({ limit: 200, cursor: null })
      expect(
        rows.filter(({ id }) => id.startsWith('rm_huge')).map(({ amountAtomic: lamports, currency }) => [lamports as bigint, currency]),
      ).toEqual([
        [4_611_686_018_427_387_904_123_456_789n, 'ETH'],
        [9_007_199_254_740_993n, 'SOL'],
      ])
      for (const [mint, currency] of [
        [mints.frog, 'SOL'],
        [mints.based, 'ETH'],
        [mints.basic, 'ETH'],
      ]) {
        const paid = rows.filter((row) => row.mint === mint).reduce((sum, row) => sum + row.amountAtomic, 0n)
        expect((await storage.coins.find(mint as Mint))!).toMatchObject({ paidAtomic: paid, currency })
      }
      expect(
        (await storage.payments.list({ limit: 9, cursor: null })).rows.map(({ state, amountUsdMicros: amount }) => [
          state,
          amount as bigint,
        ]),
      ).toEqual([
        ['done', 1_000_000n],
        ['done', 50_000n],
      ])
    })

    test('what each wallet earned is the sum of its remits, of before and of each coin', async () => {
      const { storage } = app.deps
      const { rows: remits } = await storage.remits.list({ limit: 200, cursor: null })
      const sum = (amounts: readonly { readonly amountAtomic: bigint }[]) =>
        amounts.reduce((total, { amountAtomic }) => total + amountAtomic, 0n)
      const wallets = new Set(remits.map(({ wallet }) => wallet))
      expect(wallets.size).toBeGreaterThan(5)
      for (const wallet of wallets) {
        const own = remits.filter((remit) => remit.wallet === wallet)
        const byRole = await storage.earnings.byRole(wallet)
        for (const { currency, role, amountAtomic: amount, remits: count } of byRole) {
          const ofRole = own.filter((remit) => remit.currency === currency && remit.role === role)
          expect([amount as bigint, count]).toEqual([sum(ofRole), ofRole.length])
        }
        expect(sum(byRole)).toBe(sum(own))
        expect(sum(await storage.earnings.byDay(wallet, unixMs(0)))).toBe(sum(own))
        for (const { mint, paidAtomic: paid } of (await storage.earnings.listCoins({ limit: 200, cursor: null }, wallet)).rows)
          expect(paid as bigint).toBe(sum(own.filter((remit) => remit.mint === mint)))
      }
      const leaders = await storage.earnings.listLeaders({ limit: 200, cursor: null }, 'SOL')
      const ofKols = remits.filter(({ role, currency }) => currency === 'SOL' && role.split('+').includes('kol'))
      expect(sum(leaders.rows)).toBe(sum(ofKols))
      const frog = (await storage.coins.find(mints.frog as Mint))!
      for (const { wallet } of frog.shareholders) {
        const { rows } = await storage.earnings.listCoins({ limit: 200, cursor: null }, wallet)
        expect(rows.map(({ mint }) => mint as string)).toContain(mints.frog)
      }
    })

    test('each plan reads back as it was hashed, of dry-runs, operations and offers', async () => {
      const { dryRuns, operations, launchOffers: offers } = app.deps.storage
      for (const id of [ids.waiting, ids.approved, ids.baseDry]) {
        const dryRun = (await dryRuns.find(id as DryRunId))!
        expect(planHash(dryRun.plan)).toBe(dryRun.planHash)
      }
      const launch = await operations.find(firstState.underWay.launch as OperationId)
      expect((launch as LaunchOperation).plan.request).toMatchObject({ name: 'Under way', ticker: 'UNDER' })
      const offer = await offers.find(firstState.offer.launchId as OperationId)
      expect(offer!.operation.plan.request).toMatchObject({ name: 'Offered', ticker: 'OFFER' })
    })

    test('what was approved and not used launches its coin, once', async () => {
      const options = { key: keys.key, headers: { 'x-launcher-key': people.launcher } }
      const launched = await app.call('POST', '/api/agent/launch', firstState.approvedBody, options)
      expect(launched).toMatchObject({ status: 201, body: { ticker: 'APPR', feeShareLocked: true } })
      expect(await app.call('POST', '/api/agent/launch', firstState.approvedBody, options)).toMatchObject({
        body: { code: 'dry_run_not_spendable' },
      })
    })

    test('a launch that was handed out and signed before is taken now', async () => {
      const { launchId, mint, transactions } = firstState.offer
      const submitted = await app.call('POST', '/api/agent/launch/submit', { launchId, transactions }, { key: keys.key })
      expect(submitted).toMatchObject({ status: 201, body: { mint, feeShareLocked: true } })
    })

    test('what was under way comes to its end: on the chain that is there by what it says, on the other it waits', async () => {
      const { storage, clock } = app.deps
      const underWay = firstState.underWay as Record<string, string>
      const stateOf = async (kind: string) => (await storage.operations.find(underWay[kind] as OperationId))!.state as string
      await app.clock.advance(10_000)
      await resumeOperations(app.deps)
      expect(await Promise.all(['launch', 'crank', 'buyback', 'base'].map(stateOf))).toEqual(['locked', 'done', 'done', 'prepared'])
      expect((await storage.buybacks.list({ limit: 9, cursor: null })).rows.map(({ state }) => state)).toEqual([
        'executed',
        'skipped',
        'executed',
      ])
      await storage.operations.postpone(underWay.base as OperationId, unixMs(clock.nowMs() + 1))
    })

    test('webhooks go on where they were, signed with the secret of then', async () => {
      received.length = 0
      await deliverDue(app.deps)
      expect(received.length).toBeGreaterThan(0)
      // The library takes no message of another time than its own.
      setSystemTime(app.clock.machineMs())
      for (const { headers, body } of received) expect(() => new Webhook(firstState.hookSecret).verify(body, headers)).not.toThrow()
      setSystemTime()
    })

    test('a job whose money is held goes on: claimed, handed in, accepted and paid', async () => {
      const worker = personOf(people.worker)
      const signed = (message: (timestamp: string) => string) => ({ headers: app.signed(worker, message) })
      await app.clock.advance(1)
      const path = `/api/jobs/${ids.claimed}`
      const urls = ['https://public.test/page']
      expect(
        await app.call(
          'POST',
          `${path}/submit`,
          { urls },
          signed((at) => submitMessage(ids.claimed as JobId, at)),
        ),
      ).toMatchObject({ status: 200 })
      const verified = await app.call('POST', `${path}/verify`, { approve: true }, { key: keys.key })
      expect(verified).toMatchObject({ status: 200, body: { job: { state: 'paid', lamports: '2000000' } } })
      const before = firstState.budget
      const { reservedAtomic: reservedLamports, spentAtomic: spentLamports } = await app.deps.storage.jobs.budget(mints.frog as Mint)
      expect([reservedLamports, spentLamports]).toEqual([
        BigInt(before.reservedLamports.slice(0, -1)) - 2_000_000n,
        BigInt(before.spentLamports.slice(0, -1)) + 2_000_000n,
      ] as never)
    })
  },
)
