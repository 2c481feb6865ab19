import { describe, expect, test } from 'bun:test'
import { base62, fromBase58, fromBase64, toBase58, toBase64 } from '../../src/lib/bytes.ts'
import { bytesOf, damaged, forInputs, ODD_CHARACTERS, textOf } from '../support/property.ts'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_='

/** By the book: a number in base 58, its zero bytes in front. */
function bySpecification(text: string): string | null {
  let value = 0n
  for (const figure of text) {
    const worth = BASE58.indexOf(figure)
    if (worth === -1) return null
    value = value * 58n + BigInt(worth)
  }
  const zeros = /^1*/.exec(text)![0].length
  const hex = value === 0n ? '' : value.toString(16)
  return '00'.repeat(zeros) + (hex.length % 2 === 1 ? '0' : '') + hex
}

const same = (a: Uint8Array | null, b: Uint8Array) => a !== null && Buffer.from(a).equals(b)

describe('texts that stand for bytes', () => {
  test('base58: bytes come back, and leading zeros with them', () => {
    forInputs((random) => {
      const bytes = bytesOf(random, random.below(8) === 0 ? 64 : 33)
      if (random.below(4) === 0) bytes.fill(0, 0, random.below(4))
      return same(fromBase58(toBase58(bytes)), bytes) ? null : Buffer.from(bytes).toString('hex')
    })
  })

  test('base58: any text is read as its number, or is none', () => {
    forInputs((random) => {
      const text = random.below(2) === 0 ? textOf(random, BASE58, 60) : damaged(random, textOf(random, BASE58, 44))
      const found = fromBase58(text)
      const expected = bySpecification(text)
      return (found && Buffer.from(found).toString('hex')) === expected ? null : JSON.stringify(text)
    })
  })

  test('base58: a text that is longer than any key is refused before it is read', () => {
    expect(fromBase58('z'.repeat(88))).not.toBeNull()
    expect(fromBase58(toBase58(new Uint8Array(64).fill(255)))).toHaveLength(64)
    expect(fromBase58(toBase58(new Uint8Array(64)))).toHaveLength(64)
    expect(fromBase58(toBase58(new Uint8Array(4_096).fill(255)), 4_096)).toHaveLength(4_096)
    for (const length of [89, 16_000, 8_000_000]) expect(fromBase58('z'.repeat(length))).toBeNull()
  })

  test('base64: bytes come back from every way of writing them', () => {
    forInputs((random) => {
      const bytes = bytesOf(random, 40)
      if (bytes.length === 0) return null
      const base64 = toBase64(bytes)
      const written = random.pick([
        base64,
        base64.replaceAll('=', ''),
        base64.replaceAll('+', '-').replaceAll('/', '_'),
        base64.replaceAll(/(.{4})/g, '$1\n'),
        Buffer.from(bytes).toString('base64url'),
      ])
      return same(fromBase64(written), bytes) ? null : written
    })
  })

  test('base64: any text is bytes that are written the same again, or is none', () => {
    forInputs((random) => {
      const text = random.below(2) === 0 ? textOf(random, BASE64, 24) : textOf(random, ODD_CHARACTERS, 12)
      const bytes = fromBase64(text)
      if (bytes === null) return null
      const plain = text.replaceAll(/[\s=]/g, '').replaceAll('-', '+').replaceAll('_', '/')
      const again = toBase64(bytes).replaceAll('=', '')
      // The last figure may carry bits that are of no byte.
      return again.length === plain.length && again.slice(0, -1) === plain.slice(0, -1) ? null : `${JSON.stringify(text)} is ${again}`
    })
  })

  test('base62: equal texts only for equal numbers', () => {
    forInputs((random) => {
      const [a, b] = [bytesOf(random, 33), bytesOf(random, 33)]
      const number = (bytes: Uint8Array) => BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
      return (base62(a) === base62(b)) === (number(a) === number(b)) ? null : `${base62(a)} ${base62(b)}`
    }, 180_000)
  })
})
