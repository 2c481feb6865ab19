import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { fromBase64, toBase64 } from '../../../src/lib/bytes.ts'
import type { KeyPair } from '../../../src/lib/ed25519.ts'
import { newKeyPair } from '../../support/new-key-pair.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { unsignedCalls } from '../../support/unsigned-calls.ts'
import { createTestApp, newPerson, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'
import type { TestAppOptions } from '../../support/test-deps.ts'

const PATH = '/api/agent/launch'
let app: TestApp
let key: string
let mintPair: KeyPair

async function start(options: TestAppOptions = {}): Promise<void> {
  app = await createTestApp(options)
  key = await app.claim()
}
const { offer, submit, signed } = unsignedCalls(() => ({ app, key, mintPair }))

beforeEach(async () => {
  mintPair = newKeyPair()
  await start()
})
afterEach(() => app.close())

describe('rules 10.20: what is refused is neither handed out nor sent', () => {
  test('rules 5.1: without a key or with a wrong one it is 401, whatever the body is', async () => {
    for (const path of ['unsigned', 'submit']) {
      const refused = (body: unknown, by?: string) =>
        expectNothingHappened(app, () => app.call('POST', `${PATH}/${path}`, body, { key: by }))
      expect((await refused({})).status).toBe(401)
      expect((await refused('no json', 'svc_ak_nope')).status).toBe(401)
    }
  })

  test('a missing or malformed mint or launcher is 400 that names it', async () => {
    for (const [changes, path] of [
      [{ mintPubkey: undefined }, '/mintPubkey'],
      [{ launcherPubkey: undefined }, '/launcherPubkey'],
      [{ mintPubkey: 'nope' }, '/mintPubkey'],
    ] as const) {
      const refused = await expectNothingHappened(app, () => offer(changes))
      expect(refused.status).toBe(400)
      expect(refused.body.errors.map((error: { path: string }) => error.path)).toContain(path)
    }
  })

  test('a mint that is the launcher’s own key is refused as that', async () => {
    const refused = await expectNothingHappened(app, () => offer({ mintPubkey: app.launcher.wallet }))
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/mintPubkey', message: expect.stringContaining('launcher') }] },
    })
  })

  test('rules 5.2 and 10.4: a secret in the body is refused by its own code', async () => {
    const refused = await expectNothingHappened(app, () => offer({ launcherKey: app.launcher.secret }))
    expect(refused).toMatchObject({ status: 400 })
    expect(JSON.stringify(refused.body)).not.toContain(app.launcher.secret)
    expect(app.logLines.join('\n')).not.toContain(app.launcher.secret)
  })

  test('rules 10.20: messages that differ by one bit, missing and foreign signatures, and another count are refused; then the right ones pass', async () => {
    const handed = await offer()
    const { launchId } = handed.body
    const [good] = signed(handed)
    const flipped = (index: number) => {
      const bytes = fromBase64(good!)!.slice()
      bytes[index < 0 ? bytes.length + index : index]! ^= 1
      return toBase64(bytes)
    }
    const stranger = { ...newKeyPair() }
    for (const transactions of [
      [flipped(-2)],
      [flipped(200)],
      [flipped(5)],
      [flipped(0)],
      [handed.body.transactions[0].transaction],
      signed(handed, [app.launcher.pair]),
      signed(handed, [app.launcher.pair, stranger]),
      [good, good],
      ['%%%'],
      ['AAAA'],
    ]) {
      expect(await expectNothingHappened(app, () => submit(launchId, transactions))).toMatchObject({
        status: 400,
        body: { code: 'signed_transaction_mismatch', errors: [{ path: expect.stringMatching(/^\/transactions\/\d$/) }] },
      })
    }
    expect((await expectNothingHappened(app, () => submit(launchId, []))).status).toBe(400)
    expect((await submit(launchId, [good])).status).toBe(201)
  })

  test('rules 7: another key’s launch is unknown, the operator’s view included; so is a made-up one', async () => {
    const handed = await offer()
    const other = await app.claim()
    for (const [id, by] of [
      [handed.body.launchId, other],
      [handed.body.launchId, OPERATOR_KEY],
      ['op_none', key],
    ])
      expect(await expectNothingHappened(app, () => submit(id, signed(handed), by))).toMatchObject({
        status: 400,
        body: { code: 'launch_offer_unknown' },
      })
    expect((await submit(handed.body.launchId, signed(handed))).status).toBe(201)
    const late = await expectNothingHappened(app, () => submit(handed.body.launchId, signed(handed), other))
    expect(late).toMatchObject({ body: { code: 'launch_offer_unknown' } })
  })

  test('after a minute it is not taken any more, and a new one is', async () => {
    const handed = await offer()
    await app.clock.advance(60_000)
    expect(await expectNothingHappened(app, () => submit(handed.body.launchId, signed(handed)))).toMatchObject({
      status: 400,
      body: { code: 'launch_offer_expired' },
    })
    const anew = await offer()
    expect((await submit(anew.body.launchId, signed(anew))).status).toBe(201)
  })

  test('a mint that exists is refused, at the offer and at the submission', async () => {
    const [first, second] = [await offer(), await offer({ name: 'Another Frog' })]
    expect((await submit(first.body.launchId, signed(first))).status).toBe(201)
    expect(await expectNothingHappened(app, () => offer())).toMatchObject({ status: 400, body: { code: 'mint_exists' } })
    expect(await expectNothingHappened(app, () => submit(second.body.launchId, signed(second)))).toMatchObject({
      status: 400,
      body: { code: 'mint_exists' },
    })
  })

  test('a launcher without money is refused before anything is handed out', async () => {
    const poor = newPerson()
    await app.deps.simulation!.wallet(poor.wallet)
    expect(await expectNothingHappened(app, () => offer({ launcherPubkey: poor.wallet, initialBuySol: 10 }))).toMatchObject({
      status: 400,
      body: { code: 'balance_too_low' },
    })
  })

  test('a first buy that the launchpad refuses is a documented 400, and nothing is kept', async () => {
    const refused = await expectNothingHappened(app, () => offer({ initialBuySol: 0.000000001 }))
    expect(refused).toMatchObject({ status: 400, body: { code: 'launch_refused' } })
  })

  test('rules 10.18: the hourly limit counts what is submitted, not what is handed out', async () => {
    await app.close()
    await start({ policy: { rateLimits: false } })
    const handed: { launchId: string; transactions: string[] }[] = []
    for (let n = 0; n < 6; n += 1) {
      mintPair = newKeyPair()
      const answer = await offer()
      handed.push({ launchId: answer.body.launchId, transactions: signed(answer) })
    }
    const sixth = handed.pop()!
    for (const { launchId, transactions } of handed) expect((await submit(launchId, transactions)).status).toBe(201)
    expect(await expectNothingHappened(app, () => submit(sixth.launchId, sixth.transactions))).toMatchObject({
      status: 429,
      body: { code: 'launches_per_hour_exceeded' },
    })
  })
})
