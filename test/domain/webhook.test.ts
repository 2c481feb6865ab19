import { describe, expect, test } from 'bun:test'
import { unixMs } from '../../src/domain/brands.ts'
import { EVENT_TYPES } from '../../src/domain/events.ts'
import { matchesSchema } from '../../src/domain/text/schema-kinds.ts'
import { messageBody, WebhookRegistration, webhookUrlError } from '../../src/domain/webhooks/webhook.ts'

const problem = (url: string, loopbackAllowed = false) => webhookUrlError(url, { format: 'standard', loopbackAllowed })?.message ?? null

describe('rules 10.21: webhookUrlError takes addresses that anyone may be sent to', () => {
  test.each(['https://public.test/hook?a=b', 'https://public.test:443/', 'https://93.184.216.34/', 'https://[2606:4700::1111]/'])(
    'takes %s',
    (url) => {
      expect([problem(url), problem(url, true)]).toEqual([null, null])
    },
  )

  test.each([
    ['no URL', 'valid', ['', 'public.test/hook', '/hook']],
    ['user info', 'user name', ['https://user:pw@public.test/', 'https://user@public.test/']],
    ['another scheme', 'http(s)', ['ftp://public.test/', 'file:///etc/passwd']],
    ['public http', 'https', ['http://public.test/', 'http://93.184.216.34/', 'http://10.0.0.1/']],
    ['a private address', 'public', ['https://10.0.0.1/', 'https://169.254.169.254/', 'https://[fd00::1]/', 'https://[::ffff:8.8.8.8]/']],
    [
      'https on loopback',
      'public',
      ['https://127.0.0.1/', 'https://[::1]/', 'https://localhost/', 'https://a.localhost/', 'https://localhost./'],
    ],
    ['a name of an inner network', 'public', ['https://intranet/']],
    ['a number form', 'plain decimals', ['https://2130706433/', 'https://0x7f.1/', 'https://127.1/']],
    ['another port', 'port', ['https://public.test:8443/', 'https://public.test:22/']],
  ])('refuses %s in every mode', (_case, reason, urls) => {
    for (const url of urls) {
      expect(problem(url), url).toContain(reason)
      expect(problem(url, true), url).toContain(reason)
    }
  })

  test.each(['http://127.0.0.1:4000/hook', 'http://localhost:4000/hook', 'http://[::1]:4000/', 'http://127.0.0.1/'])(
    'takes %s in simulated mode only',
    (url) => {
      expect([problem(url), problem(url, true)]).toEqual(['must be an https address', null])
    },
  )
})

describe('rules 10.21: WebhookRegistration takes what names a receiver and its events', () => {
  const body = { url: 'https://public.test/', events: ['launch.created'] }

  test.each<object>([body, { ...body, label: 'prod' }, { ...body, events: [...EVENT_TYPES] }, { ...body, events: ['*'] }])(
    'takes %j',
    (value) => {
      expect(matchesSchema(WebhookRegistration, value)).toBe(true)
    },
  )

  test.each<object>([
    {},
    { url: body.url },
    { events: body.events },
    { ...body, url: '' },
    { ...body, url: `https://public.test/${'x'.repeat(2_048)}` },
    { ...body, url: 7 },
    { ...body, events: [] },
    { ...body, events: ['launch.deleted'] },
    { ...body, events: ['webhook.test'] },
    { ...body, events: ['launch.created', 'launch.created'] },
    { ...body, events: 'launch.created' },
    { ...body, label: 'x'.repeat(65) },
    { ...body, label: 'a\nb' },
    { ...body, secret: 'whsec_x' },
  ])('refuses %j', (value) => {
    expect(matchesSchema(WebhookRegistration, value)).toBe(false)
  })
})

test('rules 10.21: messageBody: type, ISO time and data; bigints as decimal strings', () => {
  const body = messageBody({ type: 'remit.cranked', atMs: unixMs(1_800_000_000_123), data: { lamports: 2n ** 60n, list: [1] } })
  expect(body).toBe('{"type":"remit.cranked","timestamp":"2027-01-15T08:00:00.123Z","data":{"lamports":"1152921504606846976","list":[1]}}')
})
