import { describe, expect, test } from 'bun:test'
import { readRemits } from '../../../src/features/remits/read-remits.ts'
import { createUpkeepScene } from '../../support/upkeep-scene.ts'

describe('decision "Remits of others’ cranks": the reading of remits', () => {
  test('keeps what strangers distributed, with roles, to the lamport, and tells of it once', async () => {
    const { app, launch, buy, run, crankByStranger, call, footprint } = await createUpkeepScene()
    const mint = await launch()
    let paid = 0n
    for (let round = 0; round < 3; round += 1) {
      await buy(mint, 1 + round)
      paid += await crankByStranger(mint)
      await app.clock.advance(1_000)
    }
    expect((await run(readRemits)).outcome).toBe('1 stretches read, 15 new remits, 0 failed')
    const { remits } = (await call('GET', `/api/remits?mint=${mint}`)).body
    expect(remits.reduce((sum: bigint, { lamports }: { lamports: string }) => sum + BigInt(lamports), 0n)).toBe(paid)
    expect(new Set(remits.map(({ role }: { role: string }) => role))).toEqual(new Set(['kol', 'agent', 'treasury']))
    expect((await footprint(mint)).events).toEqual(['launch.created', 'feeShare.locked', ...Array(3).fill('remit.cranked')])
    expect((await run(readRemits)).outcome).toBe('0 stretches read, 0 new remits, 0 failed')
    await app.clock.advance(3_600_000)
    expect((await run(readRemits)).outcome).toBe('1 stretches read, 0 new remits, 0 failed')
  })

  test('adds nothing to what a crank of ours wrote, and a crank nothing to what was read', async () => {
    const { app, launch, buy, call, run, footprint } = await createUpkeepScene()
    const mint = await launch()
    await buy(mint)
    await call('POST', '/api/agent/crank', { mint })
    expect((await run(readRemits)).outcome).toBe('1 stretches read, 0 new remits, 0 failed')
    // A reading that comes between the landing of a crank and its own commit.
    await app.clock.advance(3_600_000)
    await buy(mint)
    const { readDistribution } = app.pad.feeShare!
    Object.assign(app.pad.feeShare!, {
      readDistribution: async (...args: Parameters<typeof readDistribution>) => (await run(readRemits), readDistribution(...args)),
    })
    expect((await call('POST', '/api/agent/crank', { mint })).status).toBe(200)
    expect((await footprint(mint)).events).toEqual(['launch.created', 'feeShare.locked', 'remit.cranked', 'remit.cranked'])
    expect(await app.deps.storage.totals.read()).toMatchObject({ remits: 10 })
  })

  test('reads a history longer than one stretch, newest first, and a broken reading goes on where it was', async () => {
    const { app, launch, buy, run, crankByStranger } = await createUpkeepScene()
    const mint = await launch()
    for (let round = 0; round < 130; round += 1) {
      await buy(mint, 0.01)
      await crankByStranger(mint)
      await app.clock.advance(400)
    }
    const first = await readRemits(app.deps, {
      dueAtMs: app.clock.nowMs(),
      position: null,
      keepPosition: async () => {},
      mayContinue: async () => false,
    })
    expect(first).toBe('1 stretches read, 500 new remits, 0 failed')
    expect((await run(readRemits)).outcome).toBe('1 stretches read, 150 new remits, 0 failed')
    expect((await app.deps.storage.totals.read()).remits).toBe(650)
  })

  test('a coin whose history cannot be read is tried again later, and holds up no other', async () => {
    const { app, launch, buy, run, crankByStranger } = await createUpkeepScene()
    const [bad, good] = [await launch(), await launch()]
    await buy(good)
    await crankByStranger(good)
    const { listDistributions } = app.pad.feeShare!
    Object.assign(app.pad.feeShare!, {
      listDistributions: (...args: Parameters<typeof listDistributions>) =>
        args[0] === bad ? Promise.reject(new Error('down')) : listDistributions(...args),
    })
    expect((await run(readRemits)).outcome).toBe('1 stretches read, 5 new remits, 1 failed')
    Object.assign(app.pad.feeShare!, { listDistributions })
    expect((await run(readRemits)).outcome).toStartWith('0 stretches')
    await app.clock.advance(600_000)
    expect((await run(readRemits)).outcome).toStartWith('1 stretches')
  })
})
