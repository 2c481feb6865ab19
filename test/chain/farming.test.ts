import { expect, setDefaultTimeout, test } from 'bun:test'
import { Keypair } from '@solana/web3.js'
import { BOOKS, sayBooks } from '../support/books.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { describeChain } from './support/describe-chain.ts'
import { drawStrategy, FARMING_STRATEGIES, type FarmingStrategy, playFarming } from './support/farming.ts'
import { createLedgerScene } from './support/ledger-scene.ts'
import { modelBuyback } from './support/modelled-buyback.ts'
import { createPoolModel, tokensBought } from './support/pool-model.ts'
import { openPoolVenue } from './support/pool-venue.ts'
import { SOL } from './support/pump-scene.ts'
import { createTraders } from './support/pump-trades.ts'
import { playRealBuyback } from './support/real-buyback.ts'

setDefaultTimeout(36_000_000)

/** Pools of coins worth 250,000 and 110,000 SOL: above the 98,240 of the lowest fees, also when all that is bought is burned. */
const [DEEP, SHALLOW] = [
  { lamports: 2_100n * SOL, tokens: 8_373_000_000_000n },
  { lamports: 1_390n * SOL, tokens: 12_645_000_000_000n },
]
const FUNDS = 50_000n * SOL
const RUN_LAMPORTS = 50_000_000n
/** A buyback as large as it may be while others come each hour; and the usual one, while nobody else comes for a day. */
const WORLDS = {
  'all that a run may spend, others each hour': { atomicMax: FUNDS, hoursAlone: 1, pool: DEEP },
  '0.05 SOL a run, others once a day': { atomicMax: RUN_LAMPORTS, hoursAlone: 24, pool: SHALLOW },
}

type World = (typeof WORLDS)[keyof typeof WORLDS]

async function playModelled(strategy: FarmingStrategy, { atomicMax, hoursAlone, pool: start }: World, isBounded = true) {
  const pool = createPoolModel(start)
  const scene = { trader: pool, others: pool, buyback: modelBuyback(pool, { atomicMax, isBounded }) }
  return playFarming(scene, { hours: BOOKS.days * 24, hoursAlone }, strategy, createSeededRandom(BOOKS.seed))
}

test.each(Object.entries(WORLDS))(
  `decision "A buyback": in ${BOOKS.days} days of %s, who knows code, schedule and mempool gains nothing by it at the lowest fees`,
  async (name, world) => {
    const random = createSeededRandom(BOOKS.seed)
    const drawn = Array.from({ length: BOOKS.strategies }, (_, index) => [`drawn ${index}`, drawStrategy(random)] as const)
    const results: { of: string; gained: bigint; trades: number; bought: number; strategy: FarmingStrategy }[] = []
    for (const [of, strategy] of [...Object.entries(FARMING_STRATEGIES), ...drawn])
      results.push({ of, strategy, ...(await playModelled(strategy, world)) })
    const named = results.slice(0, Object.keys(FARMING_STRATEGIES).length)
    const played = results.filter(({ trades }) => trades > 0).toSorted((one, other) => Number(other.gained - one.gained))
    sayBooks(`farming, ${name}`, {
      days: BOOKS.days,
      strategies: played.length,
      best: played[0],
      named: Object.fromEntries(named.map(({ of, gained }) => [of, gained])),
    })
    expect(played.length).toBeGreaterThan(Object.keys(FARMING_STRATEGIES).length)
    expect(played.filter(({ gained }) => gained > 0n)).toEqual([])
    // Most runs buy, whatever he does: he is not merely kept out by the guard of the price.
    expect(Math.min(...named.map(({ bought }) => bought))).toBeGreaterThan(BOOKS.days * 20)
  },
)

test('decision "A buyback": the bound is what keeps it from being farmed: without it the same trader gains', async () => {
  const world = { atomicMax: 60n * SOL, hoursAlone: 1, pool: DEEP }
  const strategy = FARMING_STRATEGIES['buys before its hour and sells behind it']!
  expect((await playModelled(strategy, world, false)).gained).toBeGreaterThan(SOL)
  expect((await playModelled(strategy, world)).gained).toBeLessThan(0n)
})

describeChain('decision "A buyback": a trader around the service’s own buyback, on the real programs', () => {
  test.each(Object.keys(FARMING_STRATEGIES).slice(0, BOOKS.long ? undefined : 4))(
    '%s: to the lamport what the model says',
    async (name) => {
      const env = { BUYBACK_MAX_SOL: '1000', BUYBACK_DAILY_SOL: '10000000', BUYBACK_PRICE_RISE_BPS: '1000' }
      const scene = await createLedgerScene(FUNDS, env)
      const mint = await scene.launch()
      const traders = createTraders(scene)
      const crowd = await traders.buy(mint, 'v3', 120n * SOL)
      await traders.migrate(mint)
      const others = await openPoolVenue(scene.server, mint, crowd, FUNDS)
      await others.buy(tokensBought(others.reserves(), DEEP.lamports))
      const start = others.reserves()
      const trader = await openPoolVenue(scene.server, mint, Keypair.generate(), FUNDS)
      const buyback = await playRealBuyback(scene.deps, mint)
      const world = { hours: BOOKS.realHours, hoursAlone: 1 }
      const strategy = FARMING_STRATEGIES[name]!
      const real = await playFarming({ trader, others, buyback }, world, strategy, createSeededRandom(BOOKS.seed))

      const pool = createPoolModel(start)
      const modelled = { trader: pool, others: pool, buyback: modelBuyback(pool, { atomicMax: 1_000n * SOL, isBounded: true }) }
      expect(await playFarming(modelled, world, strategy, createSeededRandom(BOOKS.seed))).toEqual(real)
      expect(others.reserves()).toEqual(pool.reserves())
      expect(real.gained).toBeLessThanOrEqual(0n)
      await scene.read()
      await scene.expectBooksAgree()
      sayBooks(`farming on the real programs: ${name}`, {
        ...world,
        ...real,
        states: buyback.states.length,
        failed: buyback.states.filter((state) => state === 'failed').length,
      })
      await scene.close()
    },
  )
})
