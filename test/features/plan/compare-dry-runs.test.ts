import { afterEach, describe, expect, test } from 'bun:test'
import { createTestApp, mintOf, newPerson, pngBytes, type TestApp } from '../../support/test-app.ts'
import { toBase64 } from '../../../src/lib/bytes.ts'

let app: TestApp
afterEach(() => app.close())

/** Makes a dry-run a second after the last one, and returns its public view. */
async function view(key: string, body: object) {
  await app.clock.advance(1_000)
  const made = await app.call('POST', '/api/agent/launch/dry-run', body, { key })
  expect(made.status).toBe(200)
  return look(made.body.dryRunId)
}

const look = async (id: string) => (await app.call('GET', `/api/agent/launch/dry-run/${id}`)).body

async function approve(id: string) {
  await app.clock.advance(1_000)
  const headers = app.signed(app.approver, (at) => `svc-approve-dry-run:${id}:${at}`)
  expect((await app.call('POST', `/api/agent/launch/dry-run/${id}/approve`, undefined, { headers })).status).toBe(200)
}

/** The same crew, with a wallet of nobody's in the first place. */
const otherCrew = () => {
  const { crew } = app.launchBody()
  return [{ ...crew[0], wallet: newPerson().wallet }, ...crew.slice(1)]
}

describe('decision "The dry-run’s public view": it names what changed since a human approved the plan of the same coin', () => {
  test('without an approved one there is nothing to compare with, however many were made before', async () => {
    app = await createTestApp()
    const key = await app.claim()
    expect((await view(key, app.launchBody())).previous).toBeNull()
    expect((await view(key, app.launchBody())).previous).toBeNull()
    expect((await view(await app.claim(), app.launchBody())).previous).toBeNull()
  })

  test('a second one that says the same as the approved one lists no change', async () => {
    app = await createTestApp()
    const key = await app.claim()
    const first = await view(key, app.launchBody())
    await approve(first.dryRunId)
    const { previous } = await view(key, app.launchBody())
    expect(previous).toEqual({
      dryRunId: first.dryRunId,
      name: 'Night Market Frog',
      createdAt: first.createdAt,
      approved: true,
      consumed: false,
      changes: [],
    })
  })

  test('two that are alike hide no change: each is compared with the one that was approved', async () => {
    app = await createTestApp()
    const key = await app.claim()
    const first = await view(key, app.launchBody())
    await approve(first.dryRunId)
    const crew = otherCrew()
    const second = await view(key, app.launchBody({ crew }))
    const third = await view(key, app.launchBody({ crew }))
    for (const { previous } of [second, third]) {
      expect(previous).toMatchObject({ dryRunId: first.dryRunId, approved: true })
      expect(previous.changes).toHaveLength(2)
    }
  })

  test('a new coin is held against the last approved plan of another one, in all but what each coin has of its own', async () => {
    app = await createTestApp()
    const key = await app.claim()
    const first = await view(key, app.launchBody())
    expect(first.otherCoin).toBeNull()
    await approve(first.dryRunId)
    const gull = { name: 'Harbor Gull', ticker: 'GULL', description: 'A gull.', website: 'https://gull.example' }
    const same = await view(key, app.launchBody(gull))
    expect(same).toMatchObject({
      previous: null,
      otherCoin: { dryRunId: first.dryRunId, name: 'Night Market Frog', approved: true, changes: [] },
    })
    const crew = otherCrew()
    const { otherCoin } = await view(key, app.launchBody({ ...gull, crew, initialBuySol: 2 }))
    const shares = [app.launchBody().crew[0].wallet, crew[0].wallet].map((wallet) => `shareholders/${wallet}`)
    expect(otherCoin.changes.map(({ field }: { field: string }) => field).sort()).toEqual(['cost', 'initialBuySol', ...shares].sort())
    expect((await view(key, app.launchBody())).otherCoin).toBeNull()
    const stranger = { ...gull, launcherPubkey: newPerson().wallet }
    expect((await view(await app.claim(), app.launchBody(stranger))).otherCoin).toBeNull()
  })

  test('one that was made before the approved one is compared with it too', async () => {
    app = await createTestApp()
    const key = await app.claim()
    const early = await view(key, app.launchBody({ crew: otherCrew() }))
    const good = await view(key, app.launchBody())
    await approve(good.dryRunId)
    const { previous } = await look(early.dryRunId)
    expect(previous).toMatchObject({ dryRunId: good.dryRunId })
    expect(previous.changes).toHaveLength(2)
    expect((await look(good.dryRunId)).previous).toBeNull()
  })

  test('another key with the same launcher is compared with; another launcher, another name and another key are not', async () => {
    app = await createTestApp()
    const key = await app.claim()
    const first = await view(key, app.launchBody())
    await approve(first.dryRunId)
    const other = await app.claim()
    expect((await view(other, app.launchBody({ crew: otherCrew() }))).previous).toMatchObject({ dryRunId: first.dryRunId })
    expect((await view(other, app.launchBody({ launcherPubkey: newPerson().wallet }))).previous).toBeNull()
    expect((await view(other, app.launchBody({ launcherPubkey: undefined }))).previous).toBeNull()
    expect((await view(key, app.launchBody({ name: 'Another', ticker: 'ANOTHER' }))).previous).toBeNull()
  })

  const launch = async (key: string, body: Record<string, unknown>) => {
    const headers = { 'x-launcher-key': app.launcher.secret }
    return app.call('POST', '/api/agent/launch', app.launchBody(body), { key, headers })
  }

  test('a plan that was launched and that nobody approved is no measure: it is named apart, where it differs', async () => {
    app = await createTestApp()
    const key = await app.claim()
    const first = await view(key, app.launchBody())
    await launch(key, { dryRunId: first.dryRunId })
    expect(await view(key, app.launchBody())).toMatchObject({ previous: null, usedUnapproved: null })
    const { previous, usedUnapproved } = await view(key, app.launchBody({ crew: otherCrew() }))
    expect(previous).toBeNull()
    expect(usedUnapproved).toMatchObject({ dryRunId: first.dryRunId, approved: false, consumed: true })
    expect(usedUnapproved.changes).toHaveLength(2)
  })

  test('a launch by another key with the same launcher does not take the place of what was approved', async () => {
    app = await createTestApp()
    const [victim, thief] = [await app.claim(), await app.claim()]
    const good = await view(victim, app.launchBody())
    await approve(good.dryRunId)
    const crew = otherCrew()
    const bad = await view(thief, app.launchBody({ crew }))
    expect((await launch(thief, { crew, dryRunId: bad.dryRunId })).status).toBe(201)
    const { previous, usedUnapproved } = await view(victim, app.launchBody({ crew }))
    expect(previous).toMatchObject({ dryRunId: good.dryRunId, approved: true })
    expect(previous.changes).toHaveLength(2)
    expect(usedUnapproved).toBeNull()
    expect(await view(victim, app.launchBody())).toMatchObject({
      previous: { dryRunId: good.dryRunId, changes: [] },
      usedUnapproved: { dryRunId: bad.dryRunId, approved: false },
    })
  })

  test.each(['night market frog', 'Night  Market Frog', 'Nіght Market Frog', 'Night Market Frog!', 'N1ght_Market-Fr0g'])(
    '%p is compared with the approved plan whose name reads alike, whatever its ticker',
    async (name) => {
      app = await createTestApp()
      const key = await app.claim()
      const good = await view(key, app.launchBody())
      await approve(good.dryRunId)
      const { previous } = await view(key, app.launchBody({ name, ticker: 'OTHER' }))
      expect(previous).toMatchObject({ dryRunId: good.dryRunId, name: 'Night Market Frog' })
      const fields = previous.changes.map(({ field }: { field: string }) => field)
      expect(fields).toEqual(expect.arrayContaining(['name', 'ticker']))
    },
  )

  test('another name with the same ticker is compared too, unless a plan of its own name was approved', async () => {
    app = await createTestApp()
    const key = await app.claim()
    const good = await view(key, app.launchBody())
    await approve(good.dryRunId)
    const renamed = await view(key, app.launchBody({ name: 'Toad' }))
    expect(renamed.previous).toMatchObject({ dryRunId: good.dryRunId, changes: [{ field: 'name', old: 'Night Market Frog', new: 'Toad' }] })
    await approve(renamed.dryRunId)
    expect((await view(key, app.launchBody())).previous).toMatchObject({ dryRunId: good.dryRunId })
  })

  test('every field that differs is named with both values, wallets one by one, and no other', async () => {
    app = await createTestApp()
    const key = await app.claim()
    const { crew } = app.launchBody()
    await approve((await view(key, app.launchBody())).dryRunId)
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
      ].sort(), // oxfmt-ignore
    )
    const of = (field: string) => previous.changes.find((change: { field: string }) => change.field === field)
    expect(of('ticker')).toEqual({ field: 'ticker', old: 'NMFROG', new: 'OTHER' })
    expect(of('website')).toMatchObject({ old: null, new: 'https://new.example' })
    expect(of(`shareholders/${crew[1].wallet}`)).toMatchObject({ old: '18% to @two (kol, raid)', new: null })
    expect(of(`shareholders/${stranger}`)).toMatchObject({ old: null, new: '18% to @two (kol, raid)' })
    expect(of(`shareholders/${crew[2].wallet}`)).toMatchObject({ old: '12% to @three (kol, chart)', new: '12% to @three (kol, dev)' })
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
    const wired = await view(key, wire(mints[0]!, 'agent'))
    expect(wired.previous).toBeNull()
    await approve(wired.dryRunId)
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
