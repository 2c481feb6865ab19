import { describe, expect, test } from 'bun:test'
import { atomicUnits, bps, tokenMicros, unixMs } from '../../../src/domain/brands.ts'
import type { BuybackQuote } from '../../../src/domain/buyback.ts'
import { HOUR_MS } from '../../../src/domain/limits.ts'
import { type BuybackScene, createBuybackScene, sol } from '../../support/buyback-scene.ts'
import { newPerson } from '../../support/test-app.ts'
import { journal, recordedEvents } from '../../support/buyback-traces.ts'

describe('the price of a run, and what a day may cost', () => {
  /** Runs at the next hours, with these changes; the reasons or `executed`, oldest first. */
  const runs = async (scene: BuybackScene, hours: number, changes: Parameters<BuybackScene['runAt']>[1] = {}) => {
    const before = (await scene.listed()).length
    for (let hour = 0; hour < hours; hour += 1) {
      await scene.app.clock.advance(HOUR_MS)
      await scene.runAt(undefined, changes)
    }
    return (await scene.listed())
      .slice(0, (await scene.listed()).length - before)
      .map(({ status, reason }) => (reason ?? status) as string)
      .toReversed()
  }

  const careful = { BUYBACK_PRICE_RISE_BPS: '1000' }
  const unproven = ['buyback_price_unproven', 'buyback_price_unproven']

  test('decision "A buyback begins at a moment within its interval": before two runs have noted it nothing is bought: not at the start, and not on the market after the graduation', async () => {
    const scene = await createBuybackScene({ env: careful })
    const before = await scene.buyerLamports()
    // Whoever pushes the price before the very first run is not paid either.
    const attacker = newPerson()
    await scene.app.deps.simulation!.airdrop(attacker.wallet, sol(100))
    await scene.buy(scene.mint, 10, attacker.wallet)
    expect(await runs(scene, 1)).toEqual(['buyback_price_unproven'])
    await scene.app.deps.simulation!.trade({ mint: scene.mint, wallet: attacker.wallet, side: 'sell' })
    expect(await runs(scene, 1)).toEqual(['buyback_price_unproven'])
    expect([await scene.buyerLamports(), await recordedEvents(scene), await journal(scene)]).toEqual([before, [], null])
    expect(await runs(scene, 1)).toEqual(['executed'])
    await scene.app.deps.simulation!.graduate(scene.mint)
    expect(await runs(scene, 3)).toEqual([...unproven, 'executed'])
  })

  test('decision "A buyback begins at a moment within its interval": one that somebody pushed up before the run is not paid; once it is back it buys again', async () => {
    const scene = await createBuybackScene({ env: careful })
    expect(await runs(scene, 3)).toEqual([...unproven, 'executed'])
    const before = await scene.buyerLamports()
    const attacker = newPerson()
    await scene.app.deps.simulation!.airdrop(attacker.wallet, sol(100))
    await scene.buy(scene.mint, 10, attacker.wallet)
    expect(await runs(scene, 1)).toEqual(['buyback_price_risen'])
    expect((await scene.listed())[0]!.detail).toMatch(
      /^The price is \d{4} basis points above the middle of the last runs, and 1000 are allowed\.$/,
    )
    expect(await scene.buyerLamports()).toBe(before)
    await scene.app.deps.simulation!.trade({ mint: scene.mint, wallet: attacker.wallet, side: 'sell' })
    expect(await runs(scene, 1)).toEqual(['executed'])
  })

  test('decision "A buyback begins at a moment within its interval": a price that stays up is the new middle after half of the runs that are looked at; 0 buys at any', async () => {
    const scene = await createBuybackScene({ env: careful })
    await runs(scene, 2)
    await scene.buy(scene.mint, 9)
    expect(await runs(scene, 4)).toEqual(['buyback_price_risen', 'buyback_price_risen', 'buyback_price_risen', 'executed'])
    const careless = await createBuybackScene({ env: { BUYBACK_PRICE_RISE_BPS: '0' } })
    await runs(careless, 2)
    await careless.buy(careless.mint, 9)
    expect(await runs(careless, 1)).toEqual(['executed'])
  })

  test.each<[string, Partial<BuybackQuote>, Partial<BuybackQuote>, string]>([
    ['an impact', { impactBps: bps(300) }, { impactBps: bps(301) }, 'buyback_price_impact'],
    ['a rise of the price', { tokenMicros: tokenMicros(10_000_000) }, { tokenMicros: tokenMicros(9_999_000) }, 'buyback_price_risen'],
  ])('decision "A buyback": %s that reaches its bound is paid, and one past it is not', async (_what, atBound, past, refusal) => {
    let quoted: Partial<BuybackQuote> = {}
    const scene = await createBuybackScene({
      env: careful,
      pad: (pad) => ({
        ...pad,
        buyback: {
          ...pad.buyback!,
          prepare: async (...order) => {
            const { prepared, quote } = await pad.buyback!.prepare(...order)
            const usual = { atomicMax: atomicUnits(44_000_000), tokenMicros: tokenMicros(11_000_000) }
            return { prepared, quote: { ...quote, ...usual, ...quoted } }
          },
        },
      }),
    })
    expect(await runs(scene, 2)).toEqual(unproven)
    quoted = past
    expect(await runs(scene, 1)).toEqual([refusal])
    quoted = atBound
    expect(await runs(scene, 1)).toEqual(['executed'])
  })

  test('rules 10.29: what a day may cost is counted before anything is sent, with what runs really cost, and begins anew by UTC', async () => {
    const scene = await createBuybackScene({ env: { BUYBACK_DAILY_SOL: '0.12' } })
    expect(await runs(scene, 4)).toEqual(['executed', 'executed', 'buyback_budget_exceeded', 'buyback_budget_exceeded'])
    const spent = await scene.app.deps.storage.spending.spent('buyback', unixMs(0))
    const bought = (await scene.listed()).reduce((sum, { lamports: one }) => sum + BigInt(one ?? 0), 0n)
    expect(spent.allAtomic).toBe(atomicUnits(bought))
    expect(bought).toBeLessThanOrEqual(sol(0.12))
    await scene.app.clock.advance(20 * HOUR_MS)
    expect(await runs(scene, 1)).toEqual(['executed'])
  })

  test('rules 10.29: one that failed on chain stays in the day’s sum, one that no block has does not', async () => {
    const scene = await createBuybackScene({ env: { BUYBACK_DAILY_SOL: '0.06' } })
    const { advance } = scene.app.pad
    Object.assign(scene.app.pad, { advance: async () => [{ status: 'expired', height: null, error: null }] })
    expect(await runs(scene, 2)).toEqual(['transaction_expired', 'transaction_expired'])
    Object.assign(scene.app.pad, { advance: async () => [{ status: 'failed', height: 1, error: 'TooMuchSolRequired' }] })
    expect(await runs(scene, 2)).toEqual(['chain_refused', 'buyback_budget_exceeded'])
    Object.assign(scene.app.pad, { advance })
  })
})
