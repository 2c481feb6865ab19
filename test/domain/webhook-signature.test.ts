import { describe, expect, test } from 'bun:test'
import { Webhook } from 'standardwebhooks'
import { unixMs } from '../../src/domain/brands.ts'
import { webhookHeaders, webhookSecretText } from '../../src/domain/webhooks/webhook-signature.ts'
import { Secret } from '../../src/lib/secret.ts'

const secret = webhookSecretText(new Uint8Array(32).fill(7))
const oldSecret = webhookSecretText(new Uint8Array(32).fill(8))
const message = { id: 'evt_1', atMs: unixMs(Date.now()), body: '{"type":"launch.created","data":{"name":"Zoë 🚀"}}' }

describe('rules 10.21: what is delivered is signed as Standard Webhooks says', () => {
  test('the standardwebhooks library verifies it', () => {
    expect(new Webhook(secret.reveal()).verify(message.body, webhookHeaders(message, [secret]))).toEqual(JSON.parse(message.body))
  })

  test('during a rotation either secret verifies it, and a third does not', () => {
    const headers = webhookHeaders(message, [secret, oldSecret])
    expect(headers['webhook-signature']!.split(' ').map((part) => part.slice(0, 3))).toEqual(['v1,', 'v1,'])
    for (const held of [secret, oldSecret])
      expect(new Webhook(held.reveal()).verify(message.body, headers)).toEqual(JSON.parse(message.body))
    const stranger = new Webhook(webhookSecretText(new Uint8Array(32).fill(9)).reveal())
    expect(() => stranger.verify(message.body, headers)).toThrow('No matching signature')
  })

  test.each([
    ['body', { body: message.body.replace('Zoë', 'Zoe') }],
    ['id', { id: 'evt_2' }],
    ['timestamp', { atMs: unixMs(message.atMs + 1_000) }],
  ])('another %s does not verify', (_part, change) => {
    const sent = { ...message, ...change }
    const headers = { ...webhookHeaders(sent, [secret]), 'webhook-signature': webhookHeaders(message, [secret])['webhook-signature']! }
    expect(() => new Webhook(secret.reveal()).verify(sent.body, headers)).toThrow('No matching signature')
  })

  test.each(['', 'whsec_', 'AAAA', 'whsec_!!'])('refuses to sign with %p, and does not repeat it', (text) => {
    expect(() => webhookHeaders(message, [new Secret(text)])).toThrow(/^a stored webhook secret is not one$/)
  })
})
