import { afterEach, describe, expect, test } from 'bun:test'
import { lamports, unixMs } from '../../../src/domain/brands.ts'
import { HOUR_MS } from '../../../src/domain/limits.ts'
import { OWN_LIMITS } from '../../../src/domain/limits/own-limits.ts'
import { burnEarnings } from '../../../src/features/buyback/burn-earnings.ts'
import { keepLedger } from '../../../src/features/ledger/keep-ledger.ts'
import { resumeOperations } from '../../../src/features/operations/resume-operations.ts'
import { BURN_ALL, type BurnScene, createBurnScene } from '../../support/burn-scene.ts'
import { dyingStorage } from '../../support/dying-storage.ts'
import { newPerson } from '../../support/test-app.ts'

let scene: BurnScene
afterEach(() => scene.app.close())

const executed = async () => (await scene.listed()).filter(({ status }) => status === 'executed')
const events = async (type: string) => (await scene.app.deps.storage.events.list(scene.mint)).filter((event) => event.type === type)

describe('rules 10.36: a part of the earnings buys the coin and burns it', () => {
  test('fees reach the coin’s wallet by the split alone; a pass buys and burns in one transaction, and says who bought', async () => {
    scene = await createBurnScene()
    const before = await scene.lamports()
    await scene.earn()
    const { remits } = (await scene.app.call('GET', `/api/remits?mint=${scene.mint}`)).body
    const paid = remits.find(({ wallet }: { wallet: string }) => wallet === scene.wallet)
    const earned = await scene.lamports()
    expect(earned - before).toBe(BigInt(paid.lamports))

    expect(await scene.pass()).toBe('1 coins had their turn, 1 bought')
    const [run, ...others] = await scene.listed()
    expect(others).toEqual([])
    const spent = earned - (await scene.lamports())
    expect(run).toMatchObject({ by: 'earnings', status: 'executed', mint: scene.mint, wallet: scene.wallet, lamports: String(spent) })
    expect(spent).toBeLessThanOrEqual(OWN_LIMITS.burnRunAtomicMax)
    expect(run!.burnedTokens).toBe(run!.tokens)
    // Nothing of what was bought is left anywhere.
    const holders = (await scene.app.deps.simulation!.inspect(scene.mint)).holders.map(({ wallet }) => wallet)
    expect(holders).not.toContain(scene.wallet)
    expect((await events('buyback.executed')).map(({ data }) => data)).toMatchObject([{ by: 'earnings', wallet: scene.wallet }])
    expect((await scene.app.deps.storage.totals.read()).buybacks).toBe(1)
  })

  test('rules 10.35: the ledger of the coin’s wallet comes to what the chain says that it holds', async () => {
    scene = await createBurnScene()
    await scene.earn()
    await scene.pass()
    for (let round = 0; round < 2; round += 1) await scene.run(keepLedger)
    const state = (await scene.app.deps.storage.ledger.findWallet('simulated:1', scene.wallet))!
    const held = await scene.lamports()
    expect([state.inAtomic - state.outAtomic, state.heldAtomic]).toEqual([held, held])
    const { rows } = await scene.app.deps.storage.ledger.list({ limit: 100, cursor: null }, { wallet: scene.wallet })
    expect(rows.map(({ account }) => account)).toContain('buyback:spent')
    expect(rows.filter(({ account }) => account === 'unexplained')).toEqual([])
  })

  test('a UTC day spends no more than its cap, and the next one goes on', async () => {
    scene = await createBurnScene()
    for (let hour = 0; hour < 23; hour += 1) await scene.pass()
    const spent = (await executed()).reduce((sum, run) => sum + BigInt(run.lamports), 0n)
    expect(spent).toBeLessThanOrEqual(OWN_LIMITS.burnDayAtomicMax)
    expect(spent).toBeGreaterThan(OWN_LIMITS.burnDayAtomicMax - OWN_LIMITS.burnRunAtomicMax)
    expect((await scene.listed())[0]).toMatchObject({ status: 'skipped', reason: 'buyback_budget_exceeded' })
    const count = (await executed()).length
    await scene.pass()
    expect(await executed()).toHaveLength(count + 1)
  })

  test('before two quotes are noted nothing is bought, and nothing at a price that was pushed up', async () => {
    scene = await createBurnScene({ env: { BUYBACK_PRICE_RISE_BPS: '1000' } })
    for (let pass = 0; pass < 3; pass += 1) await scene.pass()
    expect((await scene.listed()).map(({ reason, status }) => reason ?? status)).toEqual([
      'executed',
      'buyback_price_unproven',
      'buyback_price_unproven',
    ])
    const attacker = newPerson()
    await scene.app.deps.simulation!.airdrop(attacker.wallet, lamports(100_000_000_000))
    await scene.buy(scene.mint, 10, attacker.wallet)
    await scene.pass()
    expect((await scene.listed())[0]).toMatchObject({ by: 'earnings', reason: 'buyback_price_risen' })
  })

  test('a wallet that holds too little for a buy leaves no run, whoever asks the clock', async () => {
    scene = await createBurnScene()
    Object.assign(scene.app.pad, { balanceOf: async () => lamports(OWN_LIMITS.burnReserveAtomic + 999_999n) })
    expect(await scene.pass()).toBe('1 coins had their turn, 0 bought')
    expect(await scene.listed()).toEqual([])
  })

  test('between curve and pool nothing is bought, which is on record once; in the pool it buys again', async () => {
    scene = await createBurnScene()
    await scene.app.deps.simulation!.graduate(scene.mint)
    const dueAtMs = unixMs(scene.app.clock.nowMs())
    const turn = { dueAtMs, position: null, keepPosition: async () => {}, mayContinue: async () => true }
    await burnEarnings(scene.app.deps, turn)
    expect(await scene.listed()).toMatchObject([{ status: 'skipped', reason: 'coin_not_tradable' }])
    await scene.pass()
    expect((await scene.listed()).map(({ quote }) => quote?.venue ?? null)).toEqual(['pool', null])
  })

  test('a coin whose fees were taken from its split is bought no more, and that is said once', async () => {
    scene = await createBurnScene()
    const taken = await scene.launch({ ticker: 'XREDIRECT', earnings: BURN_ALL })
    for (let pass = 0; pass < 3; pass += 1) await scene.pass()
    const runs = (await scene.listed()).filter(({ mint }) => mint === taken)
    expect(runs).toMatchObject([{ by: 'earnings', status: 'skipped', reason: 'buyback_fees_redirected' }])
    expect(await executed()).toHaveLength(3)
  })

  test('one time of the clock buys a coin once, however many passes there are of it', async () => {
    scene = await createBurnScene()
    const turn = { dueAtMs: scene.app.clock.nowMs(), position: null, keepPosition: async () => {}, mayContinue: async () => true }
    await Promise.all(Array.from({ length: 5 }, () => burnEarnings(scene.app.deps, turn)))
    await burnEarnings(scene.app.deps, turn)
    expect(await scene.listed()).toHaveLength(1)
    expect((await scene.app.deps.simulation!.inspect(scene.mint)).tradeCount).toBe(1)
  })

  test('a process that is killed at any call of the storage: after the next start nothing is bought twice, and the books are the chain’s', async () => {
    scene = await createBurnScene()
    const { deps, clock } = scene.app
    const first = await scene.lamports()
    let hours = 0
    for (let isOver = false; !isOver; hours += 1) {
      await clock.advance(2 * HOUR_MS)
      const turn = { dueAtMs: clock.nowMs(), position: null, keepPosition: async () => {}, mayContinue: async () => true }
      const dying = dyingStorage(deps.storage, hours)
      let ended = false
      void burnEarnings({ ...deps, storage: dying.storage }, turn)
        .catch(() => null)
        .finally(() => (ended = true))
      while (!ended) await clock.advance(91_000)
      await resumeOperations(deps, { all: true })
      await clock.advance(1)
      await burnEarnings(deps, turn)
      const runs = await deps.storage.buybacks.listOf(scene.mint, 100)
      const bought = runs.filter(({ state }) => state === 'executed')
      // Where the kill kept a signed transaction from being sent, it may have expired: then that is proved, and nothing was bought.
      expect(runs.filter(({ state }) => state !== 'executed').map(({ failure }) => failure?.code)).toEqual(
        Array(hours + 1 - bought.length).fill('transaction_expired'),
      )
      expect((await deps.simulation!.inspect(scene.mint)).tradeCount).toBe(bought.length)
      const spent = bought.reduce((sum, { receipt }) => sum + receipt!.spentAtomic, 0n)
      expect(first - (await scene.lamports())).toBe(spent)
      isOver = !dying.died()
    }
    expect(hours).toBeGreaterThan(10)
    expect((await executed()).length).toBeGreaterThan(10)
  })

  test('coins wait for their turn no longer than others: a pass that is broken off goes on with the rest', async () => {
    scene = await createBurnScene()
    const second = await scene.launch({ ticker: 'SECOND', earnings: BURN_ALL })
    await scene.app.clock.advance(HOUR_MS)
    const turn = { dueAtMs: scene.app.clock.nowMs(), position: null, keepPosition: async () => {} }
    let left = 1
    expect(await burnEarnings(scene.app.deps, { ...turn, mayContinue: async () => left-- > 0 })).toContain('broken off')
    const first = (await scene.listed())[0]!.mint
    await scene.app.clock.advance(1)
    left = 1
    await burnEarnings(scene.app.deps, { ...turn, mayContinue: async () => left-- > 0 })
    expect(new Set([first, (await scene.listed()).find(({ mint }) => mint !== first)?.mint])).toEqual(new Set([scene.mint, second]))
  })

  test('another EARNINGS_KEY opens no wallet of the first: the job fails and says so, and nothing is spent', async () => {
    scene = await createBurnScene()
    const before = await scene.lamports()
    const other = await createBurnScene()
    const deps = { ...scene.app.deps, burnWallets: other.app.deps.burnWallets }
    const turn = { dueAtMs: scene.app.clock.nowMs(), position: null, keepPosition: async () => {}, mayContinue: async () => true }
    await scene.app.clock.advance(1)
    await expect(burnEarnings(deps, turn)).rejects.toThrow('the earnings of 1 coins were not burned')
    expect([await scene.lamports(), await scene.listed()]).toEqual([before, []])
    await other.app.close()
  })
})
