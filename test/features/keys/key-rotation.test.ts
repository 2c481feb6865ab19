import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { DAY_MS } from '../../../src/domain/limits.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'

let app: TestApp

beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

describe('rules 2.6: a rotation gives a key another text and keeps all the rest', () => {
  const rotate = (id: string, key: string, body?: object) => app.call('POST', `/api/agent/keys/${id}/rotate`, body, { key })
  const idOf = async (key: string) => (await app.call('GET', '/api/agent/keys', undefined, { key })).body.keys[0].id as string
  const isGood = async (key: string) => (await app.call('GET', '/api/agent/keys', undefined, { key })).status === 200

  test('the new text is good at once, the old one for a day, and all that the key has stays', async () => {
    const old = await app.claim()
    const id = await idOf(old)
    await app.call('POST', '/api/webhooks', { url: 'https://example.com/hook', events: ['launch.created'] }, { key: old })
    const answer = await rotate(id, old)
    expect(answer).toMatchObject({ status: 200, body: { id, keyRow: { id, previousUntil: expect.any(String) } } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { key } = answer.body
    expect(key).not.toBe(old)
    expect(answer.body.keyRow.fingerprint).not.toBe((await idOf(key)).slice(0, 8))
    expect((await app.call('GET', '/api/webhooks', undefined, { key })).body.webhooks).toHaveLength(1)
    await app.clock.advance(DAY_MS - 1)
    expect([await isGood(old), await isGood(key)]).toEqual([true, true])
    await app.clock.advance(1)
    expect([await isGood(old), await isGood(key)]).toEqual([false, true])
    const tables = JSON.stringify((await app.deps.storage.keys.list({ limit: 9, cursor: null })).rows)
    expect(tables).not.toContain(key)
  })

  test('whoever lost the answer rotates again with the old text, which is good no longer for that', async () => {
    const old = await app.claim()
    const id = await idOf(old)
    const lost = (await rotate(id, old)).body.key
    await app.clock.advance(DAY_MS / 2)
    const { key, keyRow } = (await rotate(id, old)).body
    expect([await isGood(old), await isGood(lost), await isGood(key)]).toEqual([true, false, true])
    expect(Date.parse(keyRow.previousUntil)).toBe(app.clock.nowMs() + DAY_MS / 2)
  })

  test('an overlap of nothing ends the old text at once', async () => {
    const old = await app.claim()
    const { key, keyRow } = (await rotate(await idOf(old), old, { overlapMinutes: 0 })).body
    expect(keyRow.previousUntil).toBeNull()
    expect([await isGood(old), await isGood(key)]).toEqual([false, true])
  })

  test('the operator rotates any key, and the text that it had stays good', async () => {
    const old = await app.claim()
    const { key } = (await rotate(await idOf(old), OPERATOR_KEY, { overlapMinutes: 60 })).body
    expect([await isGood(old), await isGood(key)]).toEqual([true, true])
    await app.clock.advance(3_600_000)
    expect([await isGood(old), await isGood(key)]).toEqual([false, true])
  })

  test('nobody rotates another’s key, a revoked or an unknown one, or for longer than a day', async () => {
    const [mine, other] = [await app.claim(), await app.claim()]
    const [myId, otherId] = [await idOf(mine), await idOf(other)]
    const refused = (...how: Parameters<typeof rotate>) => expectNothingHappened(app, () => rotate(...how))
    const notFound = { status: 404, body: { code: 'key_not_found' } }
    expect(await refused(otherId, mine)).toMatchObject(notFound)
    expect(await refused('ak_none', OPERATOR_KEY)).toMatchObject(notFound)
    expect((await refused(myId, 'svc_ak_wrong')).status).toBe(401)
    expect((await refused(myId, mine, { overlapMinutes: 1_441 })).status).toBe(400)
    expect((await refused(myId, mine, { overlapMinutes: -1 })).status).toBe(400)
    await app.call('DELETE', `/api/agent/keys/${otherId}`, undefined, { key: other })
    expect(await refused(otherId, OPERATOR_KEY)).toMatchObject(notFound)
  })

  test('of two rotations at once one wins, and the other is told', async () => {
    const old = await app.claim()
    const id = await idOf(old)
    const answers = await Promise.all([rotate(id, old), rotate(id, old)])
    const won = answers.filter(({ status }) => status === 200)
    const lost = answers.filter(({ status }) => status === 409)
    expect([won.length, lost.length]).toEqual([1, 1])
    expect(lost[0]!.body).toMatchObject({ code: 'key_already_rotated' })
    expect([await isGood(old), await isGood(won[0]!.body.key)]).toEqual([true, true])
  })

  test('revoking ends both texts', async () => {
    const old = await app.claim()
    const id = await idOf(old)
    const { key } = (await rotate(id, old)).body
    await app.call('DELETE', `/api/agent/keys/${id}`, undefined, { key: old })
    expect([await isGood(old), await isGood(key)]).toEqual([false, false])
  })
})
