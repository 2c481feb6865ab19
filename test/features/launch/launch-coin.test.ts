import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { DryRunId } from '../../../src/domain/brands.ts'
import { resumeOperations } from '../../../src/features/operations/resume-operations.ts'
import { expectNothingHappened, traces } from '../../support/nothing-happened.ts'
import { type Answer, createTestApp, CREW_WALLETS, newPerson, OPERATOR_KEY, pngBytes, type TestApp } from '../../support/test-app.ts'
import { toBase64 } from '../../../src/lib/bytes.ts'

const PATH = '/api/agent/launch'
let app: TestApp
let key: string

async function start(options: Parameters<typeof createTestApp>[0] = {}) {
  await app?.close()
  app = await createTestApp(options)
  key = await app.claim()
}
beforeEach(() => start())
afterEach(() => app.close())

const launch = (body: object = app.launchBody(), headers: Record<string, string> = {}) =>
  app.call('POST', PATH, body, { key, headers: { 'x-launcher-key': app.launcher.secret, ...headers } })
const dryRun = async (changes: Record<string, unknown> = {}) =>
  (await app.call('POST', `${PATH}/dry-run`, app.launchBody(changes), { key })).body.dryRunId as string
const approve = (id: string) =>
  app.call('POST', `${PATH}/dry-run/${id}/approve`, undefined, {
    headers: app.signed(app.approver, (time) => `svc-approve-dry-run:${id}:${time}`),
  })
const view = async (id: string) => (await app.call('GET', `${PATH}/dry-run/${id}`)).body
const needApproval = async () => {
  const { id } = (await app.call('GET', '/api/agent/keys', undefined, { key })).body.keys[0]
  await app.call('PATCH', `/api/agent/keys/${id}`, { requireApproval: true }, { key: OPERATOR_KEY })
}

/** Moves the clock until the answer is there. */
async function whileTimePasses<Result>(work: Promise<Result>, stepMs = 1_000): Promise<Result> {
  let done = false
  const watched = work.finally(() => (done = true))
  while (!done) await app.clock.advance(stepMs)
  return watched
}

describe('POST /api/agent/launch', () => {
  test('rules 1.5 and 2.7: creates and locks in one slot, and says all of it', async () => {
    const answer = await launch()
    expect(answer.status).toBe(201)
    const { body } = answer
    expect(body).toMatchObject({
      ok: true,
      cluster: 'simulated',
      lockPath: 'atomic-v1',
      feeShareLocked: true,
      feesLockedAtLaunch: true,
      hirePlan: null,
      launcher: app.launcher.wallet,
    })
    expect(body.createSlot).toBe(body.lockSlot)
    expect(body.crew.map(({ effectiveBps }: { effectiveBps: number }) => effectiveBps)).toEqual([3_000, 1_800, 1_200])
    const onChain = await app.pad.readCoin(body.mint)
    expect(onChain!.feeShare).toEqual({
      locked: true,
      shareholders: body.shareholders.map(({ wallet, bps }: { wallet: string; bps: number }) => ({ wallet, bps })),
    } as never)

    const coin = await app.call('GET', `/api/coins/${body.mint}`)
    expect(coin).toMatchObject({
      status: 200,
      body: { coin: { mint: body.mint, status: 'live', feeShareLocked: true, description: expect.stringContaining('Launched with') } },
    })
    expect((await app.call('GET', '/api/coins')).body.coins).toHaveLength(1)
    const events = await app.deps.storage.events.list(body.mint)
    expect(events.map(({ type }) => type).sort()).toEqual(['feeShare.locked', 'launch.created'])
  })

  test('rules 2.7: every answer that has a coin has the address of its page: locked, not locked, replayed, status, lists, coin', async () => {
    const once = { 'x-idempotency-key': 'once-and-again' }
    const locked = await launch(app.launchBody(), once)
    const replayed = await launch(app.launchBody(), once)
    const unlocked = await launch(app.launchBody({ ticker: 'XLOCKFAIL' }))
    expect([locked.status, replayed.status, unlocked.status]).toEqual([201, 201, 202])
    await launch(app.launchBody({ ticker: 'XCREATEFAIL' }))
    const pageOf = (mint: string) => `http://launch.test/coin/${mint}`
    for (const { body } of [locked, replayed, unlocked]) {
      expect(body.coinUrl).toBe(pageOf(body.mint))
      const page = await app.raw(new Request(body.coinUrl))
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html;charset=utf-8'])
      expect((await app.call('GET', `/api/agent/status/${body.mint}`, undefined, { key })).body.coin.coinUrl).toBe(pageOf(body.mint))
      expect((await app.call('GET', `/api/coins/${body.mint}`)).body.coin.coinUrl).toBe(pageOf(body.mint))
    }
    const { launches } = (await app.call('GET', '/api/agent/launches', undefined, { key })).body
    expect(launches.map(({ state, coinUrl }: { state: string; coinUrl: string | null }) => [state, coinUrl]).toSorted()).toEqual([
      ['failed', null],
      ['locked', pageOf(locked.body.mint)],
      ['unlocked', pageOf(unlocked.body.mint)],
    ])
    const wired = await app.call(
      'POST',
      '/api/agent/wire-fees',
      { mint: unlocked.body.mint },
      { key, headers: { 'x-launcher-key': app.launcher.secret } },
    )
    expect([wired.status, wired.body.coinUrl]).toEqual([201, pageOf(unlocked.body.mint)])
  })

  test('rules 10.11: the metadata that the coin points to, its picture and the logo are the plan’s', async () => {
    const { body } = await launch(app.launchBody({ twitter: '@frog', website: 'https://frog.test' }))
    const onChain = await app.deps.simulation!.inspect(body.mint)
    const metadata = await app.call('GET', new URL(onChain.metadataUri).pathname)
    expect(metadata).toMatchObject({
      status: 200,
      body: { name: 'Night Market Frog', symbol: 'NMFROG', twitter: '@frog', website: 'https://frog.test' },
    })
    for (const path of [new URL(metadata.body.image).pathname, `/api/coins/${body.mint}/logo`]) {
      const image = await app.raw(new Request(`http://launch.test${path}`))
      expect([...new Uint8Array(await image.arrayBuffer())]).toEqual([...pngBytes()])
      expect(Object.fromEntries(image.headers)).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
      const again = await app.raw(new Request(`http://launch.test${path}`, { headers: { 'if-none-match': image.headers.get('etag')! } }))
      expect(again.status).toBe(304)
    }
  })

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

  test('rules 3.2: a lock that fails after the creation is 202 with what to do', async () => {
    const answer = await launch(app.launchBody({ ticker: 'XLOCKFAIL' }))
    expect(answer).toMatchObject({
      status: 202,
      body: { feeShareLocked: false, feesLockedAtLaunch: false, lockPath: 'sequential', lockSlot: null },
    })
    expect(answer.body.nextSteps.join()).toContain('/api/agent/wire-fees')
    expect((await app.deps.storage.events.list(answer.body.mint)).map(({ type }) => type)).toEqual(['launch.created'])
  })

  test('rules 10.15: atomicRequired, by request or by the operator, refuses a path in which a stranger could trade first', async () => {
    const body = app.launchBody({ ticker: 'XLOCKFAIL', atomicRequired: true })
    expect(await expectNothingHappened(app, () => launch(body))).toMatchObject({ status: 400, body: { code: 'atomic_not_possible' } })
    await start({ env: { ATOMIC_REQUIRED: '1' } })
    const refused = await expectNothingHappened(app, () => launch(app.launchBody({ ticker: 'XLOCKFAIL' })))
    expect(refused).toMatchObject({ status: 400, body: { code: 'atomic_not_possible' } })
  })

  test('rules 10.14: a slow chain is waited for', async () => {
    expect(await whileTimePasses(launch(app.launchBody({ ticker: 'XSLOW' })))).toMatchObject({
      status: 201,
      body: { feeShareLocked: true },
    })
  })

  test('rules 10.10: a launch that expires is failed with proof, and its approval lives on', async () => {
    await needApproval()
    const id = await dryRun({ ticker: 'XEXPIRE' })
    await approve(id)
    const body = { ...app.launchBody({ ticker: 'XEXPIRE' }), dryRunId: id }
    expect(await whileTimePasses(launch(body))).toMatchObject({ status: 400, body: { code: 'launch_expired' } })
    expect(await view(id)).toMatchObject({ approved: true, consumed: false })
    expect((await app.deps.storage.dryRuns.find(id as DryRunId))!.reservedBy).toBeNull()
    expect((await traces(app)).coins).toBe(0)
    // The same approval may try again.
    expect(await whileTimePasses(launch(body))).toMatchObject({ status: 400, body: { code: 'launch_expired' } })
  })

  test('rules 10.8: holderKol: 202, open, and the next step is lock-holder-kol', async () => {
    const answer = await launch(app.launchBody({ crew: undefined, holderKol: true }))
    expect(answer).toMatchObject({ status: 202, body: { holderKol: true, lockPath: 'holder-kol-open', feeShareLocked: false } })
    expect(answer.body.nextSteps.join()).toContain('/api/agent/lock-holder-kol')
  })

  test('rules 10.14: a chain that stays dark: 503 with the launch id, and the same idempotency key gets the truth later', async () => {
    let dark = true
    await start({
      pad: (pad) => ({
        ...pad,
        advance: (transactions) => (dark ? Promise.reject(new Error('no answer')) : pad.advance(transactions)),
      }),
    })
    const headers = { 'x-idempotency-key': 'dark-chain-1' }
    const body = app.launchBody()
    const first = await whileTimePasses(launch(body, headers), 5_000)
    expect(first).toMatchObject({ status: 503, body: { code: 'launch_unresolved', launchId: expect.anything(), mint: expect.anything() } })
    expect(first.headers.get('retry-after')).not.toBeNull()
    expect(await launch(body, headers)).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } })
    dark = false
    await app.clock.advance(20_000)
    await resumeOperations(app.deps)
    // The chain was never reached within the life of the blockhash: it is proved that nothing was created.
    const later = await launch(body, headers)
    expect(later.headers.get('idempotency-replayed')).toBe('true')
    expect(later).toMatchObject({ status: 400, body: { code: 'launch_expired' } })
    expect((await traces(app)).coins).toBe(0)
  })

  test('rules 10.18: a claimed key makes 5 launches in a real hour; refused ones are free, the operator has no limit', async () => {
    for (let n = 0; n < 5; n += 1) {
      expect((await launch()).status).toBe(201)
      await app.clock.advance(60_000)
    }
    const refused = await expectNothingHappened(app, () => launch())
    expect(refused).toMatchObject({ status: 429, body: { code: 'launches_per_hour_exceeded', retryAfterSec: 3_300 } })
    const operator = await app.call('POST', PATH, app.launchBody(), {
      key: OPERATOR_KEY,
      headers: { 'x-launcher-key': app.launcher.secret },
    })
    expect(operator.status).toBe(201)
    await app.clock.advance(3_300_000)
    expect((await launch()).status).toBe(201)
  })

  test('rules 8: a key launches 5 times a minute, an address 10 times', async () => {
    for (let n = 0; n < 5; n += 1) await launch({})
    expect(await expectNothingHappened(app, () => launch())).toMatchObject({ status: 429, body: { code: 'rate_limit_exceeded' } })
    const other = await app.claim()
    for (let n = 0; n < 4; n += 1) await app.call('POST', PATH, {}, { key: other })
    expect((await expectNothingHappened(app, () => app.call('POST', PATH, {}, { key: other }))).status).toBe(429)
  })
})

describe('launch of an approved dry-run', () => {
  test('rules 5.5: a key that needs approval launches an approved dry-run once, and nothing else', async () => {
    await needApproval()
    expect(await expectNothingHappened(app, () => launch())).toMatchObject({ status: 400, body: { code: 'dry_run_required' } })
    const nobodys = () => app.call('POST', `${PATH}/dry-run`, app.launchBody({ launcherPubkey: undefined }), { key })
    expect(await expectNothingHappened(app, nobodys)).toMatchObject({ status: 400, body: { code: 'launcher_pubkey_required' } })
    const id = await dryRun()
    const body = { ...app.launchBody(), dryRunId: id }
    expect(await expectNothingHappened(app, () => launch(body))).toMatchObject({ status: 400, body: { code: 'dry_run_not_approved' } })
    await approve(id)
    const launched = await launch(body)
    expect(launched).toMatchObject({ status: 201, body: { dryRunId: id } })
    expect(await view(id)).toMatchObject({ consumed: true })
    const again = await expectNothingHappened(app, () => launch(body))
    expect(again).toMatchObject({
      status: 400,
      body: { code: 'dry_run_not_spendable', detail: expect.stringContaining(launched.body.mint) },
    })
    await app.clock.advance(1)
    expect(await approve(id)).toMatchObject({ status: 400, body: { code: 'dry_run_not_spendable' } })
  })

  test('rules 10.10: a mistyped launcher secret and one of another wallet do not burn the approval', async () => {
    await needApproval()
    const id = await dryRun()
    await approve(id)
    const body = { ...app.launchBody(), dryRunId: id }
    for (const secret of [app.launcher.secret.slice(1), newPerson().secret]) {
      expect((await expectNothingHappened(app, () => launch(body, { 'x-launcher-key': secret }))).status).toBe(400)
    }
    expect((await launch(body)).status).toBe(201)
  })

  test('rules 7: a wrong, foreign or expired dry-run id is refused', async () => {
    const foreign = (await app.call('POST', `${PATH}/dry-run`, app.launchBody(), { key: OPERATOR_KEY })).body.dryRunId
    const own = await dryRun()
    for (const dryRunId of ['0'.repeat(32), 'x', foreign]) {
      expect(await expectNothingHappened(app, () => launch({ ...app.launchBody(), dryRunId }))).toMatchObject({
        status: 400,
        body: { code: 'dry_run_not_spendable' },
      })
    }
    await app.clock.advance(1_800_000)
    expect((await expectNothingHappened(app, () => launch({ ...app.launchBody(), dryRunId: own }))).status).toBe(400)
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['name', { name: 'Day Market Frog' }, 'name'],
    ['ticker', { ticker: 'OTHER' }, 'ticker'],
    ['description', { description: 'Another.' }, 'description'],
    ['mode', { mode: 'split' }, 'mode'],
    ['twitter', { twitter: '@other' }, 'twitter'],
    ['website', { website: 'https://other.test' }, 'website'],
    ['first buy', { initialBuySol: 0.5 }, 'initialBuySol'],
    ['picture', { imageBase64: toBase64(pngBytes(1)) }, 'imageBase64'],
    ['crew wallet', { crew: [{ handle: '@one', wallet: CREW_WALLETS[9], share: 100 }] }, 'crew'],
    ['crew source', { crew: undefined, holderKol: true }, 'holderKol'],
    ['flag', { atomicRequired: true }, 'atomicRequired'],
    ['agent', { agent: { name: 'Other' } }, 'agent'],
    ['launcher', { launcherPubkey: newPerson().wallet }, 'launcherPubkey'],
    ['launcher left out', { launcherPubkey: undefined }, 'launcherPubkey'],
  ])('rules 10.11: what was approved cannot launch another %s', async (_case, changes, field) => {
    const id = await dryRun()
    await approve(id)
    const body = { ...app.launchBody(changes), dryRunId: id }
    const answer = await expectNothingHappened(app, () => launch(body))
    expect(answer.status).toBe(400)
    expect(['plan_mismatch', 'launcher_mismatch']).toContain(answer.body.code)
    if (answer.body.code === 'plan_mismatch') expect(answer.body.errors.map(({ path }: { path: string }) => path)).toContain(`/${field}`)
    expect(await view(id)).toMatchObject({ approved: true, consumed: false })
    expect((await launch({ ...app.launchBody(), dryRunId: id })).status).toBe(201)
  })

  test('rules 1.11 and 10.11: what means the same as the plan is the same: the sentence sent along, the default role named', async () => {
    const id = await dryRun()
    await approve(id)
    const { vibe } = (await view(id)).plan
    const crew = app.launchBody().crew.map((member: { hireRole?: string }) => ({ hireRole: 'kol', ...member }))
    expect((await launch({ ...app.launchBody({ description: vibe, crew }), dryRunId: id })).status).toBe(201)
  })

  test('decision "A launch that names a dry-run may leave the picture out": the picture may be left out: its bytes are the plan’s', async () => {
    const id = await dryRun()
    expect((await launch({ ...app.launchBody({ imageBase64: undefined }), dryRunId: id })).status).toBe(201)
  })

  test('rules 5.6: an approver who is also the launcher of an open plan cannot launch what it approved', async () => {
    const id = (await app.call('POST', `${PATH}/dry-run`, app.launchBody({ launcherPubkey: undefined }), { key })).body.dryRunId
    await approve(id)
    const body = { ...app.launchBody({ launcherPubkey: undefined }), dryRunId: id }
    expect(await expectNothingHappened(app, () => launch(body, { 'x-launcher-key': app.approver.secret }))).toMatchObject({
      status: 403,
      body: { code: 'approver_not_allowed' },
    })
    expect((await launch(body)).status).toBe(201)
  })
})

describe('idempotency and races', () => {
  const headers = { 'x-idempotency-key': 'launch-number-1' }

  test('rules 10.17: a replay is the same answer for 15 minutes, costs no rate, and makes no second coin', async () => {
    const first = await launch(app.launchBody(), headers)
    for (let n = 0; n < 8; n += 1) {
      const again = await launch(app.launchBody(), headers)
      expect(again).toMatchObject({ status: 201, body: first.body })
      expect(again.headers.get('idempotency-replayed')).toBe('true')
    }
    expect((await traces(app)).coins).toBe(1)
    await app.clock.advance(900_000)
    const anew = await launch(app.launchBody(), headers)
    expect(anew.status).toBe(201)
    expect(anew.body.mint).not.toBe(first.body.mint)
  })

  test('rules 10.17: another body with the same key is 409, another caller’s same key is its own', async () => {
    await launch(app.launchBody(), headers)
    expect(await expectNothingHappened(app, () => launch(app.launchBody({ name: 'Other' }), headers))).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
    const other = await app.claim()
    const answer = await app.call('POST', PATH, app.launchBody(), {
      key: other,
      headers: { ...headers, 'x-launcher-key': app.launcher.secret },
    })
    expect(answer.headers.get('idempotency-replayed')).toBeNull()
  })

  test('rules 10.17: a refused request gives its key back, so that the corrected one can use it', async () => {
    const refused = (...how: Parameters<typeof launch>) => expectNothingHappened(app, () => launch(...how))
    expect((await refused(app.launchBody(), { ...headers, 'x-launcher-key': 'nope' })).status).toBe(400)
    expect((await refused(app.launchBody({ name: 'x' }), headers)).status).toBe(400)
    expect((await launch(app.launchBody(), headers)).status).toBe(201)
  })

  test('rules 8: an idempotency key of another length or form is refused, and nothing is launched', async () => {
    for (const bad of ['short', 'x'.repeat(129), 'has space in it']) {
      expect(await expectNothingHappened(app, () => launch(app.launchBody(), { 'x-idempotency-key': bad }))).toMatchObject({
        status: 400,
        body: { code: 'idempotency_key_invalid' },
      })
    }
  })

  const count = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status).length

  test('rules 10.17: 50 parallel launches with one key and body: one coin, one row, 50 answers that agree or say in progress', async () => {
    await start({ policy: { rateLimits: false } })
    const answers = await Promise.all(Array.from({ length: 50 }, () => launch(app.launchBody(), headers)))
    expect(count(answers, 201) + answers.filter(({ body }) => body.code === 'idempotency_in_progress').length).toBe(50)
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.mint)).size).toBe(1)
    expect(await traces(app)).toMatchObject({ coins: 1, launches: 1 })
  })

  test('rules 3.1: 50 parallel launches of one dry-run without a key: one coin, the others refused clearly', async () => {
    await start({ policy: { rateLimits: false } })
    const id = await dryRun()
    const answers = await Promise.all(Array.from({ length: 50 }, () => launch({ ...app.launchBody(), dryRunId: id })))
    expect(count(answers, 201)).toBe(1)
    expect(answers.filter(({ status, body }) => status === 400 && body.code === 'dry_run_not_spendable')).toHaveLength(49)
    expect(await traces(app)).toMatchObject({ coins: 1, launches: 1 })
  })
})
