import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { parseCsv } from '../../../src/lib/csv.ts'
import { keepLedger } from '../../../src/features/ledger/keep-ledger.ts'
import { type BuybackScene, createBuybackScene } from '../../support/buyback-scene.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { OPERATOR_KEY } from '../../support/test-app.ts'

let scene: BuybackScene
beforeAll(async () => {
  scene = await createBuybackScene()
  await scene.buy(scene.mint, 5)
  await scene.call('POST', '/api/agent/crank', { mint: scene.mint }, { headers: {} })
  await scene.runAt()
  await scene.run(keepLedger)
})
afterAll(() => scene.app.close())

const ask = (path: string, headers: Record<string, string> = {}) => scene.app.call('GET', path, undefined, { key: OPERATOR_KEY, headers })

describe('rules 10.35: the operator reads the ledger', () => {
  test.each(['/api/ledger', '/api/ledger/days', '/api/ledger/wallets'])('%s is for the operator’s key alone', async (path) => {
    for (const key of [scene.key, 'svc_ak_wrong', undefined])
      expect((await expectNothingHappened(scene.app, () => scene.app.call('GET', path, undefined, { key }))).status).toBe(401)
    expect(await scene.app.call('GET', path, undefined, { key: scene.key })).toMatchObject({ body: { code: 'operator_key_required' } })
    expect((await ask(path)).status).toBe(200)
  })

  test('each posting names both sides, its transaction and what that was for; the opening balance has none', async () => {
    const { postings, nextCursor } = (await ask('/api/ledger?limit=100')).body
    expect(nextCursor).toBeNull()
    const bought = postings.find(({ debit }: { debit: string }) => debit === 'buyback:spent')
    expect(bought).toMatchObject({ credit: 'wallet', wallet: scene.buyer.wallet, kind: 'buyback', chainId: 'simulated:1' })
    expect(bought.reference).toStartWith('op_')
    const opening = postings.filter(({ credit }: { credit: string }) => credit === 'opening')
    expect(opening).toMatchObject([{ debit: 'wallet', signature: null }, { signature: null }])
  })

  test('it is narrowed by wallet, account, chain and days, and paged', async () => {
    const listed = async (query: string) => (await ask(`/api/ledger?${query}`)).body
    const today = new Date(scene.app.clock.nowMs()).toISOString().slice(0, 10)
    const all = (await listed('limit=100')).postings
    expect((await listed(`wallet=${scene.payer.wallet}`)).postings.map(({ wallet }: { wallet: string }) => wallet)).toEqual(
      all.map(({ wallet }: { wallet: string }) => wallet).filter((wallet: string) => wallet === scene.payer.wallet),
    )
    expect((await listed('account=rent')).postings.every(({ debit }: { debit: string }) => debit === 'rent')).toBe(true)
    expect((await listed('chainId=eip155:8453')).postings).toEqual([])
    expect((await listed(`from=${today}&to=${today}&limit=100`)).postings).toEqual(all)
    expect((await listed('to=2020-01-01')).postings).toEqual([])
    const first = await listed('limit=1')
    expect((await listed(`limit=1&cursor=${first.nextCursor}`)).postings).toEqual([all[1]])
  })

  test.each(['from=2026-13-01', 'to=yesterday', 'account=wallet', 'wallet=nobody', 'format=xml'])('%s is refused', async (query) => {
    expect(await ask(`/api/ledger?${query}`)).toMatchObject({ status: 400, body: { code: 'validation_invalid' } })
  })

  test('as CSV it says the same, by format=csv or by Accept', async () => {
    const { postings } = (await ask('/api/ledger?limit=100')).body
    const ofFormat = await ask('/api/ledger?format=csv')
    const byAccept = await ask('/api/ledger', { accept: 'text/csv' })
    expect(byAccept.body).toBe(ofFormat.body)
    expect(ofFormat.headers.get('content-type')).toStartWith('text/csv')
    const [header, ...rows] = parseCsv(ofFormat.body as string).map(({ fields }) => fields)
    expect(header!.slice(0, 6)).toEqual(['at', 'chain', 'wallet', 'debit', 'credit', 'amount'])
    expect(rows.map((fields) => [fields[3], fields[4], fields[7]])).toEqual(
      postings.map((posting: { debit: string; credit: string; amount: { amount: string } }) => [
        posting.debit,
        posting.credit,
        posting.amount.amount,
      ]),
    )
  })

  test('the sums of the days are those of the postings', async () => {
    const { postings } = (await ask('/api/ledger?limit=100')).body
    const { days } = (await ask('/api/ledger/days')).body
    const net = (of: readonly { in?: { amount: string }; out?: { amount: string } }[]) =>
      of.reduce((sum, day) => sum + BigInt(day.in?.amount ?? 0) - BigInt(day.out?.amount ?? 0), 0n)
    const sides = postings.map(({ debit, amount }: { debit: string; amount: { amount: string } }) =>
      debit === 'wallet' ? { in: amount } : { out: amount },
    )
    expect(net(days)).toBe(net(sides))
    expect((await ask('/api/ledger/days?from=2020-01-01&to=2020-01-31')).body).toMatchObject({
      from: '2020-01-01T00:00:00.000Z',
      until: '2020-02-01T00:00:00.000Z',
      days: [],
    })
  })

  test('each wallet says what came and left, what it holds, and the difference', async () => {
    const { wallets } = (await ask('/api/ledger/wallets')).body
    expect(wallets).toHaveLength(2)
    for (const { wallet, in: came, out: went, held, difference, comparedAt } of wallets) {
      const holds = String((await scene.app.deps.simulation!.wallet(wallet)).lamports)
      expect(String(BigInt(came.amount) - BigInt(went.amount))).toBe(holds)
      expect([held.amount, difference, comparedAt]).toEqual([holds, '0', new Date(scene.app.clock.nowMs()).toISOString()])
    }
  })
})
