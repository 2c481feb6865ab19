import { describe, expect, test } from 'bun:test'
import { acceptImage, sniffImageType } from '../../src/domain/plan/image.ts'
import { PICTURE_BYTES } from '../fuzz/pictures.ts'
import { bytesOf, forInputs, orRefusal } from '../support/property.ts'
import type { SeededRandom } from '../support/seeded-random.ts'

const TYPES = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  webpLossless: 'image/webp',
  webpExtended: 'image/webp',
  gif: 'image/gif',
} as const

/** The magic bytes again, as file(1) has them. */
const MAGIC = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/gif', /^GIF8[79]a/],
] as const

/** A real picture that lost, gained or changed some bytes; or no picture. */
function anyBytes(random: SeededRandom): Uint8Array {
  if (random.below(4) === 0) return bytesOf(random, 100)
  const whole = PICTURE_BYTES[random.pick(Object.keys(TYPES) as (keyof typeof TYPES)[])]
  const bytes = Uint8Array.from(whole.subarray(0, random.below(4) === 0 ? random.below(whole.length) : whole.length))
  for (let changes = random.below(3); changes > 0 && bytes.length > 0; changes -= 1) {
    bytes[random.below(random.below(2) === 0 ? Math.min(16, bytes.length) : bytes.length)] = random.below(256)
  }
  return bytes
}

describe('rules 2.1: what a picture is', () => {
  test.each(Object.entries(TYPES))('a whole %s is taken', (name, type) => {
    expect(acceptImage(PICTURE_BYTES[name as keyof typeof TYPES], type)).toBe(type)
  })

  test('the first bytes alone say it', () => {
    forInputs((random) => {
      const bytes = anyBytes(random)
      const text = Buffer.from(bytes).toString('latin1')
      const expected = MAGIC.find(([, magic]) => magic.test(text))?.[0] ?? null
      const found = sniffImageType(bytes)
      return found === expected ? null : `${Buffer.from(bytes).toString('hex')} is ${found}, not ${expected}`
    })
  })

  test('any bytes under any name are taken as what they are, or refused by their code', () => {
    const names = [null, '', ...Object.values(TYPES), 'image/jpg', 'IMAGE/PNG; charset=x', 'image/svg+xml', 'application/octet-stream', ';']
    forInputs((random) => {
      const bytes = anyBytes(random)
      const declared = random.pick(names)
      const type = orRefusal(() => acceptImage(bytes, declared), 'image_invalid')
      if (type === null) return null
      return type === sniffImageType(bytes) && bytes.length >= 64 ? null : `${Buffer.from(bytes).toString('hex')} as ${declared} is ${type}`
    })
  })
})
