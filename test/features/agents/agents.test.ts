import { afterEach, describe, expect, test } from 'bun:test'
import { OPERATOR_KEY_ID } from '../../../src/domain/api-key.ts'
import type { KeyId, Mint, Wallet } from '../../../src/domain/brands.ts'
import { keyName } from '../../../src/domain/keys/key-name.ts'
import { payerKeyId } from '../../../src/domain/payments/payment.ts'
import { crankAllCoins } from '../../../src/features/crank/crank-all-coins.ts'
import { coinRow } from '../../support/storage-rows.ts'
import { newPerson } from '../../support/test-app.ts'
import type { TestAppOptions } from '../../support/test-deps.ts'
import { createUpkeepScene, type UpkeepScene } from '../../support/upkeep-scene.ts'

const MIXED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' as Wallet
let scene: UpkeepScene
const get = (path: string) => scene.app.call('GET', path)
const pathOf = (address: string) => new URL(address).pathname + new URL(address).search

afterEach(() => scene.app.close())

describe('decision "Records of agents": what an agent did', () => {
  /** Coins of a key, two of them traded and distributed, one without a lock. */
  async function launchedScene(options: TestAppOptions = {}) {
    scene = await createUpkeepScene(options)
    const mints: Mint[] = []
    for (const ticker of ['ONE', 'TWO', 'XLOCKFAIL']) {
      const { status, body } = await scene.call('POST', '/api/agent/launch', scene.app.launchBody({ ticker }))
      expect(status).toBe(ticker === 'XLOCKFAIL' ? 202 : 201)
      mints.push(body.mint)
      await scene.app.clock.advance(1_000)
    }
    for (const mint of mints.slice(0, 2)) await scene.buy(mint)
    await scene.run(crankAllCoins)
    const { id, keyName: name } = (await scene.call('GET', '/api/agent/keys')).body.keys[0]
    return { mints, id: id as KeyId, name: name as string }
  }

  test('is the same by its key and by its wallet, and what each list and receipt that it names comes to', async () => {
    const { mints, name } = await launchedScene({ policy: { jobsEnabled: true } })
    const { wallet } = scene.app.launcher
    const [byKey, byWallet] = [(await get(`/api/agents/${name}`)).body, (await get(`/api/agents/${wallet}`)).body]
    const { agent, computedFrom, ...figures } = byKey
    expect(byWallet).toMatchObject(figures)
    expect([agent, byWallet.agent]).toEqual([name, wallet])
    expect(figures.coins).toEqual({ launched: 3, locked: 2, redirected: 0 })
    for (const { computedFrom: from } of [byKey, byWallet]) {
      const { coins } = (await get(pathOf(from.coins))).body
      expect(coins.map((coin: { mint: string }) => coin.mint)).toEqual(mints.toReversed())
      let [paid, payments] = [0n, 0]
      for (const { mint } of coins) {
        const { entries } = (await get(pathOf(from.payments.replace('{mint}', mint)))).body
        const [{ launcher }] = entries.filter(({ kind }: any) => kind === 'coin').map(({ body }: any) => body)
        for (const { body } of entries.filter((entry: any) => entry.kind === 'remit' && entry.body.wallet !== launcher)) {
          paid += BigInt(body.amount)
          payments += 1
        }
      }
      expect(paid).toBeGreaterThan(0n)
      expect(figures.paidToOthers[0]).toEqual({ amount: String(paid), decimals: 9, currency: 'SOL' })
      expect(figures.payments).toBe(payments)
    }
    expect(computedFrom.jobsDone).toBeNull()
    expect((await get(pathOf(byWallet.computedFrom.jobsDone))).body.jobs).toEqual([])
  })

  test('names the key by a digest that stays over rotations, and says neither its id nor its label nor a text of it', async () => {
    const { id, name } = await launchedScene()
    expect(name).toBe(keyName(id))
    const before = (await get(`/api/agents/${name}`)).body
    const { body } = await scene.call('POST', `/api/agent/keys/${id}/rotate`)
    expect(body.keyRow.keyName).toBe(name)
    expect((await get(`/api/agents/${name}`)).body).toEqual(before)
    const key = (await scene.app.deps.storage.keys.update(id, { label: 'Of our laboratory' }))!
    for (const path of [`/api/agents/${name}`, `/api/agents/${name}/coins`, `/api/agents/${scene.app.launcher.wallet}`]) {
      const answer = JSON.stringify((await get(path)).body)
      for (const secret of [id, key.label, key.fingerprint, scene.key, body.key]) expect(answer).not.toContain(secret)
    }
    // Who knows a coin, or its wallet, is not told the key's name.
    for (const path of [`/api/agents/${scene.app.launcher.wallet}`, '/api/coins?fields=all', '/api/proof'])
      expect(JSON.stringify((await get(path)).body)).not.toContain(name)
  })

  test('a plan that was not launched, and another key, are in no record', async () => {
    const { name } = await launchedScene()
    const before = (await get(`/api/agents/${name}`)).body
    await scene.dryRun(scene.app.launchBody({ ticker: 'PRIVATE' }))
    await scene.app.deps.storage.coins.insert(
      coinRow(newPerson().wallet, { keyId: 'ak_other' as KeyId, launcher: newPerson().wallet as Wallet }),
    )
    expect((await get(`/api/agents/${name}`)).body).toEqual(before)
  })

  test('a wallet that launched nothing has zeros; the operator, a payer and texts that are nobody have no record', async () => {
    scene = await createUpkeepScene()
    const none = (await get(`/api/agents/${MIXED.toLowerCase()}`)).body
    expect(none).toMatchObject({ agent: MIXED, coins: { launched: 0, locked: 0, redirected: 0 }, payments: 0, jobs: null })
    expect((await get(`/api/agents/${MIXED}/coins`)).body).toEqual({ ok: true, coins: [], nextCursor: null })
    await scene.launch()
    for (const name of ['x', keyName(OPERATOR_KEY_ID), OPERATOR_KEY_ID, keyName(payerKeyId(MIXED)), `${'1'.repeat(31)}`, "'%20OR%201=1"])
      for (const path of ['', '/coins'])
        expect(await get(`/api/agents/${name}${path}`)).toMatchObject({ status: 404, body: { code: 'agent_not_found' } })
  })
})
