import { describe, expect, test } from 'bun:test'
import { formatIp } from '../../src/lib/ip.ts'
import { hasPublicPort, parseOutboundUrl } from '../../src/lib/outbound-url.ts'

const base = new URL('https://base.test/here')

describe('rules 10.9: parseOutboundUrl takes public addresses alone', () => {
  test.each([
    ['https://public.test/a?b#c', null],
    ['http://93.184.216.34/', '93.184.216.34'],
    ['HTTP://93.184.216.34:80', '93.184.216.34'],
    ['https://[2606:4700::1111]:443/', '2606:4700::1111'],
    ['https://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['https://xn--bcher-kva.test/', null],
    ['https://public.test./', null],
    ['https://123.test/', null],
  ])('takes %s', (text, literal) => {
    const parsed = parseOutboundUrl(text)
    if ('problem' in parsed) throw new Error(parsed.problem)
    expect(parsed.literal && formatIp(parsed.literal)).toBe(literal)
  })

  test.each([
    [
      'not a URL',
      'valid',
      [
        '',
        'public.test',
        '/path',
        '//public.test/',
        'http://',
        'http:/1.2.3.4',
        'https://exa mple.test/',
        'http://[::1',
        'http://[fe80::1%25eth0]/',
      ],
    ],
    [
      'another scheme',
      'http(s)',
      ['ftp://public.test/', 'file:///etc/passwd', 'gopher://public.test/', 'data:,x', 'javascript:alert(1)', 'unix:/tmp/s'],
    ],
    [
      'user info',
      'user name',
      ['http://user@public.test/', 'http://user:pw@public.test/', 'https://:pw@public.test/', 'http://127.0.0.1@public.test/'],
    ],
    [
      'a number that is no plain address',
      'plain decimals',
      [
        'http://2130706433/',
        'http://0x7f000001/',
        'http://0x7f.0.0.1/',
        'http://0177.0.0.1/',
        'http://127.1/',
        'http://127.0.1/',
        'http://0/',
        'http://127.0.0.1./',
        'http://１２７.0.0.1/',
        'http://%31%32%37.0.0.1/',
        'http:\\\\0x5d.184.216.34/',
      ],
    ],
    [
      'a control character',
      'valid',
      ['http://public.test/\u0000', 'ht\ntp://127.0.0.1/', 'http://public\t.test/', 'http://public.test/\r\nhost: x'],
    ],
    ['a number out of range', 'valid', ['http://256.1.1.1/', 'http://1.2.3.4.5/', 'http://4294967296/']],
  ])('refuses %s', (_case, reason, texts) => {
    for (const text of texts) expect(parseOutboundUrl(text), text).toEqual({ problem: expect.stringContaining(reason) })
  })

  test.each(['/next', 'next?x', '?q', '//other.test/x', 'http://other.test/my picture.png', ''])('resolves the redirect %p', (location) => {
    expect(parseOutboundUrl(location, base)).toMatchObject({ url: new URL(location, base) })
  })

  test.each(['//0x7f.1/x', '/\t/0x7f.1/', '\\\\2130706433/', '//user@other.test/', 'ftp://other.test/'])(
    'refuses the redirect %p',
    (location) => {
      expect(parseOutboundUrl(location, base)).toHaveProperty('problem')
    },
  )
})

test.each([
  ['http://a.test', true],
  ['https://a.test:443', true],
  ['http://a.test:443', true],
  ['https://a.test:80', true],
  ['http://a.test:8080', false],
  ['http://a.test:22', false],
  ['https://a.test:0', false],
])('hasPublicPort(%s) is %p', (text, expected) => {
  expect(hasPublicPort(new URL(text))).toBe(expected)
})
