import { describe, expect, test } from 'bun:test'
import { cleanPicture } from '../../src/domain/picture/clean-picture.ts'
import { exifOfOrientation } from '../../src/domain/picture/exif-facts.ts'
import { readPictureShape } from '../../src/domain/picture-shape.ts'
import { isPictureDamaged } from '../../src/domain/plan/is-picture-damaged.ts'
import { sniffImageType } from '../../src/domain/plan/image.ts'
import { PICTURE_BYTES } from '../fuzz/pictures.ts'
import {
  DIRTY_PICTURES,
  exif,
  segment,
  jpeg,
  jpegWith,
  icc,
  pngChunk,
  png,
  pngWith,
  riff,
  webp,
  webpWith,
  gif,
  rotatedJpeg,
} from '../support/dirty-pictures.ts'
import { PROPERTY_INPUTS } from '../support/property.ts'
import { createSeededRandom } from '../support/seeded-random.ts'

const clean = (bytes: Uint8Array) => cleanPicture(sniffImageType(bytes)!, bytes)
const sha = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('decision "What a picture says": beside its pixels is removed', () => {
  test.each(DIRTY_PICTURES)('%s', (_name, dirty, expected, metadata) => {
    expect(Buffer.from(dirty).includes('SECRET')).toBe(true)
    const cleaned = clean(dirty)
    expect(sha(cleaned.bytes)).toBe(sha(expected))
    expect([...cleaned.metadata].toSorted()).toEqual([...metadata].toSorted() as never)
    expect(isPictureDamaged(sniffImageType(dirty)!, cleaned.bytes)).toBe(false)
    expect(readPictureShape(sniffImageType(dirty)!, cleaned.bytes)).toMatchObject({ complete: true })
  })

  test.each([
    ['jpeg', jpeg],
    ['jpeg with a profile', jpegWith(icc)],
    ['turned jpeg', rotatedJpeg],
    ['png', png],
    ['webp', webp],
    ['gif', gif],
    ...Object.entries(PICTURE_BYTES),
  ])('a clean picture is given back as it is: %s', (_name, bytes) => {
    const once = clean(bytes)
    expect(sha(clean(once.bytes).bytes)).toBe(sha(once.bytes))
    if (once.metadata.size === 0) expect(sha(once.bytes)).toBe(sha(bytes))
  })

  test.each([
    ['JPEG', jpegWith(segment(0xe1, 'Exif\0\0', exif(6))), jpegWith(segment(0xe1, 'Exif\0\0', exifOfOrientation(6)))],
    ['PNG', pngWith(pngChunk('eXIf', exif(6))), pngWith(pngChunk('eXIf', exifOfOrientation(6)))],
    ['WebP', webpWith(0x08, riff('EXIF', 'Exif\0\0', exif(6))), webpWith(0x08, riff('EXIF', exifOfOrientation(6)))],
  ])('%s: the orientation stays, and the size is as it is seen', (_name, dirty, expected) => {
    const type = sniffImageType(dirty)!
    const cleaned = clean(dirty)
    expect(cleaned.orientation).toBe(6)
    expect(Buffer.from(cleaned.bytes).includes('SECRET')).toBe(false)
    expect(sha(cleaned.bytes)).toBe(sha(expected))
    for (const bytes of [dirty, cleaned.bytes])
      expect(readPictureShape(type, bytes)).toMatchObject({ widthPx: 12, heightPx: 20, complete: true })
    expect(sha(clean(cleaned.bytes).bytes)).toBe(sha(cleaned.bytes))
  })

  test(`${PROPERTY_INPUTS} changed pictures: never an error, twice is once, and never longer by more than an orientation`, () => {
    const random = createSeededRandom(37)
    const bases = DIRTY_PICTURES.map(([, dirty]) => dirty)
    for (let round = 0; round < PROPERTY_INPUTS; round += 1) {
      const bytes = Uint8Array.from(bases[round % bases.length]!)
      const type = sniffImageType(bytes)!
      for (let changes = random.below(4); changes > 0; changes -= 1) bytes[12 + random.below(bytes.length - 12)] = random.below(256)
      const cut = random.below(3) === 0 ? bytes.subarray(0, 13 + random.below(bytes.length - 13)) : bytes
      const once = cleanPicture(type, cut).bytes
      const twice = cleanPicture(type, once)
      if (sha(twice.bytes) !== sha(once)) throw new Error(`${type} ${sha(cut)} is ${sha(once)} and then ${sha(twice.bytes)}`)
      expect(once.length).toBeLessThanOrEqual(cut.length + 40)
    }
  })
})
