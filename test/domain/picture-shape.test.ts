import { describe, expect, test } from 'bun:test'
import { demoPicture } from '../../src/commands/demo/demo-picture.ts'
import { type ImageType, IMAGE_TYPES, sniffImageType } from '../../src/domain/plan/image.ts'
import { readPictureShape } from '../../src/domain/picture-shape.ts'
import { isPictureDamaged } from '../../src/domain/plan/is-picture-damaged.ts'
import { pictureWarnings } from '../../src/domain/picture-warnings.ts'
import { pictures } from '../fixtures/pictures.ts'
import { cpuMs } from '../support/cpu-ms.ts'
import { PROPERTY_INPUTS } from '../support/property.ts'
import { createSeededRandom } from '../support/seeded-random.ts'

const PIXELS = { widthPx: 20, heightPx: 12, animated: false, complete: true }
const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))
const shapeOf = (bytes: Uint8Array) => readPictureShape(sniffImageType(bytes)!, bytes)
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const joined = (...parts: readonly (readonly number[] | Uint8Array)[]) => new Uint8Array(parts.flatMap((part) => [...part]))

/** A RIFF file of these chunks. */
const webp = (...chunks: readonly Uint8Array[]) => {
  const body = joined(ascii('WEBP'), ...chunks)
  return joined(ascii('RIFF'), new Uint8Array(new Uint32Array([body.length]).buffer), body)
}
/** A chunk of a WebP, by its name. */
const chunkOf = (file: Uint8Array, name: string) => {
  const at = Buffer.from(file).indexOf(name, 12, 'latin1')
  const length = new DataView(file.buffer).getUint32(at + 4, true)
  return file.slice(at, at + 8 + length + (length % 2))
}
const SCREEN = [...ascii('GIF89a'), 20, 0, 12, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
const FRAME = [0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 20, 0, 12, 0, 0, 2, 3, 0x84, 0x8f, 0xa9, 0]

const samples: Readonly<Record<string, Uint8Array>> = {
  png: bytesOf(pictures.png),
  jpeg: bytesOf(pictures.jpeg),
  gif: joined(SCREEN, FRAME, [0x3b]),
  'webp of VP8X and VP8': bytesOf(pictures.webp),
  'webp of VP8X and VP8L': bytesOf(pictures.lossless),
  'webp with alpha': bytesOf(pictures.alpha),
  'webp of VP8': webp(chunkOf(bytesOf(pictures.webp), 'VP8 ')),
  'webp of VP8L': webp(chunkOf(bytesOf(pictures.lossless), 'VP8L')),
}

describe('decision "Warnings of a dry-run": the shape of a picture', () => {
  test.each(Object.entries(samples))('%s: its size, and that it is whole', (_name, bytes) => {
    expect(shapeOf(bytes)).toEqual(PIXELS)
  })

  test.each(Object.entries(samples))('%s: cut off anywhere it is never whole, and never of another size', (_name, bytes) => {
    for (let length = 12; length < bytes.length; length += 1) {
      const shape = readPictureShape(sniffImageType(bytes)!, bytes.subarray(0, length))
      // A PNG's last checksum, and the byte that pads a chunk, are no pixels.
      if (shape && length < bytes.length - 4) expect(shape).toEqual({ ...PIXELS, complete: false })
    }
  })

  test('animations are told', () => {
    expect(shapeOf(joined(SCREEN, FRAME, FRAME, [0x3b]))).toEqual({ ...PIXELS, animated: true })
    const extended = chunkOf(samples['webp with alpha']!, 'VP8X')
    const frame = joined(ascii('ANMF'), [26, 0, 0, 0], new Array(26).fill(0))
    expect(shapeOf(webp(extended, joined(ascii('ANIM'), [6, 0, 0, 0], new Array(6).fill(0)), frame, frame))).toEqual({
      ...PIXELS,
      animated: true,
    })
    const png = Buffer.from(samples.png!)
    const control = joined([0, 0, 0, 8], ascii('acTL'), new Array(12).fill(1))
    expect(shapeOf(joined(png.subarray(0, 33), control, png.subarray(33)))).toEqual({ ...PIXELS, animated: true })
  })

  test('a header alone, and zeros after it, are no picture', () => {
    const zeros = new Array(100).fill(0)
    expect(shapeOf(joined([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], zeros))).toBeNull()
    expect(shapeOf(joined([0xff, 0xd8, 0xff], zeros))).toBeNull()
    expect(shapeOf(joined(ascii('GIF89a'), zeros))).toBeNull()
    expect(shapeOf(joined(ascii('RIFF'), [0, 0, 0, 0], ascii('WEBP'), zeros))).toBeNull()
  })

  test(`${PROPERTY_INPUTS} hostile inputs: never an error, never a size that is none`, () => {
    const random = createSeededRandom(15)
    const bases = Object.values(samples)
    for (let round = 0; round < PROPERTY_INPUTS; round += 1) {
      const bytes = Uint8Array.from(bases[round % bases.length]!)
      for (let changes = random.below(8); changes >= 0; changes -= 1) bytes[random.below(bytes.length)] = random.below(256)
      const cut = bytes.subarray(0, random.below(bytes.length + 1))
      const shape = readPictureShape(
        IMAGE_TYPES[random.below(10) === 0 ? random.below(4) : IMAGE_TYPES.indexOf(sniffImageType(cut) ?? 'image/png')] as ImageType,
        cut,
      )
      for (const type of IMAGE_TYPES) isPictureDamaged(type, cut)
      if (shape !== null && !(shape.widthPx > 0 && shape.heightPx > 0 && Number.isInteger(shape.widthPx * shape.heightPx)))
        throw new Error(`round ${round}`)
    }
  })

  test('five megabytes of the smallest blocks of each kind are read in one pass', () => {
    const megabytes = (head: readonly number[], block: readonly number[]) => {
      const bytes = new Uint8Array(5_000_000)
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = at < head.length ? head[at]! : block[(at - head.length) % block.length]!
      return bytes
    }
    const floods: readonly [ImageType, Uint8Array][] = [
      ['image/png', megabytes([...samples.png!.subarray(0, 33)], [0, 0, 0, 0, 65, 65, 65, 65, 0, 0, 0, 0])],
      ['image/jpeg', megabytes([0xff, 0xd8], [0xff])],
      ['image/jpeg', megabytes([0xff, 0xd8], [0xff, 0xda, 0, 2])],
      ['image/gif', megabytes(SCREEN, [0x21, 0xf9, 0])],
      ['image/gif', megabytes(SCREEN, FRAME)],
      ['image/webp', megabytes([...ascii('RIFF'), 255, 255, 255, 255, ...ascii('WEBP')], [65, 65, 65, 65, 0, 0, 0, 0])],
    ]
    const walk = (bytes: Uint8Array) => {
      let sum = 0
      const view = new DataView(bytes.buffer)
      for (let at = 0; at < bytes.length; at += 1) sum += view.getUint8(at)
      return sum
    }
    for (const [type, bytes, read] of floods.flatMap(([type, bytes]) =>
      [readPictureShape, isPictureDamaged].map((read) => [type, bytes, read] as const),
    )) {
      // The best of three turns: a collection of garbage in the middle of one is no fault of the reader.
      const ratios = [1, 2, 3].map(
        () =>
          cpuMs(() => read(type, bytes)) /
          Math.max(
            cpuMs(() => walk(bytes)),
            5,
          ),
      )
      expect(Math.min(...ratios)).toBeLessThan(50)
    }
  })
})

describe('decision "Warnings of a dry-run": a picture that does not decode', () => {
  const damaged = (bytes: Uint8Array) => isPictureDamaged(sniffImageType(bytes)!, bytes)
  /** The bytes with others from the first place on where they are found. */
  const replaced = (bytes: Uint8Array, found: readonly number[], by: readonly number[]) => {
    const copy = Uint8Array.from(bytes)
    copy.set(by, Buffer.from(copy).indexOf(Buffer.from(found)))
    return copy
  }

  test.each([...Object.entries(samples), ['demo', demoPicture()] as const])('%s: one that is whole decodes', (_name, bytes) => {
    expect(damaged(bytes)).toBe(false)
  })

  test('a PNG with any bit of its header, its pixels or their checksums turned', () => {
    const whole = samples.png!
    const pixelsAt = Buffer.from(whole).indexOf('IDAT', 0, 'latin1')
    const ends = pixelsAt + 4 + new DataView(whole.buffer, whole.byteOffset).getUint32(pixelsAt - 4) + 4
    const turned = (at: number) => whole.map((byte, index) => (index === at ? byte ^ 1 : byte))
    for (let at = 16; at < 33; at += 1) expect([at, damaged(turned(at))]).toEqual([at, true])
    for (let at = pixelsAt + 4; at < ends; at += 1) expect([at, damaged(turned(at))]).toEqual([at, true])
  })

  test('a PNG whose pixels are not compressed, and one with a part that nobody knows', () => {
    const png = (...chunks: readonly (readonly [string, readonly number[]])[]) =>
      joined(
        samples.png!.subarray(0, 33),
        ...chunks.flatMap(([name, data]) => {
          const body = joined(ascii(name), data)
          const number = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
          return [number(data.length), body, number(Bun.hash.crc32(body))]
        }),
      )
    expect(damaged(png(['IDAT', [0x78, 0x9c, 0]], ['IEND', []]))).toBe(false)
    expect(damaged(png(['IDAT', [7, 7, 7]], ['IEND', []]))).toBe(true)
    expect(damaged(png(['ABCD', [1]], ['IEND', []]))).toBe(true)
    expect(damaged(png(['abCd', [1]], ['IEND', []]))).toBe(false)
  })

  test('a JPEG without a table, a GIF without a size of its codes, a WebP without its start code', () => {
    const isTable = (byte: number, index: number, all: Uint8Array) => byte === 0xdb && all[index - 1] === 0xff
    expect(damaged(samples.jpeg!.map((byte, index, all) => (isTable(byte, index, all) ? 0xe9 : byte)))).toBe(true)
    expect(damaged(replaced(samples.gif!, [0, 2, 3, 0x84], [0, 0, 3, 0x84]))).toBe(true)
    expect(damaged(replaced(samples['webp of VP8']!, [0x9d, 0x01, 0x2a], [0x9d, 0x01, 0x2b]))).toBe(true)
    expect(damaged(replaced(samples['webp of VP8X and VP8']!, [0x9d, 0x01, 0x2a], [0, 0, 0]))).toBe(true)
    expect(damaged(samples['webp of VP8L']!.map((byte, at) => (at === 20 ? byte ^ 1 : byte)))).toBe(true)
  })
})

describe('decision "Warnings of a dry-run": what is said of a picture', () => {
  const stated = (bytes: Uint8Array) => pictureWarnings({ contentType: sniffImageType(bytes)!, bytes })

  test('nothing of a whole square one of 256 pixels', () => {
    expect(stated(demoPicture())).toEqual([])
  })

  test('small, not square, cut off, and no picture at all', () => {
    expect(stated(samples.png!)).toEqual([
      'The picture is small, 20 x 12 pixels: logos want 256 x 256 at least.',
      'The picture is not square, 20 x 12 pixels: most places cut its longer side.',
    ])
    expect(stated(demoPicture().map((byte, at) => (at === 100 ? byte ^ 1 : byte)))).toEqual([
      'The picture is damaged, and does not decode: many places show nothing of it.',
    ])
    expect(stated(demoPicture().subarray(0, 200))).toEqual(['The picture is cut off: its end is missing.'])
    expect(stated(joined([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], new Array(100).fill(0)))).toEqual([
      'The picture begins as image/png and has no readable size: it may be none, and be shown nowhere.',
    ])
  })
})
