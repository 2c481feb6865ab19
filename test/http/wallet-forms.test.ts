import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { LIMITS } from '../../src/domain/limits.ts'
import { openingMessage } from '../../src/features/approvals/open-approvals.ts'
import { approvalMessage } from '../../src/features/dry-run/approve-dry-run.ts'
import { rejectionMessage } from '../../src/features/dry-run/reject-dry-run.ts'
import { hostlessReferralsMessage, referralsMessage } from '../../src/features/referrals/read-referral-stats.ts'
import { fromBase58, toBase58 } from '../../src/lib/bytes.ts'
import { signDetached } from '../../src/lib/ed25519.ts'
import { offchainEnvelopes } from '../../src/lib/signatures/offchain-envelopes.ts'
import { createTestApp, newPerson, type Person, type TestApp } from '../support/test-app.ts'

const HOST = 'launch.test'
let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ policy: { rateLimits: false } })
})
afterEach(() => app.close())

/** Wallet headers over the text in the `form`-th envelope, as a hardware wallet makes them. */
function hardware(person: Person, message: (timestamp: string) => string, form: number, host = HOST) {
  const timestamp = String(app.clock.nowMs())
  const signed = offchainEnvelopes(message(timestamp), person.pair.publicKey, host)[form]!
  return { 'x-svc-wallet': person.wallet, 'x-svc-timestamp': timestamp, 'x-svc-signature': toBase58(signDetached(signed, person.pair)) }
}
const post = (path: string, headers: Record<string, string>, body?: unknown) => app.call('POST', path, body, { headers })
const invalid = (reason: string) => ({
  status: 401,
  body: { code: 'wallet_signature_invalid', detail: expect.stringContaining(reason) },
})

describe('decision "A wallet’s signature"', () => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'rules 5.6, 5.7, 5.9: a hardware wallet’s envelope %p counts wherever a wallet signs',
    async (form) => {
      const key = await app.claim()
      const plans = []
      for (const ticker of ['ONE', 'TWO'])
        plans.push((await app.call('POST', '/api/agent/launch/dry-run', app.launchBody({ ticker }), { key })).body.dryRunId)
      const [first, second] = plans
      const approved = await post(
        `/api/agent/launch/dry-run/${first}/approve`,
        hardware(app.approver, (at) => approvalMessage(first, at), form),
      )
      expect(approved).toMatchObject({ status: 200, body: { approved: true } })
      const no = hardware(app.approver, (at) => rejectionMessage(second, at), form)
      expect((await post(`/api/agent/launch/dry-run/${second}/reject`, no, { reason: 'The picture is another’s.' })).status).toBe(200)
      const opening = hardware(app.approver, (at) => openingMessage(HOST, app.approver.wallet, at), form)
      expect((await post('/api/approvals/open', opening)).status).toBe(200)
      expect(await post('/api/approvals/open', opening)).toMatchObject({ status: 401, body: { code: 'wallet_signature_used' } })
      const plain = app.signed(app.approver, (at) => openingMessage(HOST, app.approver.wallet, at))
      expect(await post('/api/approvals/open', plain)).toMatchObject({ status: 401, body: { code: 'wallet_signature_used' } })
      const headers = hardware(app.approver, (at) => referralsMessage(HOST, app.approver.wallet, at), form)
      expect(await app.call('GET', '/api/kol/referrals', undefined, { headers })).toMatchObject({
        status: 404,
        body: { code: 'kol_not_found' },
      })
    },
  )

  const WRITTEN: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
    base64: (bytes) => Buffer.from(bytes).toString('base64'),
    'base64 without padding': (bytes) => Buffer.from(bytes).toString('base64').replaceAll('=', ''),
    base64url: (bytes) => Buffer.from(bytes).toString('base64url'),
    hex: (bytes) => Buffer.from(bytes).toString('hex'),
    'hex in capitals and groups': (bytes) => Buffer.from(bytes).toString('hex').toUpperCase().replaceAll(/.{8}/g, '$& '),
    '0x and hex': (bytes) => `0x${Buffer.from(bytes).toString('hex')}`,
    'a JSON array': (bytes) => JSON.stringify([...bytes]),
    'bytes with a sign': (bytes) => JSON.stringify([...new Int8Array(bytes)]),
    'a comma list': (bytes) => String(bytes),
    'what JSON makes of a Uint8Array': (bytes) => JSON.stringify(bytes),
    'base58 in quotes, with spaces around': (bytes) => ` "${toBase58(bytes)}" `,
  }
  test.each(Object.keys(WRITTEN))('rules 5.6, 5.7: a signature as %s approves, rejects and reads', async (form) => {
    const key = await app.claim()
    const written = (message: (timestamp: string) => string, person = app.approver) => {
      const headers = app.signed(person, message)
      return { ...headers, 'x-svc-signature': WRITTEN[form]!(fromBase58(headers['x-svc-signature']!)!) }
    }
    const planned = async (ticker: string) =>
      (await app.call('POST', '/api/agent/launch/dry-run', app.launchBody({ ticker }), { key })).body.dryRunId as string
    const [first, second] = [await planned('ONE'), await planned('TWO')]
    expect(
      await post(
        `/api/agent/launch/dry-run/${first}/approve`,
        written((at) => approvalMessage(first, at)),
      ),
    ).toMatchObject({
      status: 200,
      body: { approved: true },
    })
    const no = written((at) => rejectionMessage(second, at))
    expect((await post(`/api/agent/launch/dry-run/${second}/reject`, no, { reason: 'The picture is another’s.' })).status).toBe(200)
    const headers = written((at) => referralsMessage(HOST, app.approver.wallet, at))
    expect((await app.call('GET', '/api/kol/referrals', undefined, { headers })).body.code).toBe('kol_not_found')
    const stranger = written((at) => approvalMessage(second, at), newPerson())
    expect(await post(`/api/agent/launch/dry-run/${second}/approve`, { ...stranger, 'x-svc-wallet': app.approver.wallet })).toMatchObject(
      invalid('of this one signer'),
    )
  })

  test('another wallet’s envelope opens nothing', async () => {
    const stranger = newPerson()
    const headers = hardware(stranger, (at) => openingMessage(HOST, app.approver.wallet, at), 8)
    expect(await post('/api/approvals/open', { ...headers, 'x-svc-wallet': app.approver.wallet })).toMatchObject(
      invalid('is not one of this wallet'),
    )
  })

  test('a form that is none is told as that, and the same signature in a form that is one is taken then', async () => {
    const headers = app.signed(app.approver, (at) => openingMessage(HOST, app.approver.wallet, at))
    const bytes = fromBase58(headers['x-svc-signature']!)!
    for (const none of ['nope', Buffer.from(bytes.slice(1)).toString('hex'), String(bytes.slice(1)), '0x', '[]', '{}'])
      expect(await post('/api/approvals/open', { ...headers, 'x-svc-signature': none })).toMatchObject(
        invalid('in no form that is read here'),
      )
    expect((await post('/api/approvals/open', { ...headers, 'x-svc-signature': String(bytes) })).status).toBe(200)
  })
})

describe('rules 5.7: signed texts name the service', () => {
  test('rules 5.7, 5.9: a text for another host, or for none in the inbox, opens nothing here', async () => {
    const { wallet } = app.approver
    for (const text of [(at: string) => openingMessage('other.test', wallet, at), (at: string) => `svc-open-approvals:${wallet}:${at}`])
      expect(await post('/api/approvals/open', app.signed(app.approver, text))).toMatchObject(invalid('is not one of this wallet'))
    const headers = app.signed(app.approver, (at) => referralsMessage('other.test', wallet, at))
    expect(await app.call('GET', '/api/kol/referrals', undefined, { headers })).toMatchObject(invalid('is not one of this wallet'))
  })

  test('rules 5.7: the form without a host counts for one minute, and is told what to sign after it; the form with it for five', async () => {
    const { wallet } = app.approver
    const read = (headers: Record<string, string>) => app.call('GET', '/api/kol/referrals', undefined, { headers })
    const sign = (message: (at: string) => string) => app.signed(app.approver, message)
    const [hostless, late, bound] = [sign, sign, sign].map((one, nth) =>
      one((at) => (nth === 2 ? referralsMessage(HOST, wallet, at) : hostlessReferralsMessage(wallet, at))),
    )
    await app.clock.advance(LIMITS.hostlessTimestampToleranceMs)
    expect(await read(hostless!)).toMatchObject({ status: 404, body: { code: 'kol_not_found' } })
    await app.clock.advance(1)
    expect(await read(late!)).toMatchObject(invalid(`sign "svc-kol-referrals:${HOST}:${wallet}:`))
    await app.clock.advance(LIMITS.walletTimestampToleranceMs - LIMITS.hostlessTimestampToleranceMs - 1)
    expect(await read(bound!)).toMatchObject({ status: 404, body: { code: 'kol_not_found' } })
  })
})
