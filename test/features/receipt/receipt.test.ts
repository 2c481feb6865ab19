import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { checkReceipt } from '../../../src/domain/receipt/check-receipt.ts'
import { verify } from '../../../src/commands/api/verify.ts'
import { approvalMessage } from '../../../src/features/dry-run/approve-dry-run.ts'
import { receiptCrypto } from '../../../src/lib/signatures/receipt-crypto.ts'
import { tmpdir } from 'node:os'
import { createTestApp, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'

let app: TestApp
let mint: string
let keyId: string
beforeAll(async () => {
  app = await createTestApp()
  const made = (await app.call('POST', '/api/agent/keys', { label: 'Frog desk', requireApproval: true }, { key: OPERATOR_KEY })).body
  keyId = made.id
  const { dryRunId } = (await app.call('POST', '/api/agent/launch/dry-run', app.launchBody(), { key: made.key })).body
  const headers = app.signed(app.approver, (at) => approvalMessage(dryRunId, at))
  await app.call('POST', `/api/agent/launch/dry-run/${dryRunId}/approve`, undefined, { headers })
  const launched = await app.call('POST', '/api/agent/launch', app.launchBody({ dryRunId }), {
    key: made.key,
    headers: { 'x-launcher-key': app.launcher.secret, 'x-idempotency-key': 'receipt-launch' },
  })
  mint = launched.body.mint
})
afterAll(() => app.close())

const receiptOf = async (of = mint): Promise<string> => (await app.raw(new Request(`http://launch.test/api/coins/${of}/receipt`))).text()

describe('decision "A receipt"', () => {
  test('of a launch that was approved holds, and names no key', async () => {
    const text = await receiptOf()
    const keys = app.deps.a2a.keys()
    const checks = await checkReceipt(receiptCrypto, new TextEncoder().encode(text), keys)
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    expect(checks.map(({ text }) => text).join()).toContain('1 of 1 approvals are signed')
    const { entries } = JSON.parse(text) as { entries: { kind: string; body: object }[] }
    expect(entries.map(({ kind }) => kind)).toEqual(['coin', 'plan', 'approval', 'transaction', 'split'])
    expect(keyId).toStartWith('ak_')
    expect(text).not.toContain(keyId)
  })

  test('grows at its end: what is paid later changes no earlier entry', async () => {
    const before = (await receiptOf()).split('\n')
    await app.clock.advance(1_000)
    const wallet = app.launchBody().crew[0].wallet
    const [{ currency, ticker }] = [(await app.deps.storage.coins.find(mint as never))!]
    const paid = { id: 'rm_1', mint, ticker, wallet, handle: '@one', role: 'kol', currency, amountAtomic: 5n, signature: 's', height: 9 }
    await app.deps.storage.remits.insert([{ ...paid, atMs: app.clock.nowMs() } as never])
    const after = (await receiptOf()).split('\n')
    expect(after).toHaveLength(before.length + 1)
    expect(after.slice(0, before.length - 2)).toEqual(before.slice(0, -2))
    expect(after[before.length - 2]).toBe(`${before.at(-2)!},`)
  })

  test('has the same bytes and the same tag until there is something new', async () => {
    expect(await receiptOf()).toBe(await receiptOf())
    const tags = await Promise.all([1, 2].map(async () => (await app.call('GET', `/api/coins/${mint}/receipt`)).headers.get('etag')))
    expect(tags[0]).toBe(tags[1]!)
  })

  test('of a coin that is not here is refused', async () => {
    expect(await app.call('GET', '/api/coins/none/receipt')).toMatchObject({ status: 404, body: { code: 'coin_not_found' } })
  })

  test('is checked by `verify`: 0 when it holds, 1 when it does not, 2 without a file', async () => {
    const folder = mkdtempSync(`${tmpdir()}/receipt-`)
    const [good, bad, keys] = ['good', 'bad', 'keys'].map((name) => `${folder}/${name}.json`) as [string, string, string]
    writeFileSync(good, await receiptOf())
    writeFileSync(bad, (await receiptOf()).replace('Frog', 'Toad'))
    writeFileSync(keys, JSON.stringify({ keys: app.deps.a2a.keys() }))
    expect([await verify([good]), await verify([good, '--keys', keys]), await verify([bad, '--json']), await verify([])]).toEqual([
      0, 0, 1, 2,
    ])
  })
})
