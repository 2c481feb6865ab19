import { describe, expect, test } from 'bun:test'
import { toBase58, toBase64 } from '../../../src/lib/bytes.ts'
import { signatureBytes } from '../../../src/lib/signatures/signature-bytes.ts'

const SIGNATURE = Uint8Array.from({ length: 64 }, (_, at) => (at * 37 + 200) % 256)
const HEX = Buffer.from(SIGNATURE).toString('hex')
const found = (text: string) => signatureBytes(text).map((bytes) => Buffer.from(bytes).toString('hex'))

describe('decision "A wallet’s signature": its forms', () => {
  test.each([
    ['base58', toBase58(SIGNATURE)],
    ['base64', toBase64(SIGNATURE)],
    ['base64 without padding', toBase64(SIGNATURE).replaceAll('=', '')],
    ['base64url', Buffer.from(SIGNATURE).toString('base64url')],
    ['hex', HEX],
    ['hex in capitals', HEX.toUpperCase()],
    ['0x and hex', `0x${HEX}`],
    ['a JSON array', JSON.stringify([...SIGNATURE])],
    ['a JSON array with spaces', `[ ${[...SIGNATURE].join(', ')} ]`],
    ['a comma list', String(SIGNATURE)],
    ['hex with spaces', HEX.replaceAll(/../g, '$& ')],
    ['base64 in lines', toBase64(SIGNATURE).replaceAll(/.{32}/g, '$&\r\n')],
    ['base58 in quotes', JSON.stringify(toBase58(SIGNATURE))],
    ['base64 in quotes', JSON.stringify(toBase64(SIGNATURE))],
    ['bytes with a sign, as Java has them', JSON.stringify([...new Int8Array(SIGNATURE)])],
    ['what JSON makes of a Uint8Array', JSON.stringify(SIGNATURE)],
    ['what JSON makes of a Buffer', JSON.stringify(Buffer.from(SIGNATURE))],
  ])('%s', (_form, text) => {
    expect(found(text)).toEqual([HEX])
  })

  test('a text that is 64 bytes in two alphabets is each of them', () => {
    const text = `11${'z'.repeat(84)}`
    expect(signatureBytes(text).map((bytes) => bytes.length)).toEqual([64, 64])
    expect(new Set(found(text)).size).toBe(2)
  })

  test.each([
    ['nothing', ''],
    ['a word', 'nope'],
    ['63 bytes of hex', HEX.slice(2)],
    ['65 bytes of hex', `${HEX}00`],
    ['63 bytes of base58', toBase58(SIGNATURE.slice(1))],
    ['63 numbers', String(SIGNATURE.slice(1))],
    ['a number that is no byte', JSON.stringify([...SIGNATURE.slice(1), 256])],
    ['a number below zero beside one above 127', JSON.stringify([-1, 200, ...SIGNATURE.slice(2)])],
    ['a number that is not whole', JSON.stringify([...SIGNATURE.slice(1), 0.5])],
    ['texts for numbers', JSON.stringify([...SIGNATURE].map(String))],
    ['an object with a gap', JSON.stringify({ ...SIGNATURE.slice(1), 64: 1 })],
    ['null', 'null'],
    ['an array in an array', JSON.stringify([[...SIGNATURE]])],
    ['a million letters', 'z'.repeat(1_000_000)],
  ])('%s is none', (_form, text) => {
    expect(signatureBytes(text)).toEqual([])
  })
})
