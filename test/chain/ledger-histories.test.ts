import { expect, setDefaultTimeout, test } from 'bun:test'
import { Keypair } from '@solana/web3.js'
import { OPERATOR_KEY_ID } from '../../src/domain/api-key.ts'
import { bps, type Mint } from '../../src/domain/brands.ts'
import { AppError } from '../../src/domain/errors.ts'
import { crankFees } from '../../src/features/crank/crank-fees.ts'
import { resumeOperations } from '../../src/features/operations/resume-operations.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { BOOKS, sayBooks } from '../support/books.ts'
import { dyingStorage } from '../support/dying-storage.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { describeChain } from './support/describe-chain.ts'
import { createLedgerScene } from './support/ledger-scene.ts'
import { SOL } from './support/pump-scene.ts'
import { sendLamports } from './support/send-lamports.ts'

// Ten thousand cranks take hours.
setDefaultTimeout(86_400_000)

const FUNDS = 5_000n * SOL
/** Room in every daily budget for all of it: budgets are other tests' concern. */
const ENV = { CRANK_DAILY_LAMPORTS: String(1_000n * SOL), BUYBACK_DAILY_SOL: '1000' }
/** A curve is full after some 85 SOL: before that the trade goes to a new coin. */
const TRADES_A_COIN = 600
const STORAGE_CALLS = 10
const OPERATOR = {
  keyId: OPERATOR_KEY_ID,
  operator: true,
  ops: false,
  requireApproval: false,
  launchesPerHour: null,
  referral: null,
} as const

describeChain('rules 10.35: random histories of the operator’s wallets, on the real programs', () => {
  test('cranks, buybacks under hostile trading, gifts and what is taken by hand come to what the chain has, to the lamport, though processes are killed and the node breaks off', async () => {
    const random = createSeededRandom(BOOKS.seed)
    const scene = await createLedgerScene(FUNDS, ENV)
    const { deps, server, payer, buyer } = scene
    const stranger = Keypair.generate()
    server.chain.airdrop(stranger.publicKey.toBase58(), FUNDS)
    const owners = [await scene.keyOf(payer), await scene.keyOf(buyer)]
    const byHand = { came: 0n, left: 0n }
    const seen = { steps: 0, killed: 0, agreed: 0, coins: 0 }
    let mint: Mint = await scene.launch()
    let trades = 0

    const buy = async () => {
      trades += 1
      if (trades % TRADES_A_COIN === 0) mint = await scene.launch()
      seen.coins += Number(trades % TRADES_A_COIN === 0)
      await scene.buy(mint, BigInt(30_000_000 + random.below(60_000_000)))
    }
    /** One in three processes is killed at a storage call; the others, and what takes over, end what it left. */
    const perhapsKilled = async (work: (storage: Storage) => Promise<unknown>) => {
      if (random.below(3) > 0) return work(deps.storage)
      const { storage, died } = dyingStorage(deps.storage, random.below(STORAGE_CALLS))
      await work(storage).catch((error: unknown) => (died() ? null : Promise.reject(error)))
      seen.killed += Number(died())
      return resumeOperations(deps, { all: true })
    }
    const crank = async () => {
      await buy()
      // A crank right after another is that one.
      await deps.clock.sleep(4_000)
      const order = { caller: OPERATOR, payment: null, mint, launcherSecret: null }
      await perhapsKilled((storage) => crankFees({ ...deps, storage }, order))
    }
    const buyBack = () =>
      perhapsKilled((storage) => {
        const [kind, slippageBps] = [random.below(4), bps(10 + random.below(90))]
        if (kind === 0) return scene.buyBack(mint, { slippageBps, storage })
        // Overtaken by so little that it still fits, or by so much that it is refused.
        const overtakenBy = kind < 3 ? BigInt(1_000_000 + random.below(100_000_000)) : SOL / 5n
        return scene.buyBack(mint, { overtakenBy, slippageBps, storage })
      })
    const moveByHand = async () => {
      const amount = BigInt(1_000_000 + random.below(10_000_000))
      const [owner, gift] = [random.pick(owners), random.below(2) === 0]
      const [from, to] = gift ? [stranger, owner] : [owner, stranger]
      const feePayer = random.below(2) ? stranger : from
      await sendLamports(server.url, { from, to: to.publicKey.toBase58(), lamports: amount, feePayer })
      byHand[gift ? 'came' : 'left'] += amount
    }
    const readAndCompare = async () => {
      scene.proxy.script('getTransaction', [...Array(random.below(4)).fill(null), { kind: 'status', status: 503 }])
      await scene.read().catch((error: unknown) => expect(String(error)).toContain('was not read'))
      scene.proxy.heal()
      const { storage, died } = dyingStorage(deps.storage, random.below(12))
      await scene.read(storage).catch(() => expect(died()).toBe(true))
      await Promise.all([scene.read(), scene.read()])
      await scene.expectBooksAgree()
      seen.agreed += 1
      server.requests.length = 0
    }
    /** What landed of a kind: those that failed on the chain cost a fee, and count. */
    const landed = async (kind: 'crank' | 'buyback') => {
      const own = [...server.chain.ledger.values()].filter(({ keys }) => keys.all[0] === (kind === 'crank' ? payer : buyer).wallet)
      const sent = await deps.storage.ledger.findSent(own.map(({ wire }) => wire.signature as never))
      return own.filter(({ wire }) => sent.get(wire.signature as never)?.kind === kind)
    }

    const counts = { crank: 0, buyback: 0 }
    while (counts.crank < BOOKS.cranks || counts.buyback < BOOKS.buybacks) {
      const left = [BOOKS.cranks - counts.crank, BOOKS.buybacks - counts.buyback].map((count) => Math.max(0, count))
      const work = random.below(left[0]! + left[1]!) < left[0]! ? crank : buyBack
      await work().catch((error: unknown) => (error instanceof AppError ? null : Promise.reject(error)))
      if (random.below(4) === 0) await moveByHand()
      seen.steps += 1
      if (seen.steps % 10 !== 0) continue
      await readAndCompare()
      if (BOOKS.long && seen.steps % 100 !== 0) continue
      for (const kind of ['crank', 'buyback'] as const) counts[kind] = (await landed(kind)).length
      if (seen.steps % 500 === 0) sayBooks('cranks and buybacks so far', { ...seen, ...counts })
    }
    await resumeOperations(deps, { all: true })
    await readAndCompare()

    const [ofPayer, ofBuyer] = [await scene.sumsOf(payer), await scene.sumsOf(buyer)]
    const both = (account: string, side: 'in' | 'out') => (ofPayer.get(account)?.[side] ?? 0n) + (ofBuyer.get(account)?.[side] ?? 0n)
    const own = [...server.chain.ledger.values()].filter(({ keys }) => [payer.wallet, buyer.wallet].includes(keys.all[0] as never))
    expect({
      opening: both('opening', 'in'),
      received: both('received', 'in'),
      unexplained: [both('unexplained', 'in'), both('unexplained', 'out')],
      fees: both('fee:network', 'out'),
    }).toEqual({
      opening: 2n * FUNDS,
      received: byHand.came,
      unexplained: [0n, byHand.left],
      fees: own.reduce((sum, { feeLamports }) => sum + feeLamports, 0n),
    })
    // What the service tells of its buybacks is what they cost.
    const buybacks = (await landed('buyback')).reduce((sum, { preBalances, postBalances }) => sum + preBalances[0]! - postBalances[0]!, 0n)
    const { totals } = (await scene.call('GET', '/api/buybacks')).body
    expect(BigInt(totals.spent.amount)).toBe(buybacks)
    expect(seen.killed).toBeGreaterThan(0)
    const sums = { ofPayer: Object.fromEntries(ofPayer), ofBuyer: Object.fromEntries(ofBuyer) }
    sayBooks('cranks and buybacks', {
      ...seen,
      ...counts,
      runs: totals.runs,
      buybacks,
      ...byHand,
      transactions: server.chain.ledger.size,
      ...sums,
    })
    await scene.close()
  })
})
