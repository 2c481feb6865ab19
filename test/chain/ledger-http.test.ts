import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { createOperatorTable } from '../../src/adapters/launchpads/pump/launch/lookup-table-admin.ts'
import { createPumpContext } from '../../src/adapters/launchpads/pump/launchpad.ts'
import { createRandomIds } from '../../src/adapters/random-ids.ts'
import { lamports, type Mint } from '../../src/domain/brands.ts'
import { Secret } from '../../src/lib/secret.ts'
import { machineTime } from '../support/machine-time.ts'
import { describeChain } from './support/describe-chain.ts'
import { createLedgerScene, type LedgerScene } from './support/ledger-scene.ts'
import { lamportsOf, settle, SOL } from './support/pump-scene.ts'

// A busy machine is no reason to fail: nothing here is about how long things take.
setDefaultTimeout(180_000)

describeChain('rules 10.35: the ledger of the operator’s wallets, on the real programs', () => {
  let scene: LedgerScene
  let mint: Mint

  beforeEach(async () => {
    scene = await createLedgerScene()
    mint = await scene.launch()
  })
  afterEach(() => scene.close())

  test('a crank, a buyback, one that landed and was refused, and a lookup table are told apart, with fees and rents, to the lamport', async () => {
    await scene.buy(mint, 20n * SOL)
    expect((await scene.post('/api/agent/crank', { mint })).status).toBe(200)
    expect(await scene.buyBack(mint)).toMatchObject({ state: 'executed' })
    const refused = await scene.buyBack(mint, { overtakenBy: SOL / 5n })
    expect(refused).toMatchObject({ state: 'failed', failure: { code: 'chain_refused' } })
    const pump = await scene.deps.launchpads.get(scene.deps.launchpads.defaultId)
    const table = await createOperatorTable(
      createPumpContext({
        rpcUrls: [new Secret(scene.server.url)],
        time: machineTime,
        lookupTable: null,
        jitoUrls: [],
        jitoTipLamports: lamports(0),
        randomBytes: createRandomIds().bytes,
      }),
      pump.parseLauncher(new Secret(scene.payer.secret)),
    )
    await settle(pump, table.transactions)
    await scene.read()
    await scene.expectBooksAgree()

    const rows = (await scene.deps.storage.ledger.list({ limit: 100, cursor: null }, {})).rows
    const costOf = (account: string) => rows.filter((row) => row.account === account).reduce((sum, row) => sum + row.amountAtomic, 0n)
    expect(costOf('lookup-table')).toBe(table.rentLamports)
    expect(costOf('rent')).toBeGreaterThan(0n)
    expect(rows.filter(({ account }) => account === 'unexplained')).toEqual([])
    const ofRefused = rows.filter(({ sent }) => sent?.reference === refused!.operationId)
    expect(ofRefused.map(({ account }) => account)).toEqual(['fee:network'])
    const { buybacks, totals } = (await scene.call('GET', '/api/buybacks')).body
    expect(buybacks[0]).toMatchObject({
      status: 'failed',
      signature: ofRefused[0]!.signature,
      lamports: String(ofRefused[0]!.amountAtomic),
    })
    expect(BigInt(totals.spent.amount)).toBe(10n * SOL - lamportsOf(scene.server, scene.buyer.wallet))
  })
})
