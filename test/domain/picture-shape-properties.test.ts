import { describe, test } from 'bun:test'
import { type ImageType, sniffImageType } from '../../src/domain/plan/image.ts'
import { readPictureShape } from '../../src/domain/picture-shape.ts'
import { PICTURE_BYTES } from '../fuzz/pictures.ts'
import { forInputs } from '../support/property.ts'

const NAMES = Object.keys(PICTURE_BYTES) as (keyof typeof PICTURE_BYTES)[]
const typeOf = (name: keyof typeof PICTURE_BYTES): ImageType => sniffImageType(PICTURE_BYTES[name])!

/** Where each format keeps its size, written into a copy of a whole picture. */
const RESIZED: Readonly<Record<keyof typeof PICTURE_BYTES, (view: DataView, width: number, height: number) => void>> = {
  png: (view, width, height) => (view.setUint32(16, width), view.setUint32(20, height)),
  gif: (view, width, height) => (view.setUint16(6, width, true), view.setUint16(8, height, true)),
  // SOF2 of this very picture.
  jpeg: (view, width, height) => {
    const at = Buffer.from(view.buffer, view.byteOffset, view.byteLength).indexOf(Buffer.from([0xff, 0xc2, 0x00, 0x11]))
    view.setUint16(at + 5, height)
    view.setUint16(at + 7, width)
  },
  webp: (view, width, height) => (view.setUint16(26, width, true), view.setUint16(28, height, true)),
  webpLossless: (view, width, height) => view.setUint32(21, ((width - 1) | ((height - 1) << 14)) >>> 0, true),
  webpExtended: (view, width, height) => {
    view.setUint16(24, (width - 1) & 0xffff, true)
    view.setUint8(26, (width - 1) >> 16)
    view.setUint16(27, (height - 1) & 0xffff, true)
    view.setUint8(29, (height - 1) >> 16)
  },
}
const SIDE_MAX = { png: 2 ** 31 - 1, gif: 65_535, jpeg: 65_535, webp: 16_383, webpLossless: 16_384, webpExtended: 2 ** 24 } as const

const copyOf = (bytes: Uint8Array): DataView => new DataView(Uint8Array.from(bytes).buffer)
const bytesIn = (view: DataView): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength)

describe('decision "Warnings of a dry-run": the shape of a picture', () => {
  test('is the size that was written into it, in every format', () => {
    forInputs((random) => {
      const name = random.pick(NAMES)
      const most = SIDE_MAX[name]
      const side = () => random.pick([1, 2, 255, 256, most - 1, most, 1 + random.below(most)])
      const [width, height] = [side(), side()]
      const view = copyOf(PICTURE_BYTES[name])
      RESIZED[name](view, width, height)
      const shape = readPictureShape(typeOf(name), bytesIn(view))
      const expected = { widthPx: width, heightPx: height, animated: false, complete: true }
      return Bun.deepEquals(shape, expected) ? null : `${name} of ${width} by ${height} is ${Bun.inspect(shape)}`
    })
  })
})
