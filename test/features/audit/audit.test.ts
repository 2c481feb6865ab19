import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { rejectionMessage } from '../../../src/features/dry-run/reject-dry-run.ts'
import { canonicalJson } from '../../../src/lib/canonical-json.ts'
import { readCsv } from '../../../src/lib/csv.ts'
import { owedRefund } from '../../support/owed-refund.ts'
import { OPERATOR_KEY } from '../../support/test-app.ts'
import { createUpkeepScene, type UpkeepScene } from '../../support/upkeep-scene.ts'

let scene: UpkeepScene
beforeEach(async () => {
  scene = await createUpkeepScene()
})
afterEach(() => scene.app.close())

const audit = (query = '', key = OPERATOR_KEY) => scene.app.call('GET', `/api/audit${query}`, undefined, { key })
const acts = async () => (await audit()).body.acts
const idOf = async (key: string) => (await scene.app.call('GET', '/api/agent/keys', undefined, { key })).body.keys[0].id as string

describe('GET /api/audit', () => {
  test('rules 10.32: who did what to what, in the commit of the act, and no secret', async () => {
    const { app } = scene
    const call = (method: string, path: string, body?: unknown) =>
      app.call(method, path, body, { key: OPERATOR_KEY, address: '203.0.113.5' })
    const minted = (await call('POST', '/api/agent/keys', { label: 'partner', launchesPerHour: 20 })).body
    const path = `/api/agent/keys/${minted.id}`
    await call('PATCH', path, { launchesPerHour: 30 })
    const rotated = (await call('POST', `${path}/rotate`, { overlapMinutes: 60 })).body
    await call('DELETE', path)
    const hook = (await scene.call('POST', '/api/webhooks', { url: 'https://example.com/hook?token=x', events: ['*'] })).body.webhook
    await call('DELETE', `/api/webhooks/${hook.id}`)
    await call('POST', `/api/operator/payments/${await owedRefund(app.deps)}/refunded`)
    const found = await acts()
    expect(found.map(({ kind }: { kind: string }) => kind).sort()).toEqual(
      ['key.minted', 'key.changed', 'key.rotated', 'key.revoked', 'webhook.deleted', 'payment.refunded'].sort(),
    )
    for (const act of found) expect(act).toMatchObject({ by: 'key', address: '203.0.113.5' })
    expect(found).toContainEqual(expect.objectContaining({ kind: 'key.changed', subject: minted.id, detail: { launchesPerHour: 30 } }))
    expect(found).toContainEqual(expect.objectContaining({ kind: 'webhook.deleted', subject: hook.id }))
    const text = JSON.stringify(found)
    for (const secret of [minted.key, rotated.key, OPERATOR_KEY, 'token=x']) expect(text).not.toContain(secret)
  })

  test('rules 5.4: it is for the operator’s key alone', async () => {
    expect((await audit('', 'svc_ak_wrong')).status).toBe(401)
    expect(await audit('', scene.key)).toMatchObject({ status: 401, body: { code: 'operator_key_required' } })
  })

  test('rules 10.32: who approved, rejected, launched and featured', async () => {
    const { app } = scene
    const mint = await scene.launch()
    expect(await acts()).toMatchObject([
      { kind: 'coin.launched', by: 'agent', subject: mint, detail: { keyId: 'operator', launcher: app.launcher.wallet } },
    ])
    await app.deps.storage.coins.graduate(mint, app.clock.nowMs())
    const statusUrl = 'https://x.com/frogs/status/1'
    const feature = () => app.call('POST', `/api/coins/${mint}/featured`, { statusUrl }, { key: OPERATOR_KEY })
    expect([(await feature()).status, (await feature()).status]).toEqual([200, 200])
    const body = app.launchBody({ launcherPubkey: app.launcher.wallet })
    const ids = [await scene.dryRun(body, { approve: true }), await scene.dryRun(body)]
    const headers = app.signed(app.approver, (at) => rejectionMessage(ids[1]!, at))
    expect((await app.call('POST', `/api/agent/launch/dry-run/${ids[1]}/reject`, { reason: 'No.' }, { headers })).status).toBe(200)
    const wallet = app.approver.wallet
    const found: { number: number }[] = await acts()
    expect(found.toSorted((one, other) => one.number - other.number).slice(1)).toMatchObject([
      { kind: 'coin.featured', by: 'key', address: '198.51.100.7', subject: mint, detail: { url: statusUrl } },
      { kind: 'dryRun.approved', by: 'wallet', subject: ids[0], detail: { wallet } },
      { kind: 'dryRun.rejected', by: 'wallet', subject: ids[1], detail: { wallet } },
    ])
    expect(found).toHaveLength(4)
  })

  test('rules 10.32: as CSV it says the same, by format=csv or by Accept; each entry’s hash follows from the answer', async () => {
    const mint = (label: string) => scene.app.call('POST', '/api/agent/keys', { label }, { key: OPERATOR_KEY })
    for (const label of ['=cmd', 'two, "quoted"']) await mint(label)
    const csv = await audit('?format=csv')
    const byAccept = await scene.app.call('GET', '/api/audit', undefined, { key: OPERATOR_KEY, headers: { accept: 'text/csv' } })
    expect(csv.headers.get('content-type')).toStartWith('text/csv')
    expect(byAccept.body).toEqual(csv.body)
    const [head, ...rows] = [...readCsv(csv.body as string)].map(({ fields }) => fields)
    const listed: Record<string, any>[] = (await acts()).toSorted((one: any, other: any) => other.number - one.number)
    const lines = rows.map((fields) => Object.fromEntries(fields.map((field, index) => [head![index], field])))
    expect(lines.toSorted((one, other) => Number(other.number) - Number(one.number))).toEqual(
      // Whoever is the only operator has no name.
      listed.map(({ number, detail, ...act }) => ({ ...act, name: '', number: String(number), detail: JSON.stringify(detail) })),
    )
    let before = '0'.repeat(64)
    for (const { hash, ...entry } of listed.toReversed()) {
      expect(hash).toBe(
        createHash('sha256')
          .update(`${before}\n${canonicalJson(entry)}`)
          .digest('hex'),
      )
      before = hash
    }
    expect(listed).toHaveLength(2)
  })

  test('rules 10.32: what is refused, and what others do to their own, is no act of the operator', async () => {
    const id = await idOf(scene.key)
    await scene.app.call('PATCH', '/api/agent/keys/ak_none', { ops: true }, { key: OPERATOR_KEY })
    await scene.app.call('DELETE', '/api/agent/keys/ak_none', undefined, { key: OPERATOR_KEY })
    await scene.app.call('POST', '/api/operator/payments/pay_none/refunded', undefined, { key: OPERATOR_KEY })
    const { key } = (await scene.call('POST', `/api/agent/keys/${id}/rotate`, undefined, { headers: {} })).body
    await scene.app.call('DELETE', `/api/agent/keys/${id}`, undefined, { key })
    expect(await acts()).toEqual([])
  })
})
