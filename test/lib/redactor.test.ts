import { describe, expect, test } from 'bun:test'
import { createLogger, shownPath } from '../../src/lib/logger.ts'
import { createRedactor } from '../../src/lib/redactor.ts'
import { toBase58, toBase64 } from '../../src/lib/bytes.ts'
import { configuredSecrets } from '../../src/config/configured-secrets.ts'
import { list, secret, text } from '../../src/config/parsers/values.ts'
import { empty, none, variable } from '../../src/config/variable.ts'
import { ALL_VARIABLES } from '../../src/config/variables.ts'
import { newKeyPair } from '../support/new-key-pair.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { Secret } from '../../src/lib/secret.ts'

const SECRET = 'pa ss/wörd+"quoted"\\=end'

/** Ways in which a text comes into another. */
const WAYS: readonly (readonly [string, (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['in JSON', (text) => JSON.stringify({ deep: [text] })],
  ['in JSON in JSON', (text) => JSON.stringify(JSON.stringify(text)).replaceAll('\\\\', '\\').replaceAll('\\"', '"')],
  ['in a query', (text) => `https://x.test/?a=${encodeURIComponent(text)}&b`],
  ['in a query, in small letters', (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase())],
  ['in a path', (text) => encodeURI(`/v2/${text}/x`)],
  ['in a form', (text) => encodeURIComponent(text).replaceAll('%20', '+')],
  ['as hex', (text) => Buffer.from(text).toString('hex')],
  ['as HEX', (text) => Buffer.from(text).toString('hex').toUpperCase()],
  ['as base64', (text) => toBase64(Buffer.from(text))],
  ['as a password in base64', (text) => `Basic ${toBase64(Buffer.from(`user:${text}`))}`],
  ['inside of base64', (text) => toBase64(Buffer.from(`xy${text}-more`))],
  ['as base64 of addresses', (text) => Buffer.from(`x${text}`).toString('base64url')],
]

/** Compares every secret with the text at each of its characters. */
function redactedSlowly(secrets: readonly string[], text: string): string {
  let redacted = ''
  for (let at = 0; at < text.length;) {
    const found = secrets.filter((secret) => text.startsWith(secret, at)).sort((a, b) => b.length - a.length)[0]
    redacted += found === undefined ? text[at] : '[secret]'
    at += found?.length ?? 1
  }
  return redacted
}

describe('a redactor', () => {
  const redact = createRedactor(new Secret([SECRET, 'an-api-key-0123']))

  test.each(WAYS)('a secret that stands in a text %s is found', (_way, write) => {
    for (const text of [SECRET, 'an-api-key-0123']) {
      const written = `before ${write(text)} after`
      const redacted = redact(written)
      expect(redacted).toContain('[secret]')
      expect(redacted.startsWith('before ')).toBe(true)
      // Two characters at either end may belong to what stands beside it in base64: of the secret itself nothing is left.
      const left = redacted.split('[secret]').join('')
      for (let at = 0; at + 12 <= write(text).length; at += 1) {
        const piece = write(text).slice(at, at + 12)
        if (write(text).length === text.length) expect(left).not.toContain(piece)
      }
    }
  })

  test('a wallet’s key in every form of its bytes, and never its public half', () => {
    const { secretKey: secret, publicKey } = newKeyPair()
    const secretKey = secret.reveal()
    const secrets = configuredSecrets({ CRANK_PAYER_KEY: JSON.stringify([...secretKey]), EVM_CRANK_PAYER_KEY: '0x' + 'ab'.repeat(32) })
    const redact = createRedactor(secrets)
    const seed = secretKey.slice(0, 32)
    const hex = Buffer.from(seed).toString('hex')
    const forms = [
      toBase58(secretKey),
      toBase58(seed),
      hex,
      `0x${hex}`,
      toBase64(secretKey),
      [...seed].join(','),
      [...secretKey].join(', '),
    ]
    for (const form of [...forms, '0x' + 'ab'.repeat(32), 'AB'.repeat(32), BigInt('0x' + 'ab'.repeat(32)).toString()])
      expect(redact(`<${form}>`)).toMatch(/^<(0x)?\[secret\](, .*|,.*|.)?=?=?>$/)
    expect(redact(toBase58(publicKey))).toBe(toBase58(publicKey))
  })

  test('a text without secrets stays as it is; 100,000 random ones too', () => {
    const random = createSeededRandom(7)
    for (let round = 0; round < 100_000; round += 1) {
      const text = String.fromCharCode(...Array.from({ length: 1 + random.below(30) }, () => random.below(0x3ff)))
      expect(redact(text) === text).toBe(true)
    }
  })

  test('of secrets that overlap in a text the leftmost is taken, and of those that begin there the longest: as one who compares at each character', () => {
    const random = createSeededRandom(11)
    const letters = (length: number) => Array.from({ length }, () => 'abc'[random.below(2 + random.below(2))]).join('')
    for (let round = 0; round < 2_000; round += 1) {
      const secrets = Array.from({ length: 1 + random.below(6) }, () => letters(6 + random.below(round % 2 === 0 ? 4 : 300)))
      const text = Array.from({ length: 1 + random.below(8) }, () =>
        random.below(2) === 0 ? letters(random.below(40)) : secrets[random.below(secrets.length)]!,
      ).join('')
      expect(createRedactor(new Secret(secrets))(text)).toBe(redactedSlowly(secrets, text))
    }
  })

  test('what a megabyte takes does not grow with the number of secrets', () => {
    const many = createRedactor(new Secret(Array.from({ length: 200 }, (_, index) => `secret number ${index} of many`)))
    expect(many('x'.repeat(1_000_000)).length).toBe(1_000_000)
    expect(many('s'.repeat(100_000)).length).toBe(100_000)
  })
})

describe('secrets of the configuration', () => {
  test('what the configuration keeps as a secret is marked as one, or does not compile', () => {
    // @ts-expect-error a secret without a mark
    variable('KEY', secret(text), none(), 'a key')
    // @ts-expect-error a list of secrets without a mark
    variable('URLS', list(secret(text)), empty(), 'addresses')
    expect(variable('KEY', secret(text), none(), 'a key', 'text').secret).toBe('text')
    expect(ALL_VARIABLES.filter(({ name, secret }) => /_URL$|_URLS$|KEY$|JWT$/.test(name) && !secret).map(({ name }) => name)).toEqual([
      'BASE_URL',
    ])
  })

  test.each([
    ['https://user:hunter2222@rpc.test/', ['hunter2222', 'user:hunter2222']],
    ['https://rpc.test/v2/KEYKEYKEYKEY', ['KEYKEYKEYKEY', '/v2/KEYKEYKEYKEY']],
    ['https://rpc.test/?api-key=short1', ['short1']],
    ['https://rpc.test/?x=0123456789abcdef', ['0123456789abcdef']],
    ['https://abcdefghij0123456789.rpc.test', ['abcdefghij0123456789']],
    ['postgres://launch:p%40ss%2Fword@db/x', ['p%40ss%2Fword', 'p@ss/word']],
    ['postgres://launch:one,two!three@db/x', ['one,two!three']],
    ['postgres://launch:hunter2222@one:5433,two/x', ['hunter2222', 'launch:hunter2222', 'postgres://launch:hunter2222@two/x']],
    ['postgres://one,two/x?user=launch&password=hunter2222', ['hunter2222', '/x?user=launch&password=hunter2222']],
  ])('of %s', (address, pieces) => {
    const found = configuredSecrets({ SOLANA_RPC_URL: address, ...(address.startsWith('p') ? { DATABASE_URL: address } : {}) }).reveal()
    for (const piece of [address, ...pieces]) expect(found).toContain(piece)
    const redact = createRedactor(new Secret(found))
    for (const piece of pieces) expect(redact(`at ${piece} it failed`)).not.toContain(piece)
  })

  test('an address that opens nothing is no secret', () => {
    expect(
      configuredSecrets({ SOLANA_RPC_URL: 'https://api.mainnet-beta.solana.com', DATABASE_URL: 'sqlite:/data/service.db' }).reveal(),
    ).toEqual([])
  })
})

describe('the logger', () => {
  test('redacts secrets inside causes, nested objects, stacks and names', () => {
    const lines: string[] = []
    const redact = createRedactor(new Secret(['KEY-OF-THE-PROVIDER']))
    const log = createLogger({ level: 'debug', nowMs: () => 0, write: (line) => lines.push(line), redact })
    const inner = new Error('URL: https://x.test/v2/KEY-OF-THE-PROVIDER')
    log.warn('KEY-OF-THE-PROVIDER', {
      error: new Error('outer', { cause: inner }),
      deep: { 'KEY-OF-THE-PROVIDER': ['KEY-OF-THE-PROVIDER'] },
    })
    createLogger({ level: 'debug', pretty: true, nowMs: () => 0, write: (line) => lines.push(line), redact }).error('x', {
      error: inner,
    })
    expect(lines.join('')).not.toContain('KEY-OF')
    expect(lines.join('').split('[secret]').length).toBeGreaterThan(5)
  })

  test.each([
    [`/api/coins/0x${'ab'.repeat(32)}`, '/api/coins/[hidden]'],
    [`/api/coins/${'AB'.repeat(32)}/logo`, '/api/coins/[hidden]/logo'],
    [`/x/${toBase58(newKeyPair().secretKey.reveal())}`, '/x/[hidden]'],
    [`/x/eyJhbGciOiJIUzI1NiJ9.${'a'.repeat(60)}.sig`, '/x/[hidden]'],
    [`/x/${'%61%62'.repeat(20)}`, '/x/[hidden]'],
    [`/x/[${Array.from({ length: 64 }, (_, index) => index).join(',')}]`, '/x/[hidden]'],
    ['/api/coins/So11111111111111111111111111111111111111112/kit?token=x', '/api/coins/So11111111111111111111111111111111111111112/kit'],
    ['/api/coins/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', '/api/coins/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
    [`/approve/${'0a'.repeat(16)}`, `/approve/${'0a'.repeat(16)}`],
  ])('of the path %s it shows what is no key', (path, shown) => {
    expect(shownPath(path)).toBe(shown)
  })
})
