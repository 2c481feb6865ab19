import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { atomicUnits, type WebhookId } from '../../../src/domain/brands.ts'
import { LIMITS } from '../../../src/domain/limits.ts'
import { OWN_LIMITS } from '../../../src/domain/limits/own-limits.ts'
import { verdictOf } from '../../../src/domain/payments/payment-failure.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { owedRefund } from '../../support/owed-refund.ts'
import { launchRow } from '../../support/storage-rows.ts'
import { newPerson, OPERATOR_KEY } from '../../support/test-app.ts'
import { createUpkeepScene, type UpkeepScene } from '../../support/upkeep-scene.ts'

let scene: UpkeepScene
beforeEach(async () => {
  scene = await createUpkeepScene()
})
afterEach(() => scene.app.close())

const ask = (path: string) => scene.app.call('GET', `/api/operator${path}`, undefined, { key: OPERATOR_KEY })
const acts = async () => (await scene.app.call('GET', '/api/audit', undefined, { key: OPERATOR_KEY })).body.acts
const operationsOf = async (query: string) => (await ask(`/operations?${query}`)).body.operations

describe('/api/operator', () => {
  const ROUTES = [
    ['GET', '/findings'],
    ['GET', '/operations?kind=launch'],
    ['GET', '/budgets'],
    ['GET', '/payments'],
    ['POST', '/payments/pay_one/refunded'],
    ['POST', '/directory'],
  ] as const

  test.each(ROUTES)('rules 5.4: %s %s is for the operator’s key alone', async (method, path) => {
    await owedRefund(scene.app.deps)
    const body = path === '/directory' ? { file: `rank,handle,wallet\n1,frog,${newPerson().wallet}\n` } : undefined
    const call = (key?: string) => scene.app.call(method, `/api/operator${path}`, body, { key })
    for (const key of [scene.key, 'svc_ak_wrong', undefined])
      expect((await expectNothingHappened(scene.app, () => call(key))).status).toBe(401)
    expect(await call(scene.key)).toMatchObject({ body: { code: 'operator_key_required' } })
    expect((await scene.app.deps.storage.payments.list({ limit: 1, cursor: null }, 'refund_due')).rows).toHaveLength(1)
    expect((await call(OPERATOR_KEY)).status).toBe(200)
  })

  test('rules 4.4: findings, the worst first, each with what to do', async () => {
    await owedRefund(scene.app.deps)
    await scene.app.call('PATCH', `/api/agent/keys/${await idOf(scene.key)}`, { requireApproval: true }, { key: OPERATOR_KEY })
    ;(scene.app.deps.policy.approvers as Set<unknown>).clear()
    scene.app.deps.nodes.record({ upstream: 'pump', node: 1, host: 'node.example', status: 'wrong', chain: 'devnet' })
    const { findings } = (await ask('/findings')).body as { findings: { level: string; text: string; fix: string | null }[] }
    const levels = findings.map(({ level }) => level)
    expect(levels).toEqual([...levels].sort((one, other) => 'fail warn ok'.indexOf(one) - 'fail warn ok'.indexOf(other)))
    for (const { level, fix } of findings) expect([level, fix === null]).toEqual([level, level === 'ok'])
    const text = findings.map((finding) => `${finding.level} ${finding.text}`).join('\n')
    expect(text).toContain('fail node 1 of pump (node.example) is of chain devnet')
    expect(text).toContain('fail 1 key(s) need approval and nobody can give it')
    expect(text).toContain('warn 1 refund is due to payers')
    expect(text).toContain('warn the directory is empty')
    expect(text).toContain('ok crank wallet: 0 SOL of 0.05 SOL spent today')
  })

  test('rules 4.4: operations by state: a launch that hangs is stuck after ten minutes, and stays under way', async () => {
    const mint = await scene.launch()
    await scene.launch({ ticker: 'XLOCKFAIL' })
    const { operations } = scene.app.deps.storage
    const nowMs = scene.app.clock.nowMs()
    await operations.insert(launchRow('op_hangs', { createdAtMs: nowMs, mint: 'hangs' as never }), nowMs)
    expect(await operationsOf('kind=launch&state=locked')).toMatchObject([
      { kind: 'launch', mint, ticker: 'NMFROG', keyId: 'operator', stuck: false, failure: null },
    ])
    expect(await operationsOf('kind=launch&state=unlocked')).toMatchObject([{ ticker: 'XLOCKFAIL' }])
    expect(await operationsOf('kind=launch&state=under-way')).toMatchObject([{ operationId: 'op_hangs', stuck: false }])
    expect(await operationsOf('kind=launch&state=stuck')).toEqual([])
    await scene.app.clock.advance(OWN_LIMITS.launchStuckMs)
    expect(await operationsOf('kind=launch&state=stuck')).toMatchObject([{ operationId: 'op_hangs', stuck: true, state: 'prepared' }])
    expect(await operationsOf('kind=launch&state=under-way')).toHaveLength(1)
    expect(await operationsOf('kind=launch')).toHaveLength(3)
    expect((await ask('/findings')).body.findings).toContainEqual(
      expect.objectContaining({ level: 'warn', text: '1 launch under way for more than 10 minutes: Frog ($FROG, op_hangs)' }),
    )
  })

  test('rules 4.4: operations: a distribution with what it paid, page by page', async () => {
    const mint = await scene.launch()
    await scene.buy(mint)
    expect((await scene.call('POST', '/api/agent/crank', { mint })).status).toBe(200)
    const [crank] = await operationsOf('kind=crank&state=done')
    expect(crank).toMatchObject({ kind: 'crank', mint, name: null, distributed: { currency: 'SOL' } })
    await scene.launch()
    const first = (await ask('/operations?kind=launch&limit=1')).body
    const second = (await ask(`/operations?kind=launch&limit=1&cursor=${first.nextCursor}`)).body
    expect(second.operations[0].mint).toBe(mint)
    expect(second.nextCursor).toBeNull()
    expect((await ask('/operations?kind=odd')).status).toBe(400)
    expect((await ask('/operations')).status).toBe(400)
  })

  test('rules 4.4: budgets: what each wallet holds, has spent and may still spend, and the setting that raises it', async () => {
    const { spending } = scene.app.deps.storage
    const entry = { spendingClass: 'operator', caller: 'operator', atMs: scene.app.clock.nowMs() } as const
    await spending.insert({ ...entry, id: 'a', budgetName: 'crank', amountAtomic: atomicUnits(20_000_000n) })
    const { budgets, wallets } = (await ask('/budgets')).body
    const sol = (amount: string) => ({ amount, decimals: 9, currency: 'SOL' })
    // One budget a chain; the scene has a second chain with the same.
    expect(budgets[0]).toEqual({
      name: 'crank',
      daily: sol('50000000'),
      spent: sol('20000000'),
      left: sol('30000000'),
      raisedBy: 'CRANK_DAILY_LAMPORTS',
    })
    expect(wallets).toMatchObject([{ role: 'crank', platform: 'simulated', wallet: scene.payer.wallet, balance: { currency: 'SOL' } }])
  })

  test('rules 4.4: payments: refunds that are due, recorded once', async () => {
    const one = await owedRefund(scene.app.deps, { payer: '0x1', failure: verdictOf('unproven') })
    const two = await owedRefund(scene.app.deps, { payer: '0x2' })
    const due = async () => (await ask('/payments?state=refund_due')).body.payments.map((payment: any) => [payment.id, payment.proved])
    expect((await due()).sort()).toEqual([
      [one, false],
      [two, true],
    ])
    const refund = (id: string) => scene.app.call('POST', `/api/operator/payments/${id}/refunded`, undefined, { key: OPERATOR_KEY })
    expect(await refund(one)).toMatchObject({ status: 200, body: { payment: { id: one, state: 'refunded', payer: '0x1' } } })
    expect(await due()).toEqual([[two, true]])
    expect(await refund(one)).toMatchObject({ status: 404, body: { code: 'refund_not_due' } })
    expect(await refund('pay_none')).toMatchObject({ status: 404, body: { code: 'refund_not_due' } })
  })
})

describe('rules 4.4: POST /api/operator/directory previews an import, or makes it', () => {
  const send = (file: string, preview?: boolean) =>
    scene.app.call('POST', '/api/operator/directory', { file, ...(preview === undefined ? {} : { preview }) }, { key: OPERATOR_KEY })
  const csv = (...handles: readonly string[]) =>
    `rank,handle,wallet\n${handles.map((handle, index) => `${index + 1},${handle},${newPerson().wallet}\n`).join('')}`
  const handles = async () => (await scene.app.deps.storage.kols.all()).map(({ handle }) => handle)

  test('a preview says what an import would do and imports nothing; the import does it, and is in the log', async () => {
    const file = csv('frog', 'toad')
    const preview = await expectNothingHappened(scene.app, () => send(file, true))
    expect(preview).toMatchObject({ status: 200, body: { imported: false, added: 2, updated: 0, problemCount: 0, problems: [] } })
    expect(await send(file)).toMatchObject({ status: 200, body: { imported: true, added: 2, updated: 0 } })
    expect((await send(csv('TOAD', 'newt'), true)).body).toMatchObject({ added: 1, updated: 1 })
    expect(await handles()).toEqual(['frog', 'toad'])
    expect(await acts()).toMatchObject([{ kind: 'directory.imported', detail: { added: 2, updated: 0 } }])
  })

  test('a file with a bad line is told by its lines, and nothing of it is imported', async () => {
    const file = `${csv('frog')}x,toad,nowhere\n`
    expect((await send(file, true)).body).toMatchObject({ imported: false, problemCount: 2, problems: [{ line: 3 }, { line: 3 }] })
    const refused = await expectNothingHappened(scene.app, () => send(file))
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'directory_file_invalid', detail: expect.stringContaining('2 problem(s)') },
    })
    expect(refused.body.errors[0]).toMatchObject({ path: '/file', message: expect.stringContaining('line 3: ') })
    const bad = await expectNothingHappened(scene.app, () => send(`${csv('frog')}${'x\n'.repeat(LIMITS.pageMax + 50)}`, true))
    expect(bad).toMatchObject({ status: 200, body: { imported: false, problemCount: LIMITS.pageMax + 50 } })
    expect(bad.body.problems).toHaveLength(LIMITS.pageMax)
    const wide = await expectNothingHappened(scene.app, () => send('x,'.repeat(40_000), true))
    expect(wide.body).toMatchObject({ imported: false, problemCount: 1, problems: [{ line: 1, field: 'line' }] })
    expect((await expectNothingHappened(scene.app, () => send(''))).status).toBe(400)
    expect((await expectNothingHappened(scene.app, () => send('x'.repeat(OWN_LIMITS.bodyBytesFileMax)))).status).toBe(413)
  })

  test('a file longer than any other field is taken, and no other field is', async () => {
    const file = csv(...Array.from({ length: 400 }, (_, index) => `kol_${index}`))
    expect(file.length).toBeGreaterThan(LIMITS.bodyTextMax)
    expect((await send(file)).body).toMatchObject({ imported: true, added: 400 })
    const long = { label: 'x'.repeat(LIMITS.bodyTextMax + 1) }
    expect((await scene.app.call('POST', '/api/agent/keys', long, { key: OPERATOR_KEY })).status).toBe(400)
  })
})

describe('rules 4.4: GET /api/webhooks?state=failing lists those that fail, and no other', () => {
  test('only those that are switched off or failed last, with whose they are', async () => {
    const { webhooks } = scene.app.deps.storage
    const register = async (name: string) => {
      const body = { url: `https://example.com/${name}`, events: ['launch.created'] }
      return (await scene.call('POST', '/api/webhooks', body)).body.webhook.id as WebhookId
    }
    const [good, failing, off] = [await register('good'), await register('failing'), await register('off')]
    const endpoint = (await webhooks.find(good))!
    const nowMs = scene.app.clock.nowMs()
    for (const [id, change] of [
      [failing, { firstFailedAtMs: nowMs }],
      [off, { disabled: 'gone' }],
    ] as const) {
      await webhooks.delete(id)
      await webhooks.insert({ ...endpoint, id, ...change })
    }
    const list = (key: string) => scene.app.call('GET', '/api/webhooks?state=failing', undefined, { key })
    const found = async (key: string) => (await list(key)).body.webhooks.map((one: { id: string; keyId: string }) => [one.id, one.keyId])
    const expected = [failing, off].map((id) => [id, endpoint.keyId as string])
    for (const key of [scene.key, OPERATOR_KEY]) expect((await found(key)).sort()).toEqual(expected.sort())
    expect(await found(await scene.app.claim())).toEqual([])
    expect((await scene.call('GET', '/api/webhooks?state=odd')).status).toBe(400)
  })
})

const idOf = async (key: string) => (await scene.app.call('GET', '/api/agent/keys', undefined, { key })).body.keys[0].id as string
