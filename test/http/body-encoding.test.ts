import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectNothingHappened } from '../support/nothing-happened.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => void (app = await createTestApp({ policy: { rateLimits: false } })))
afterAll(() => app.close())

const TEXT = '{"label":"zürich"}'
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
const swapped = (bytes: Uint8Array) => new Uint8Array(Buffer.from(bytes).swap16())
const utf32 = (text: string) => new Uint8Array(Uint32Array.from([...text], (character) => character.codePointAt(0)!).buffer)

let calls = 0
const claim = async (body: Uint8Array | string, headers: Record<string, string>) => {
  const request = new Request('http://launch.test/api/agent/keys/claim', { method: 'POST', headers, body: body as BodyInit })
  const response = await app.raw(request, `203.0.113.${(calls += 1)}`)
  return { status: response.status, accepts: response.headers.get('accept-encoding'), body: (await response.json()) as any }
}

const JSON_IN = (charset: string) => ({ 'content-type': `application/json; charset=${charset}` })

describe('rules 7: a body in another encoding than UTF-8', () => {
  test.each<[string, Uint8Array | string, Record<string, string>, string]>([
    ['compressed', Bun.gzipSync(TEXT), { 'content-encoding': 'gzip' }, 'gzip'],
    ['compressed without a word', Bun.gzipSync(TEXT), {}, 'gzip'],
    ['compressed by zstd without a word', Bun.zstdCompressSync(TEXT), {}, 'zstd'],
    ['compressed by zlib without a word', new Uint8Array(deflateSync(TEXT)), {}, 'deflate'],
    ['said to be compressed', TEXT, { 'content-encoding': 'br' }, 'br'],
    ['compressed twice', TEXT, { 'content-encoding': 'identity, Deflate' }, 'deflate'],
    ['in UTF-16', utf16(TEXT), {}, 'utf-16'],
    ['in UTF-16 with its mark', utf16(`\ufeff${TEXT}`), {}, 'utf-16'],
    ['in UTF-16, the other way round', swapped(utf16(TEXT)), {}, 'utf-16'],
    ['in UTF-16, the other way round, with its mark', swapped(utf16(`\ufeff${TEXT}`)), {}, 'utf-16'],
    ['in UTF-32', utf32(TEXT), {}, 'utf-32'],
    ['in UTF-32 with its mark', utf32(`\ufeff${TEXT}`), {}, 'utf-32'],
    ['in UTF-32, the other way round', new Uint8Array(Buffer.from(utf32(TEXT)).swap32()), {}, 'utf-32'],
    ['said to be UTF-16', TEXT, JSON_IN('"UTF-16LE"'), 'utf-16le'],
    ['in Latin-1', new Uint8Array(Buffer.from(TEXT, 'latin1')), JSON_IN('ISO-8859-1'), 'iso-8859-1'],
    ['with a word that is none', TEXT, { 'content-encoding': 'a<script>' }, 'another encoding'],
  ])('%s is 415, and hears what is taken', async (_case, body, headers, encoding) => {
    const refused = await expectNothingHappened(app, () => claim(body, headers))
    expect(refused).toMatchObject({ status: 415, accepts: 'identity', body: { code: 'body_encoding_unsupported' } })
    expect(refused.body.detail).toStartWith(`The body comes as ${encoding}. `)
    expect(refused.body.detail).toContain('UTF-8')
  })

  test.each<[string, string, Record<string, string>]>([
    ['as it is', TEXT, {}],
    ['with the mark of UTF-8', `\ufeff${TEXT}`, {}],
    ['said to be as it is', TEXT, { 'content-encoding': 'identity' }],
    ['said to be UTF-8', TEXT, JSON_IN('UTF8')],
    ['written as JSON twice over', JSON.stringify(TEXT), {}],
    ['that says null', 'null', {}],
    ['said to be a form', TEXT, { 'content-type': 'application/x-www-form-urlencoded' }],
    ['of ASCII, in whatever it says', '{"label":"zurich"}', JSON_IN('windows-1252')],
  ])('%s is taken', async (_case, body, headers) => expect((await claim(body, headers)).status).toBe(201))

  test.each<[string, string, string]>([
    ['application/x-www-form-urlencoded', 'label=frog', 'is a form'],
    ['application/x-www-form-urlencoded', '\r\nlabel=frog', 'is a form'],
    ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="label"\r\n\r\nfrog\r\n--x--', 'is a form'],
    ['application/json', 'label=frog', 'is not valid JSON'],
    ['application/x-www-form-urlencoded', '{"label":', 'is not valid JSON'],
  ])('of %s that is %p %s', async (type, body, message) => {
    const refused = await expectNothingHappened(app, () => claim(body, { 'content-type': type }))
    expect(refused).toMatchObject({ status: 400, body: { code: 'body_not_json', errors: [{ message: expect.stringContaining(message) }] } })
  })

  test('written as JSON twice over is held to what one written once is', async () => {
    for (const [text, code] of [
      ['{"label":"a","label":"b"}', 'validation_invalid'],
      ['{"privateKey":"x"}', 'secret_in_body'],
      ['["label"]', 'validation_invalid'],
      ['frog', 'validation_invalid'],
    ])
      expect((await expectNothingHappened(app, () => claim(JSON.stringify(text), {}))).body.code).toBe(code)
  })

  test('of MCP in another encoding is refused in its words', async () => {
    const response = await app.raw(
      new Request('http://launch.test/mcp', { method: 'POST', headers: { 'content-encoding': 'gzip' }, body: Bun.gzipSync('{}') }),
    )
    const { error } = (await response.json()) as any
    expect([response.status, error.code, error.data.code]).toEqual([415, -32_600, 'body_encoding_unsupported'])
  })
})
