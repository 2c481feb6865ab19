import { describe, expect, test } from 'bun:test'
import { unixMs } from '../../../src/domain/brands.ts'
import { AppError } from '../../../src/domain/errors.ts'
import { HOUR_MS } from '../../../src/domain/limits.ts'
import { runBuyback } from '../../../src/features/buyback/run-buyback.ts'
import { createMetricsReader } from '../../../src/features/metrics/metrics-reader.ts'
import { resumeOperations } from '../../../src/features/operations/resume-operations.ts'
import { type BuybackScene, createBuybackScene, sol } from '../../support/buyback-scene.ts'
import { newPerson } from '../../support/test-app.ts'
import { journal, recordedEvents } from '../../support/buyback-traces.ts'

describe('a run of the buyback', () => {
  test('rules 1.9: buys for what is allowed, burns it, and is told everywhere once', async () => {
    const scene = await createBuybackScene()
    const before = await scene.buyerLamports()
    await scene.runAt()
    const spent = before - (await scene.buyerLamports())
    expect(spent).toBeGreaterThan(sol(0.047))
    expect(spent).toBeLessThanOrEqual(sol(0.05))
    expect(await scene.buyerTokens()).toBe(0n)

    const [run, ...others] = await scene.listed()
    expect(others).toEqual([])
    expect(run).toMatchObject({
      status: 'executed',
      reason: null,
      detail: null,
      mint: scene.mint,
      ticker: 'NMFROG',
      wallet: scene.buyer.wallet,
      signature: expect.any(String),
      slot: expect.any(Number),
      lamports: String(spent),
      sol: Number(spent) / 1e9,
      quote: { venue: 'curve', burn: true },
      at: '2026-11-21T00:00:00.000Z',
    })
    expect(run!.tokens).toBe(run!.quote.tokens)
    expect(run!.burnedTokens).toBe(run!.tokens)

    const events = await recordedEvents(scene)
    expect(events).toHaveLength(1)
    expect(events[0]!.data).toMatchObject({ buybackId: run!.id, signature: run!.signature, lamports: String(spent), tokens: run!.tokens })
    const proof = (await scene.app.call('GET', '/api/proof')).body
    expect(proof.stats).toMatchObject({ buybacks: 1, boughtSol: Number(spent) / 1e9 })
    expect(proof.items[0]).toMatchObject({ kind: 'buyback', signature: run!.signature, ticker: 'NMFROG', lamports: String(spent) })
    expect((await scene.app.call('GET', '/api/board')).body.stats).toMatchObject({ buybacks: 1 })
  })

  test('decision "A buyback": without BUYBACK_BURN the wallet keeps what it bought', async () => {
    const scene = await createBuybackScene({ env: { BUYBACK_BURN: '0' } })
    await scene.runAt()
    const [run] = await scene.listed()
    expect([await scene.buyerTokens(), run!.burnedTokens]).toEqual([BigInt(run!.tokens), '0'])
  })

  test('decision "A buyback": one time of the clock is one run: 20 calls at once and every later one buy once', async () => {
    const scene = await createBuybackScene()
    const dueAtMs = unixMs(scene.app.clock.nowMs())
    const runs = await Promise.all(Array.from({ length: 20 }, () => scene.runAt(dueAtMs)))
    expect(new Set(runs.map((run) => run!.id)).size).toBe(1)
    await scene.runAt(dueAtMs)
    expect(await scene.listed()).toHaveLength(1)
    expect(await recordedEvents(scene)).toHaveLength(1)
    expect((await scene.app.deps.simulation!.inspect(scene.mint)).tradeCount).toBe(1)
  })

  test('decision "A buyback": the next time of the clock buys again, and buys a graduated coin in its pool', async () => {
    const scene = await createBuybackScene()
    await scene.runAt()
    await scene.app.deps.simulation!.graduate(scene.mint)
    await scene.app.clock.advance(HOUR_MS)
    await scene.runAt()
    expect((await scene.listed()).map(({ status, quote }) => [status, quote.venue])).toEqual([
      ['executed', 'pool'],
      ['executed', 'curve'],
    ])
    expect((await scene.app.deps.storage.totals.read()).buybacks).toBe(2)
  })

  test('decision "A buyback": BUYBACK_EXECUTE=0 records what it would do, and sends nothing', async () => {
    const scene = await createBuybackScene({ env: { BUYBACK_EXECUTE: '0' } })
    const before = await scene.buyerLamports()
    await scene.runAt()
    expect(await scene.listed()).toMatchObject([
      {
        status: 'skipped',
        reason: 'buyback_execute_off',
        signature: null,
        sol: null,
        quote: { venue: 'curve', tokens: expect.any(String) },
      },
    ])
    expect([await scene.buyerLamports(), await recordedEvents(scene), await journal(scene)]).toEqual([before, [], null])
    expect((await scene.app.deps.storage.totals.read()).buybacks).toBe(0)
  })
})

describe('decision "A buyback": a run that buys nothing says why', () => {
  const cases: [string, string, (scene: BuybackScene) => Promise<unknown>, RegExp][] = [
    [
      'the wallet holds little more than its reserve',
      'buyback_balance_too_low',
      (scene) => scene.runAt(undefined, { reserveAtomic: sol(9.999) }),
      /10 SOL, of which 9\.999 SOL stay/,
    ],
    ['the market is too shallow', 'buyback_price_impact', (scene) => scene.runAt(undefined, { atomicMax: sol(5) }), /basis points/],
    [
      'the coin is between curve and pool',
      'coin_not_tradable',
      async (scene) => (await scene.app.deps.simulation!.graduate(scene.mint), scene.runAt()),
      /trades nowhere/,
    ],
    [
      'the fees of the coin were taken from its split, which the watch has not seen yet',
      'buyback_fees_redirected',
      async (scene) => {
        const mint = await scene.launch({ ticker: 'XREDIRECT' })
        await scene.app.clock.advance(60_000)
        return scene.runAt(undefined, { mints: [{ mint, weight: 1 }] })
      },
      /they go to its holders/,
    ],
    [
      'the mint is no coin',
      'mint_unknown',
      (scene) => scene.runAt(undefined, { mints: [{ mint: newPerson().wallet as never, weight: 1 }] }),
      /no such coin/,
    ],
    [
      'there is a mint and no key',
      'buyback_not_configured',
      (scene) => runBuyback({ ...scene.deps(), buybackPayer: null }, at(scene)),
      /BUYBACK_KEY/,
    ],
    ['there is a key and no mint', 'buyback_not_configured', (scene) => scene.runAt(undefined, { mints: [] }), /BUYBACK_MINTS/],
  ]
  const at = ({ app }: BuybackScene) => ({ dueAtMs: unixMs(app.clock.nowMs()) })

  test.each(cases)('nothing is bought, and the reason is on record, where %s: %s', async (_case, reason, run, detail) => {
    const scene = await createBuybackScene()
    const before = await scene.buyerLamports()
    await run(scene)
    expect(await scene.listed()).toMatchObject([{ status: 'skipped', reason, detail: expect.stringMatching(detail), signature: null }])
    expect([await scene.buyerLamports(), await recordedEvents(scene), await journal(scene)]).toEqual([before, [], null])
  })

  test('the chain is dark: nothing is spent, and the next run buys', async () => {
    const scene = await createBuybackScene()
    const { prepare } = scene.app.pad.buyback!
    Object.assign(scene.app.pad.buyback!, {
      prepare: () => Promise.reject(new AppError('upstream_unavailable', { upstream: 'the chain' })),
    })
    await scene.runAt()
    expect(await scene.listed()).toMatchObject([{ status: 'skipped', reason: 'upstream_unavailable' }])
    Object.assign(scene.app.pad.buyback!, { prepare })
    await scene.app.clock.advance(HOUR_MS)
    await scene.runAt()
    expect((await scene.listed()).map(({ status }) => status)).toEqual(['executed', 'skipped'])
  })

  test('decision "A buyback": what is half configured is said once, and what is not configured at all has no runs', async () => {
    const scene = await createBuybackScene()
    for (let hour = 0; hour < 3; hour += 1) {
      await scene.runAt(undefined, { mints: [] })
      await scene.app.clock.advance(HOUR_MS)
    }
    expect(await scene.listed()).toHaveLength(1)
    const none = { ...scene.deps({ mints: [] }), buybackPayer: null }
    expect(await runBuyback(none, { dueAtMs: unixMs(scene.app.clock.nowMs()) })).toEqual([])
    expect(await scene.listed()).toHaveLength(1)
  })
})

describe('decision "/metrics": the wallet and the runs of the buyback stand there', () => {
  test('show what the buyback’s wallet holds, and count each run that ended once', async () => {
    const scene = await createBuybackScene()
    await scene.runAt()
    await Promise.all(Array.from({ length: 5 }, () => resumeOperations(scene.deps(), { all: true })))
    const text = await createMetricsReader(scene.deps())()
    expect(text).toContain(
      `svc_wallet_balance_atomic{role="buyback",wallet="${scene.buyer.wallet}",platform="simulated",currency="SOL"} ${await scene.buyerLamports()}`,
    )
    expect(text).toContain('svc_operations_total{kind="buyback",outcome="done"} 1')
  })
})

describe('GET /api/buybacks', () => {
  test('rules 4.3: every run, newest first, in pages; a cursor of no list is a 400', async () => {
    const scene = await createBuybackScene({ env: { BUYBACK_EXECUTE: '0' } })
    for (let hour = 0; hour < 5; hour += 1) {
      await scene.runAt()
      await scene.app.clock.advance(HOUR_MS)
    }
    const first = (await scene.app.call('GET', '/api/buybacks?limit=3')).body
    const rest = (await scene.app.call('GET', `/api/buybacks?limit=3&cursor=${first.nextCursor}`)).body
    expect([...first.buybacks, ...rest.buybacks].map(({ at }: { at: string }) => at.slice(11, 13))).toEqual(['04', '03', '02', '01', '00'])
    expect(rest.nextCursor).toBeNull()
    for (const bad of ['abc', 'MQ']) {
      expect(await scene.app.call('GET', `/api/buybacks?cursor=${bad}`)).toMatchObject({ status: 400, body: { code: 'cursor_invalid' } })
    }
    expect((await scene.app.call('GET', '/api/buybacks?limit=0')).status).toBe(400)
    expect((await scene.app.call('GET', '/api/buybacks?color=red')).status).toBe(400)
  })

  test('decision "Nothing that the process writes shows a secret of its settings": the secret of the wallet is in no row, line or answer', async () => {
    const scene = await createBuybackScene()
    await scene.runAt()
    const operation = (await scene.app.deps.storage.buybacks.findNewest('treasury'))!.operationId!
    const kept = Bun.inspect([await scene.app.deps.storage.operations.find(operation), await scene.listed(), scene.app.logLines], {
      depth: 20,
    })
    expect(kept).not.toContain(scene.buyer.secret)
  })
})
