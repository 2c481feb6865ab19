import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { launchCalls } from '../../support/launch-calls.ts'
import { expectNothingHappened, traces } from '../../support/nothing-happened.ts'
import { createTestApp, newPerson, type TestApp } from '../../support/test-app.ts'

const PATH = '/api/agent/launch'
let app: TestApp
let key: string

async function start(options: Parameters<typeof createTestApp>[0] = {}) {
  await app?.close()
  app = await createTestApp(options)
  key = await app.claim()
}
const { launch } = launchCalls(() => ({ app, key }))

beforeEach(() => start())
afterEach(() => app.close())

describe('POST /api/agent/launch: what is refused', () => {
  test('rules 5.2 and 10.2: no launcher header is 401, a bad one 400, and nothing of it is told', async () => {
    const without = await expectNothingHappened(app, () => app.call('POST', PATH, app.launchBody(), { key }))
    expect(without).toMatchObject({ status: 401, body: { code: 'launcher_secret_required' } })
    for (const secret of [
      'nope',
      app.launcher.secret.slice(0, -2),
      '[1,2,3]',
      JSON.stringify([...app.launcher.pair.secretKey.reveal().slice(0, 63), 256]),
      'x'.repeat(500),
    ]) {
      await app.clock.advance(60_000)
      const answer = await expectNothingHappened(app, () => launch(app.launchBody(), { 'x-launcher-key': secret }))
      expect(answer).toMatchObject({ status: 400, body: { code: 'launcher_secret_invalid' } })
      expect(JSON.stringify(answer.body)).not.toContain(secret)
    }
    expect((await launch(app.launchBody(), { 'x-launcher-key': JSON.stringify([...app.launcher.pair.secretKey.reveal()]) })).status).toBe(
      201,
    )
  })

  test('rules 2.1: mintPubkey is of the unsigned flow: here it is refused, and not dropped', async () => {
    const answer = await expectNothingHappened(app, () => launch(app.launchBody({ mintPubkey: newPerson().wallet })))
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: '/mintPubkey' }] } })
  })

  test('rules 10.2: a launcher that is not launcherPubkey is refused', async () => {
    const other = newPerson()
    const answer = await expectNothingHappened(app, () => launch(app.launchBody(), { 'x-launcher-key': other.secret }))
    expect(answer).toMatchObject({ status: 400, body: { code: 'launcher_mismatch' } })
  })

  test('rules 10.7: a launcher that is in the crew of a plan without launcherPubkey is refused', async () => {
    const crew = [{ handle: 'me', wallet: app.launcher.wallet, share: 100 }]
    expect(await expectNothingHappened(app, () => launch(app.launchBody({ crew, launcherPubkey: undefined })))).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/crew/0/wallet' }] },
    })
  })

  test('rules 7: a launcher that cannot pay is refused before anything is sent', async () => {
    const answer = await expectNothingHappened(app, () => launch(app.launchBody({ initialBuySol: 10 })))
    expect(answer).toMatchObject({ status: 400, body: { code: 'balance_too_low' } })
  })

  test('rules 7: what the launchpad refuses is 400, and nothing exists', async () => {
    const answer = await launch(app.launchBody({ ticker: 'XCREATEFAIL' }))
    expect(answer).toMatchObject({ status: 400, body: { code: 'launch_refused' } })
    expect((await traces(app)).coins).toBe(0)
    expect((await app.call('GET', '/api/agent/launches', undefined, { key })).body.launches[0]).toMatchObject({
      state: 'failed',
      failure: { code: 'launch_refused' },
    })
  })

  test('rules 10.15: atomicRequired, by request or by the operator, refuses a path in which a stranger could trade first', async () => {
    const body = app.launchBody({ ticker: 'XLOCKFAIL', atomicRequired: true })
    expect(await expectNothingHappened(app, () => launch(body))).toMatchObject({ status: 400, body: { code: 'atomic_not_possible' } })
    await start({ env: { ATOMIC_REQUIRED: '1' } })
    const refused = await expectNothingHappened(app, () => launch(app.launchBody({ ticker: 'XLOCKFAIL' })))
    expect(refused).toMatchObject({ status: 400, body: { code: 'atomic_not_possible' } })
  })
})
