import { afterEach, describe, expect, test } from 'bun:test'
import { AppError } from '../../../src/domain/errors.ts'
import type { Rehearsals } from '../../../src/ports/launchpad/rehearsals.ts'
import { createTestApp, mintOf, newPerson, type TestApp } from '../../support/test-app.ts'
import { toyLaunchpad } from '../../support/toy-launchpad.ts'

const PATH = '/api/agent/launch/dry-run'
const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

async function start(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options)
  apps.push(app)
  const key = await app.claim()
  const body = (changes: Record<string, unknown> = {}) => app.launchBody({ rehearse: true, ...changes })
  return { app, key, body, dryRun: (changes?: Record<string, unknown>) => app.call('POST', PATH, body(changes), { key }) }
}

/** A service with a toy whose launches are rehearsed like this, or not at all. */
const withToy = (run?: Rehearsals['run']) =>
  start({
    entries: (simulated) => {
      const toy = toyLaunchpad(simulated)
      const load = async () => {
        const { rehearsals: _, ...pad } = await toy.load()
        return { ...pad, ...(run ? { rehearsals: { run } } : {}) }
      }
      return [{ facts: toy.facts, load }]
    },
  })

describe('decision "A rehearsal": POST /api/agent/launch/dry-run with rehearse: true', () => {
  test('says what the launch and a minute of trading then bring, to the lamport, and is kept with the plan', async () => {
    const { app, key, body, dryRun } = await start()
    const launcher = { headers: { 'x-launcher-key': app.launcher.secret } }
    const changes = { initialBuySol: 0.25, launcherPubkey: app.launcher.wallet }
    const made = await dryRun(changes)
    expect(made.status).toBe(200)
    const { result, reason, at } = made.body.rehearsal
    expect([reason, at]).toEqual([null, new Date(app.clock.nowMs()).toISOString()])
    expect(result).toMatchObject({
      ranBy: 'the simulated chain of this service',
      payer: app.launcher.wallet,
      standsIn: null,
      transactions: 1,
    })
    expect(result.cost.amount).toBe(made.body.cost.lamports)
    const shown = await app.call('GET', `${PATH}/${made.body.dryRunId}`)
    expect(shown.body.rehearsal).toEqual(made.body.rehearsal)

    const walletOf = async (wallet: string) => (await app.call('GET', `/api/simulated/wallets/${wallet}`)).body.wallet ?? {}
    const before = await app.pad.balanceOf(app.launcher.wallet)
    const launched = await app.call('POST', '/api/agent/launch', body({ ...changes, dryRunId: made.body.dryRunId }), { key, ...launcher })
    expect(launched.status).toBe(201)
    const mint = mintOf(launched)
    expect(String(before - (await app.pad.balanceOf(app.launcher.wallet)))).toBe(result.cost.amount)
    expect(JSON.stringify(await walletOf(app.launcher.wallet))).toContain(result.firstBuy.tokens)

    const trade = (wallet: string, side: string, sol: number) => app.call('POST', `/api/simulated/${mint}/trades`, { wallet, side, sol })
    const sniper = newPerson().wallet
    expect((await trade(sniper, 'buy', 1)).body.trade.tokens).toBe(result.sniper.tokens)
    for (let count = 0; count < result.minute.buys; count += 1) await trade(newPerson().wallet, 'buy', 0.1)
    const held = await app.pad.balanceOf(sniper)
    await trade(sniper, 'sell', 1_000)
    // The network’s fee is the seller’s own.
    expect(String((await app.pad.balanceOf(sniper)) - held + 5_000n)).toBe(result.sniper.soldFor.amount)
    expect(String((await app.pad.readCoin(mint))!.accruedAtomic)).toBe(result.minute.fees.amount)
    const balances = () => Promise.all(result.minute.shares.map(({ wallet }: { wallet: never }) => app.pad.balanceOf(wallet)))
    const unpaid = await balances()
    const payer = { headers: { 'x-launcher-key': newPerson().secret } }
    expect(await app.call('POST', '/api/agent/crank', { mint }, { key, ...payer })).toMatchObject({ status: 200 })
    const paid = (await balances()).map((balance, index) => String(balance - unpaid[index]!))
    expect(paid).toEqual(result.minute.shares.map(({ amount }: { amount: { amount: string } }) => amount.amount))
  })

  test('nothing is rehearsed where nobody asked, and the plan is the same plan', async () => {
    const { app, dryRun } = await start()
    const [asked, unasked] = [await dryRun({ launcherPubkey: undefined }), await dryRun({ launcherPubkey: undefined, rehearse: false })]
    expect([asked.body.rehearsal.result.standsIn, unasked.body.rehearsal]).toEqual(['unnamed', null])
    const plans = await Promise.all([asked, unasked].map(async ({ body }) => (await app.call('GET', `${PATH}/${body.dryRunId}`)).body.plan))
    expect(plans[0]).toEqual(plans[1])
  })

  test('a launchpad without rehearsals, and a chain that does not answer, are a reason; the dry-run is good', async () => {
    const none = await (await withToy()).dryRun({ platform: 'toy' })
    expect(none).toMatchObject({
      status: 200,
      body: {
        rehearsal: { result: null, reason: 'Launches by Toy are not rehearsed: this service has no copy of its chain to run one on.' },
      },
    })
    const away = await (
      await withToy(async () => {
        throw new AppError('upstream_unavailable', { upstream: 'the toy chain' })
      })
    ).dryRun({ platform: 'toy' })
    expect(away).toMatchObject({ status: 200, body: { rehearsal: { result: null, reason: expect.stringContaining('the toy chain') } } })
  })

  test('a rehearsal counts as ten calls of the minute: a key has six, and refused ones are not run', async () => {
    let runs = 0
    const { app, key, dryRun } = await withToy(async () => {
      runs += 1
      return { reason: 'counted' }
    })
    for (let count = 0; count < 6; count += 1) expect((await dryRun({ platform: 'toy' })).status).toBe(200)
    expect(await dryRun({ platform: 'toy' })).toMatchObject({ status: 429, body: { code: 'rate_limit_exceeded' } })
    expect(runs).toBe(6)
    await app.clock.advance(60_000)
    expect((await app.call('POST', PATH, app.launchBody(), { key })).status).toBe(200)
  })

  test('a fee wiring has none, and says so by its schema', async () => {
    const { app, key } = await start()
    const body = { intent: 'wire-fees', mint: newPerson().wallet, crew: app.launchBody().crew, rehearse: true }
    expect(await app.call('POST', PATH, body, { key })).toMatchObject({ status: 400, body: { code: 'validation_invalid' } })
  })
})
