import { afterEach, describe, expect, test } from 'bun:test'
import { lamports, type Mint, type Signature, unixMs, type Wallet } from '../../../src/domain/brands.ts'
import { AppError } from '../../../src/domain/errors.ts'
import { keepLedger } from '../../../src/features/ledger/keep-ledger.ts'
import { type BuybackScene, createBuybackScene, sol } from '../../support/buyback-scene.ts'
import { dyingStorage } from '../../support/dying-storage.ts'
import { OPERATOR_KEY } from '../../support/test-app.ts'
import { PROPERTY_INPUTS } from '../../support/property.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'

const STEPS = Math.max(200, PROPERTY_INPUTS / 50)
const CHAIN = 'simulated:1'

let scene: BuybackScene
afterEach(() => scene.app.close())

const read = () => scene.run(keepLedger)
const stateOf = (wallet: Wallet) => scene.app.deps.storage.ledger.findWallet(CHAIN, wallet)
const postings = async (wallet?: Wallet) =>
  (await scene.app.deps.storage.ledger.list({ limit: 100_000, cursor: null }, wallet ? { wallet } : {})).rows
const ofAccount = async (account: string) => (await postings()).filter((posting) => posting.account === account)

/** What must hold after every reading: each wallet's rows add up to what is booked, and that is what the chain says. */
async function expectBooksAgree() {
  for (const { wallet } of [scene.payer, scene.buyer]) {
    const rows = await postings(wallet)
    const sum = rows.reduce((total, { side, amountAtomic }) => total + (side === 'in' ? amountAtomic : -amountAtomic), 0n)
    const { lamports: held } = await scene.app.deps.simulation!.wallet(wallet)
    const { inAtomic, outAtomic, heldAtomic } = (await stateOf(wallet))!
    expect([sum, inAtomic - outAtomic, heldAtomic]).toEqual([held, held, held])
    expect(new Set(rows.map(({ signature, account }) => `${signature} ${account}`)).size).toBe(rows.length)
  }
}

const crank = (mint: Mint = scene.mint) => scene.call('POST', '/api/agent/crank', { mint }, { headers: {} })

/** A run whose price moves between signing and landing: it lands, and is refused. */
async function refusedBuyback() {
  const { buyback } = scene.app.pad
  const { prepare } = buyback!
  Object.assign(buyback!, {
    prepare: async (...order: Parameters<typeof prepare>) => {
      const offer = await prepare(...order)
      await scene.buy(scene.mint, 2)
      return offer
    },
  })
  try {
    return await scene.runAt()
  } finally {
    Object.assign(buyback!, { prepare })
  }
}

describe('rules 10.35: the ledger of the operator’s wallets', () => {
  test('knows a crank, a buyback and one that landed and was refused, each with its operation; a stranger’s gift; and nothing twice', async () => {
    scene = await createBuybackScene()
    await read()
    await scene.buy(scene.mint, 5)
    expect((await crank()).status).toBe(200)
    const bought = await scene.runAt()
    await scene.app.clock.advance(60_000)
    const refused = await refusedBuyback()
    expect([bought?.state, refused?.state]).toEqual(['executed', 'failed'])
    await scene.app.deps.simulation!.airdrop(scene.payer.wallet, sol(1))
    for (let round = 0; round < 3; round += 1) await read()
    await expectBooksAgree()

    const [spent] = await ofAccount('buyback:spent')
    expect(spent).toMatchObject({ side: 'out', wallet: scene.buyer.wallet, signature: bought!.receipt!.signature })
    expect(spent!.sent).toEqual({ kind: 'buyback', reference: bought!.operationId! })
    const ofRun = (await postings()).filter(({ sent }) => sent?.reference === bought!.operationId)
    expect(ofRun.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n)).toBe(bought!.receipt!.spentAtomic)
    const ofRefused = (await postings()).filter(({ sent }) => sent?.reference === refused!.operationId)
    expect(ofRefused).toMatchObject([{ account: 'fee:network', amountAtomic: 5_000n, side: 'out' }])
    expect((await ofAccount('fee:network')).filter(({ sent }) => sent?.kind === 'crank')).toHaveLength(1)
    expect(await ofAccount('received')).toMatchObject([{ wallet: scene.payer.wallet, side: 'in', amountAtomic: sol(1) }])
    expect(await ofAccount('unexplained')).toEqual([])
  })

  test('decision "A buyback": the list has one that landed and was refused, with signature and fee, is narrowed by status, and its total is what the chain took', async () => {
    scene = await createBuybackScene()
    const before = await scene.buyerLamports()
    const bought = await scene.runAt()
    await scene.app.clock.advance(60_000)
    const refused = await refusedBuyback()
    await scene.app.clock.advance(60_000)
    await scene.runAt(undefined, { atomicMax: sol(0) })
    const list = async (query = '') => (await scene.app.call('GET', `/api/buybacks${query}`)).body
    expect((await list('?status=failed')).buybacks).toMatchObject([{ status: 'failed', signature: null, lamports: null }])

    await read()
    await scene.app.clock.advance(2_000)
    const [failed] = (await list('?status=failed')).buybacks
    const { transactions } = (await scene.app.deps.storage.operations.find(refused!.operationId!))!
    expect(failed).toMatchObject({ signature: transactions[0]!.signature, lamports: '5000', sol: 0.000005, tokens: null })
    expect((await list('?status=executed')).buybacks).toMatchObject([{ lamports: String(bought!.receipt!.spentAtomic) }])
    const { totals, buybacks } = await list()
    expect(buybacks.map(({ status }: { status: string }) => status)).toEqual(['skipped', 'failed', 'executed'])
    expect(totals.runs).toEqual({ under_way: 0, executed: 1, skipped: 1, failed: 1 })
    expect(BigInt(totals.spent.amount)).toBe(before - (await scene.buyerLamports()))
    expect(await scene.app.call('GET', '/api/buybacks?status=bought')).toMatchObject({ status: 400 })
  })

  test('a transaction that nobody here made is unexplained, and the books agree', async () => {
    scene = await createBuybackScene()
    await read()
    const payer = scene.app.deps.buybackPayer!
    const { prepared } = await scene.app.pad.buyback!.prepare({ ...scene.app.deps.policy.buyback, mint: scene.mint }, payer)
    await scene.app.pad.advance(prepared.transactions)
    await read()
    await expectBooksAgree()
    const { signature } = prepared.transactions[0]!
    const rows = (await postings()).filter((posting) => posting.signature === signature)
    expect(rows.map(({ account }) => account).toSorted()).toEqual(['fee:network', 'rent', 'unexplained'])
    expect(rows.every(({ sent }) => sent === null)).toBe(true)
  })

  test('random histories of cranks, buybacks, refusals, gifts and trades by the wallets themselves come to what the chain has, to the lamport, though each reading is killed at a step of its own, and two read at once', async () => {
    scene = await createBuybackScene()
    const random = createSeededRandom(20)
    const { simulation } = scene.app.deps
    const pick = () => (random.below(2) ? scene.payer : scene.buyer).wallet
    const steps: (() => Promise<unknown>)[] = [
      () => scene.buy(scene.mint, 1 + random.below(3)),
      crank,
      () => scene.runAt(),
      refusedBuyback,
      () => simulation!.airdrop(pick(), lamports(1 + random.below(1_000_000_000))),
      () => simulation!.trade({ mint: scene.mint, wallet: pick(), side: 'buy', lamports: lamports(1_000_000 + random.below(100_000_000)) }),
      () => simulation!.trade({ mint: scene.mint, wallet: pick(), side: 'sell' }),
    ]
    const seen = { killed: 0, agreed: 0 }
    for (let step = 0; step < STEPS; step += 1) {
      await scene.app.clock.advance(random.below(7_200_000))
      await steps[random.below(steps.length)]!().catch((error: unknown) => {
        // Refusals are part of the play.
        if (!(error instanceof AppError)) throw error
      })
      if (random.below(4) > 0) continue
      seen.killed += Number(await killedReading(random.below(12)))
      await Promise.all([read(), read()])
      await expectBooksAgree()
      seen.agreed += 1
    }
    await read()
    await expectBooksAgree()
    expect(seen.killed).toBeGreaterThan(seen.agreed / 4)
    const accounts = new Set((await postings()).map(({ account }) => account))
    for (const account of ['opening', 'received', 'fee:network', 'rent', 'buyback:spent'] as const) expect([...accounts]).toContain(account)
  })

  test('a wallet that the chain does not tell of fails the job by name, and the other is read', async () => {
    scene = await createBuybackScene()
    const { history } = scene.app.pad
    const { read: readHistory } = history!
    Object.assign(history!, {
      read: async (wallet: Wallet, range: { after: Signature | null; limit: number }) => {
        if (wallet === scene.payer.wallet) throw new AppError('upstream_unavailable', { upstream: 'the Solana RPC' })
        return readHistory(wallet, range)
      },
    })
    await expect(read()).rejects.toThrow(scene.payer.wallet)
    expect(await stateOf(scene.payer.wallet)).toBeNull()
    expect(await stateOf(scene.buyer.wallet)).toMatchObject({ comparedAtMs: unixMs(scene.app.clock.nowMs()) })
  })
})

describe('rules 10.35: a wallet whose ledger is not what the chain says', () => {
  test('is told by how much, as a metric, as a finding and in the list, until the chain tells of the rest', async () => {
    scene = await createBuybackScene()
    const { history } = scene.app.pad
    const { read: readHistory } = history!
    const untold = new Set<Signature>()
    Object.assign(history!, {
      read: async (...asked: Parameters<typeof readHistory>) => {
        const page = await readHistory(...asked)
        return { ...page, movements: page.movements.filter(({ signature }) => !untold.has(signature)) }
      },
    })
    const findings = async () => (await scene.app.call('GET', '/api/operator/findings', undefined, { key: OPERATOR_KEY })).body.findings
    const texts = async () => (await findings()).map(({ level, text }: { level: string; text: string }) => `${level}: ${text}`)
    const metric = async () => {
      const lines = (await scene.app.call('GET', '/metrics', undefined, { key: OPERATOR_KEY })).body as string
      return lines.split('\n').find((line) => line.startsWith('svc_ledger_difference_atomic{') && line.includes(scene.payer.wallet))
    }
    await read()
    expect(await metric()).toEndWith(' 0')
    expect(await texts()).toContain(`ok: the ledger of ${scene.payer.wallet} (${CHAIN}) is what the chain says that it holds`)

    await scene.app.clock.advance(60_000)
    await scene.app.deps.simulation!.airdrop(scene.payer.wallet, sol(2))
    const { movements } = await readHistory(scene.payer.wallet, { after: null, limit: 100 })
    untold.add(movements.at(-1)!.signature)
    expect(await read()).toMatchObject({ outcome: expect.stringContaining('1 wallets differ') })
    await scene.app.clock.advance(60_000)
    expect(await metric()).toEndWith(` ${sol(2)}`)
    expect(await texts()).toContain(`warn: the ledger of ${scene.payer.wallet} (${CHAIN}) has 2 SOL less than the chain`)
    const { wallets } = (await scene.app.call('GET', '/api/ledger/wallets', undefined, { key: OPERATOR_KEY })).body
    expect(wallets.find(({ wallet }: { wallet: string }) => wallet === scene.payer.wallet).difference).toBe(String(sol(2)))
  })
})

/** A reading that ends at its so-manieth call of the storage, as a process does that is killed; false where it was over before. */
async function killedReading(callsBefore: number): Promise<boolean> {
  const { storage, died } = dyingStorage(scene.app.deps.storage, callsBefore)
  const turn = { dueAtMs: scene.app.clock.nowMs(), position: null, keepPosition: async () => {}, mayContinue: async () => true }
  return keepLedger({ ...scene.app.deps, storage }, turn).then(() => false, died)
}
