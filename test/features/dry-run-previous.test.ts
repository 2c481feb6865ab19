import { afterEach, describe, expect, test } from 'bun:test'
import { createTestApp, mintOf, newPerson, pngBytes, type TestApp } from '../support/test-app.ts'
import { toBase64 } from '../../src/lib/bytes.ts'

let app: TestApp
afterEach(() => app.close())

/** Makes a dry-run a second after the last one, and returns its public view. */
async function view(key: string, body: object) {
  await app.clock.advance(1_000)
  const made = await app.call('POST', '/api/agent/launch/dry-run', body, { key })
  expect(made.status).toBe(200)
  return (await app.call('GET', `/api/agent/launch/dry-run/${made.body.dryRunId}`)).body
}

describe('GET /api/agent/launch/dry-run/{id}: what changed', () => {
  test('the first of a name has none before it, and neither has one of another key or another name', async () => {
    app = await createTestApp()
    const key = await app.claim()
    expect((await view(key, app.launchBody())).previous).toBeNull()
    expect((await view(await app.claim(), app.launchBody())).previous).toBeNull()
    expect((await view(key, app.launchBody({ name: 'Another' }))).previous).toBeNull()
  })

  test('a second one that says the same lists no change', async () => {
    app = await createTestApp()
    const key = await app.claim()
    const first = await view(key, app.launchBody())
    const { previous } = await view(key, app.launchBody())
    expect(previous).toEqual({ dryRunId: first.dryRunId, createdAt: first.createdAt, approved: false, consumed: false, changes: [] })
  })

  test('every field that differs is named with both values, wallets one by one, and no other', async () => {
    app = await createTestApp()
    const key = await app.claim()
    const { crew } = app.launchBody()
    await view(key, app.launchBody())
    const stranger = newPerson().wallet
    const changed = app.launchBody({
      ticker: 'OTHER',
      initialBuySol: 0.5,
      imageBase64: toBase64(pngBytes(9)),
      website: 'https://new.example',
      atomicRequired: true,
      crew: [crew[0], { ...crew[1], wallet: stranger }, { ...crew[2], hireRole: 'dev' }],
    })
    const { previous } = await view(key, changed)
    const fields = previous.changes.map(({ field }: { field: string }) => field)
    expect(fields.sort()).toEqual(
      [
        'ticker', 'initialBuySol', 'image', 'website', 'atomicRequired', 'cost',
        `shareholders/${stranger}`, `shareholders/${crew[1].wallet}`, `shareholders/${crew[2].wallet}`,
      ].sort(), // prettier-ignore
    )
    const of = (field: string) => previous.changes.find((change: { field: string }) => change.field === field)
    expect(of('ticker')).toEqual({ field: 'ticker', old: 'NMFROG', new: 'OTHER' })
    expect(of('website')).toMatchObject({ old: null, new: 'https://new.example' })
    expect(of(`shareholders/${crew[1].wallet}`)).toMatchObject({ old: '18.00% to @two (kol, raid)', new: null })
    expect(of(`shareholders/${stranger}`)).toMatchObject({ old: null, new: '18.00% to @two (kol, raid)' })
    expect(of(`shareholders/${crew[2].wallet}`)).toMatchObject({ old: '12.00% to @three (kol, chart)', new: '12.00% to @three (kol, dev)' })
  })

  test('fee wirings are compared by mint: one of another mint is none of theirs', async () => {
    app = await createTestApp()
    const key = await app.claim()
    const mints: string[] = []
    for (const name of ['First Coin', 'Second Coin']) {
      const body = app.launchBody({ name, ticker: 'XLOCKFAIL' })
      mints.push(mintOf(await app.call('POST', '/api/agent/launch', body, { key, headers: { 'x-launcher-key': app.launcher.secret } })))
    }
    const wire = (mint: string, mode: string) => ({
      intent: 'wire-fees',
      mint,
      mode,
      crew: app.launchBody().crew,
      launcherPubkey: app.launcher.wallet,
    })
    expect((await view(key, wire(mints[0]!, 'agent'))).previous).toBeNull()
    expect((await view(key, wire(mints[1]!, 'agent'))).previous).toBeNull()
    const { previous } = await view(key, wire(mints[0]!, 'split'))
    expect(previous.changes.find(({ field }: { field: string }) => field === 'mode')).toMatchObject({ old: 'agent', new: 'split' })
  })

  test('the operation that spent it is named with its mint', async () => {
    app = await createTestApp()
    const key = await app.claim()
    const { dryRunId, operation } = await view(key, app.launchBody())
    expect(operation).toBeNull()
    const launched = await app.call('POST', '/api/agent/launch', app.launchBody({ dryRunId }), {
      key,
      headers: { 'x-launcher-key': app.launcher.secret },
    })
    const { body } = await app.call('GET', `/api/agent/launch/dry-run/${dryRunId}`)
    expect(body).toMatchObject({ consumed: true, operation: { kind: 'launch', mint: mintOf(launched), state: 'locked' } })
  })
})
