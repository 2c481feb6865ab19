import { describe, expect, test } from 'bun:test'
import { atomicUnits, lamports } from '../../../src/domain/brands.ts'
import { afterOthers, treasuryBuyings } from '../../../src/features/buyback/buying.ts'
import { resumeOperations } from '../../../src/features/operations/resume-operations.ts'
import type { Launchpad } from '../../../src/ports/launchpad/launchpad.ts'
import { createBuybackScene } from '../../support/buyback-scene.ts'
import { recordedEvents } from '../../support/buyback-traces.ts'

describe('decision "A buyback": a run whose transaction is on its way is followed to its end', () => {
  /** The scene with a chain that keeps every transaction to itself until it is let go. */
  async function heldScene() {
    const chain = { held: true, sent: 0 }
    const hold = (pad: Launchpad): Launchpad => ({
      ...pad,
      advance: async (transactions) => {
        if (!transactions.some(({ steps }) => steps.includes('burn'))) return pad.advance(transactions)
        chain.sent += 1
        return chain.held ? transactions.map(() => ({ status: 'pending' as const, height: null, error: null })) : pad.advance(transactions)
      },
    })
    const scene = await createBuybackScene({ pad: hold })
    const first = scene.runAt()
    await scene.app.clock.advance(91_000)
    await first
    return { scene, chain }
  }

  test('stays under way, and no later run buys beside it; when it lands it is recorded once', async () => {
    const { scene, chain } = await heldScene()
    expect(await scene.listed()).toMatchObject([{ status: 'under_way', signature: null, finishedAt: null }])
    await scene.runAt()
    expect((await scene.listed())[0]).toMatchObject({ status: 'skipped', reason: 'buyback_under_way' })
    expect(await recordedEvents(scene)).toEqual([])
    expect(chain.sent).toBeGreaterThan(0)
  })

  test('counts as gone for the other coins of the treasury: what it may take stays in the wallet, fee and rent too', async () => {
    const { scene } = await heldScene()
    const mints = [scene.mint, await scene.launch()].map((mint) => ({ mint, weight: 1 }))
    const deps = scene.deps({ mints })
    const [own, other] = treasuryBuyings(deps)
    const [run] = await deps.storage.buybacks.listOf('treasury', 1)
    const { atomicMax, overheadAtomic } = run!.quote!
    const nowMs = scene.app.clock.nowMs()
    const { reserveAtomic } = deps.policy.buyback
    expect((await afterOthers(deps, other!, nowMs)).terms.reserveAtomic).toBe(atomicUnits(reserveAtomic + atomicMax + overheadAtomic))
    expect((await afterOthers(deps, own!, nowMs)).terms.reserveAtomic).toBe(reserveAtomic)
  })

  test('expires by the chain’s own word: failed, nothing bought, and the next run buys', async () => {
    const { scene, chain } = await heldScene()
    await scene.app.clock.advance(60_000)
    chain.held = false
    await resumeOperations(scene.deps(), { all: true })
    expect(await scene.listed()).toMatchObject([{ status: 'failed', reason: 'transaction_expired', signature: null }])
    await scene.runAt()
    expect((await scene.listed()).map(({ status }) => status)).toEqual(['executed', 'failed'])
    expect((await scene.app.deps.storage.totals.read()).buybacks).toBe(1)
    expect(await recordedEvents(scene)).toHaveLength(1)
  })

  test('lands, and no node tells what it did yet: it is not recorded before its figures are there, and then once', async () => {
    const scene = await createBuybackScene()
    const { readReceipt } = scene.app.pad.buyback!
    Object.assign(scene.app.pad.buyback!, { readReceipt: async () => null })
    const run = scene.runAt()
    await scene.app.clock.advance(91_000)
    expect(await run).toMatchObject({ state: 'under_way' })
    expect(await recordedEvents(scene)).toEqual([])
    Object.assign(scene.app.pad.buyback!, { readReceipt })
    await Promise.all(Array.from({ length: 10 }, () => resumeOperations(scene.deps(), { all: true })))
    expect(await scene.listed()).toMatchObject([{ status: 'executed' }])
    expect(await recordedEvents(scene)).toHaveLength(1)
    expect((await scene.app.deps.storage.totals.read()).buybacks).toBe(1)
  })

  test('a price that moved between signing and landing: failed with the program’s name, and only the fee is gone', async () => {
    const scene = await createBuybackScene()
    const before = await scene.buyerLamports()
    const { prepare } = scene.app.pad.buyback!
    Object.assign(scene.app.pad.buyback!, {
      prepare: async (...order: Parameters<typeof prepare>) => {
        const offer = await prepare(...order)
        await scene.buy(scene.mint, 2)
        return offer
      },
    })
    await scene.runAt()
    expect(await scene.listed()).toMatchObject([
      { status: 'failed', reason: 'chain_refused', detail: expect.stringContaining('TooMuchSolRequired'), sol: null },
    ])
    expect(before - (await scene.buyerLamports())).toBe(lamports(5_000))
    expect(await recordedEvents(scene)).toEqual([])
  })
})
