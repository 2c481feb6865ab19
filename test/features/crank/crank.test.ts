import { describe, expect, test } from 'bun:test'
import type { Mint } from '../../../src/domain/brands.ts'
import { AppError } from '../../../src/domain/errors.ts'
import { resumeOperations } from '../../../src/features/operations/resume-operations.ts'
import { readRemits } from '../../../src/features/remits/read-remits.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { type Answer, newPerson } from '../../support/test-app.ts'
import { createUpkeepScene, type UpkeepScene } from '../../support/upkeep-scene.ts'

const path = '/api/agent/crank'
const withoutLauncher = { headers: {} }
const vaultOf = async ({ app }: UpkeepScene, mint: Mint) => (await app.deps.simulation!.inspect(mint)).vaultLamports
const sumOf = (remits: readonly { lamports: string }[]) => remits.reduce((sum, { lamports }) => sum + BigInt(lamports), 0n)

describe('POST /api/agent/crank', () => {
  test('rules 1.6 and 10.27: the remits are what left the vault, to the lamport, before and after the graduation', async () => {
    const scene = await createUpkeepScene()
    const mint = await scene.launch()
    for (const graduated of [false, true]) {
      if (graduated) {
        await scene.app.deps.simulation!.graduate(mint)
        await scene.app.clock.advance(5_000)
      }
      await scene.buy(mint, 2.123456789)
      const before = await vaultOf(scene, mint)
      const { status, body } = await scene.call('POST', path, { mint })
      expect(status).toBe(200)
      const left = before - (await vaultOf(scene, mint))
      expect(left).toBeGreaterThan(0n)
      expect([sumOf(body.remits), BigInt(body.distributedLamports)]).toEqual([left, left])
      expect(
        sumOf(
          (await scene.call('GET', `/api/remits?mint=${mint}`)).body.remits.filter(
            (remit: { signature: string }) => remit.signature === body.signature,
          ),
        ),
      ).toBe(left)
    }
    const { events, totals } = await scene.footprint(mint)
    expect(events).toEqual(['launch.created', 'feeShare.locked', 'remit.cranked', 'remit.cranked'])
    expect((totals as { remits: number }).remits).toBe(10)
  })

  test('decision "Cranks of one coin within 3 s": 20 parallel cranks are one distribution and 20 agreeing answers', async () => {
    const scene = await createUpkeepScene()
    const mint = await scene.launch()
    await scene.buy(mint)
    const answers = await Promise.all(Array.from({ length: 20 }, () => scene.call('POST', path, { mint })))
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
    expect((await scene.footprint(mint)).events).toEqual(['launch.created', 'feeShare.locked', 'remit.cranked'])
  })

  test('decision "Cranks of one coin within 3 s": a crank right after another gets its answer, and the header says that it was given before', async () => {
    const scene = await createUpkeepScene()
    const mint = await scene.launch()
    await scene.buy(mint)
    const [first, second] = [await scene.call('POST', path, { mint }), await scene.call('POST', path, { mint })]
    expect(second.body).toEqual(first.body)
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    await scene.app.clock.advance(5_000)
    const later = await scene.call('POST', path, { mint })
    expect([later.body.signature, later.headers.get('idempotency-replayed')]).toEqual([null, null])
  })

  test('rules 10.23: with nothing worth paying 200 without a signature, and nothing is written', async () => {
    const scene = await createUpkeepScene()
    const mint = await scene.launch()
    const { status, body } = await expectNothingHappened(scene.app, () => scene.call('POST', path, { mint }))
    expect(status).toBe(200)
    expect(body).toMatchObject({ signature: null, distributedLamports: '0', remits: [] })
    expect(BigInt(body.missingLamports)).toBeGreaterThan(0n)
    expect((await scene.footprint(mint)).underWay).toEqual([])
  })

  test('rules 10.27: a distribution whose time the chain does not say yet is of now, and not of 1970', async () => {
    const scene = await createUpkeepScene()
    const mint = await scene.launch()
    await scene.buy(mint)
    const { readDistribution } = scene.app.pad.feeShare!
    Object.assign(scene.app.pad.feeShare!, {
      readDistribution: async (...input: Parameters<typeof readDistribution>) => ({ ...(await readDistribution(...input))!, atMs: null }),
    })
    expect((await scene.call('POST', path, { mint })).status).toBe(200)
    const { remits } = (await scene.call('GET', `/api/remits?mint=${mint}`)).body
    expect(new Set(remits.map(({ at }: { at: string }) => at))).toEqual(new Set([new Date(scene.app.clock.nowMs()).toISOString()]))
  })

  describe('decision "Remits of others’ cranks": a node that gives a landed distribution late', () => {
    /** A crank whose transaction has landed and is not given; `heal` makes the node give it. */
    const begin = async () => {
      const scene = await createUpkeepScene()
      const mint = await scene.launch()
      await scene.buy(mint)
      const { readDistribution } = scene.app.pad.feeShare!
      const unreadable = () => Promise.reject(new AppError('upstream_unavailable', { upstream: 'the history' }))
      Object.assign(scene.app.pad.feeShare!, { readDistribution: unreadable })
      const heal = () => Object.assign(scene.app.pad.feeShare!, { readDistribution })
      const remitted = async () => ((await scene.footprint(mint)).events as string[]).slice(2)
      return { scene, clock: scene.app.clock, mint, heal, remitted, asked: scene.call('POST', path, { mint }) }
    }

    test('is asked again: the answer is what was paid, never that nobody was', async () => {
      const { scene, clock, mint, heal, remitted, asked } = await begin()
      await clock.advance(2_000)
      expect(((await scene.footprint(mint)).underWay as unknown[]).length).toBe(1)
      heal()
      await clock.advance(1_000)
      expect(await asked).toMatchObject({ status: 200, body: { remits: { length: 5 } } })
      expect(await remitted()).toEqual(['remit.cranked'])
    })

    test('a distribution whose transaction does not land in time is 503 without a figure; after ten minutes the coin is cranked again, and readRemits finds the payments', async () => {
      const { scene, clock, mint, heal, remitted, asked } = await begin()
      await clock.advance(120_000)
      expect(await asked).toMatchObject({ status: 503, body: { code: 'launch_unresolved' } })
      await clock.advance(540_000)
      expect(await resumeOperations(scene.app.deps)).toBe(1)
      expect(await scene.footprint(mint)).toMatchObject({ underWay: [], totals: { remits: 0 } })
      heal()
      await clock.advance(4_000)
      await scene.buy(mint)
      expect(await scene.call('POST', path, { mint })).toMatchObject({ status: 200, body: { remits: { length: 5 } } })
      expect((await scene.run(readRemits)).outcome).toContain(' 5 new remits')
      expect(await remitted()).toEqual(['remit.cranked', 'remit.cranked'])
    })
  })

  test('rules 10.23: refuses an unlocked coin, an unknown mint, nobody who pays, and a missing key; nothing happens', async () => {
    const scene = await createUpkeepScene({ env: { CRANK_PAYER_KEY: '' } })
    const [open, locked] = [await scene.launch({ ticker: 'XLOCKFAIL' }), await scene.launch()]
    await scene.buy(locked)
    const before = await scene.footprint(locked)
    const refused = async (work: () => Promise<Answer>) => {
      const { status, body } = await expectNothingHappened(scene.app, work)
      return [status, body.code]
    }
    expect(await refused(() => scene.call('POST', path, { mint: open }))).toEqual([400, 'fee_share_not_locked'])
    expect(await refused(() => scene.call('POST', path, { mint: newPerson().wallet }))).toEqual([400, 'mint_unknown'])
    expect(await refused(() => scene.call('POST', path, {}))).toEqual([400, 'validation_invalid'])
    expect(await refused(() => scene.call('POST', path, { mint: locked }, withoutLauncher))).toEqual([400, 'crank_payer_missing'])
    expect(await refused(() => scene.app.call('POST', path, { mint: locked }))).toEqual([401, 'api_key_invalid'])
    expect(await scene.footprint(locked)).toEqual(before)
  })
})
