import { describe, expect, test } from 'bun:test'
import { isIP } from 'node:net'
import { hasPublicPort, parseOutboundUrl } from '../../src/lib/outbound-url.ts'
import { damaged, forInputs, ODD_CHARACTERS, textOf } from '../support/property.ts'
import type { SeededRandom } from '../support/seeded-random.ts'

/** Every way in which URL parsers let an IPv4 address be written. */
function numberForm(random: SeededRandom): string {
  const parts = Array.from({ length: 4 }, () => random.below(256)) as [number, number, number, number]
  const form = (part: number) => random.pick([String(part), `0x${part.toString(16)}`, `0${part.toString(8)}`, `00${part.toString(8)}`])
  const [a, b, c, d] = parts
  return random.pick([
    parts.map(form).join('.'),
    `${form(a)}.${form(b * 65_536 + c * 256 + d)}`,
    `${form(a)}.${form(b)}.${form(c * 256 + d)}`,
    form(((a * 256 + b) * 256 + c) * 256 + d),
    parts.join('.').replaceAll('.', random.pick(['。', '．', '｡', '%2e'])),
    `${parts.join('.')}.`,
    parts.join('.'),
  ])
}

const SCHEMES = [
  'http://',
  'https://',
  'HTTP://',
  'http:',
  'http:/',
  'http:\\\\',
  'https:///',
  '//',
  'ftp://',
  'file://',
  'javascript:',
  'data:',
  '',
] as const
const hostOf = (random: SeededRandom) =>
  random.pick([
    numberForm(random),
    '[::1]',
    '[::ffff:7f00:1]',
    'example.com',
    'ex%61mple.com',
    'localhost',
    'a.b.c.',
    'xn--nxasmq6b',
    '１２７.0.0.1',
    textOf(random, ODD_CHARACTERS, 8),
  ])
const urlOf = (random: SeededRandom) =>
  `${random.pick(SCHEMES)}${random.pick(['', '', '', 'user@', 'user:pw@', '@', ':@', 'a%40b@'])}${hostOf(random)}${random.pick(['', ':80', ':443', ':8080', ':0', ':99999', ':'])}${random.pick(['', '/', '/a?b#c', '/../', '\\@evil.test/', '?@evil.test', '#@evil.test'])}`

describe('rules 10.9: parseOutboundUrl takes public addresses alone', () => {
  test('what is accepted is http(s), names no user, and is the address that it reads as', () => {
    forInputs((random) => {
      const text = random.below(3) === 0 ? damaged(random, urlOf(random)) : urlOf(random)
      const parsed = parseOutboundUrl(text)
      if ('problem' in parsed) return null
      const { url, literal } = parsed
      if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return `${JSON.stringify(text)} is accepted`
      const bare = url.hostname.replaceAll(/[[\]]/g, '')
      if ((literal !== null) !== (isIP(bare) !== 0))
        return `${JSON.stringify(text)}: ${bare} is taken for a ${literal ? 'address' : 'name'}`
      // Whoever reads the text sees the very numbers that are connected to.
      if (literal?.kind() === 'ipv4' && !text.includes(bare)) return `${JSON.stringify(text)} hides ${bare}`
      return hasPublicPort(url) === /^(|80|443)$/.test(url.port) ? null : `${JSON.stringify(text)}: port ${url.port}`
    })
  })

  test('a redirect is held to the same, wherever it starts', () => {
    const base = new URL('https://example.com/a/b')
    forInputs((random) => {
      const text = random.below(3) === 0 ? textOf(random, ODD_CHARACTERS, 12) : urlOf(random)
      const parsed = parseOutboundUrl(text, base)
      if ('problem' in parsed) return null
      const { url, literal } = parsed
      if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return `${JSON.stringify(text)} is accepted`
      return literal?.kind() === 'ipv4' && !text.includes(url.hostname) ? `${JSON.stringify(text)} hides ${url.hostname}` : null
    })
  })

  test('a text of any length ends at once', () => {
    for (const unit of ['http://', 'a:', '@', '[', '%', '/\\', '1.']) {
      expect(() => parseOutboundUrl(`http://${unit.repeat(200_000)}`)).not.toThrow()
      expect(() => parseOutboundUrl(unit.repeat(200_000))).not.toThrow()
    }
  })
})
