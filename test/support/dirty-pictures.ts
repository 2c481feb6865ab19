import { exifOfOrientation } from '../../src/domain/picture/exif-facts.ts'
import { pictures } from '../fixtures/pictures.ts'

type Part = Uint8Array | readonly number[] | string
const joined = (...parts: readonly Part[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Uint8Array.from(part))))
const u16 = (value: number) => [value >> 8, value & 0xff]
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)]
const le32 = (value: number) => u32(value).toReversed()
const bytesOf = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'))

const entry = (tag: number, value: number) => [...u16(tag), 0, 3, ...u32(1), ...u16(value), 0, 0]
const pointer = (tag: number, to: number) => [...u16(tag), 0, 4, ...u32(1), ...u32(to)]
/** Exif with an orientation, a camera, a time, a comment, a position and a second picture; SECRET stands in it. */
export const exif = (orientation: number) =>
  joined(
    'MM\0*',
    u32(8),
    u16(5),
    entry(0x010f, 1),
    entry(0x0112, orientation),
    entry(0x0132, 1),
    entry(0x010e, 1),
    pointer(0x8825, 74),
    u32(74),
    u16(0),
    u32(0),
    'SECRET',
  )
const ALL = ['where it was taken', 'camera', 'times', 'comments', 'a smaller picture']

export const segment = (marker: number, ...body: readonly Part[]) => joined([0xff, marker], u16(joined(...body).length + 2), ...body)
export const jpeg = bytesOf(pictures.jpeg)
export const jpegWith = (...segments: readonly Uint8Array[]) => joined(jpeg.subarray(0, 20), ...segments, jpeg.subarray(20))
export const icc = segment(0xe2, 'ICC_PROFILE\0', [1, 1], 'colours')

export const pngChunk = (name: string, ...body: readonly Part[]) => {
  const checked = joined(name, ...body)
  return joined(u32(checked.length - 4), checked, u32(Bun.hash.crc32(checked)))
}
export const png = bytesOf(pictures.png)
export const pngWith = (...chunks: readonly Uint8Array[]) => joined(png.subarray(0, 33), ...chunks, png.subarray(33))

export const riff = (name: string, ...body: readonly Part[]) => {
  const all = joined(...body)
  return joined(name, le32(all.length), all, all.length % 2 ? [0] : [])
}
export const webp = bytesOf(pictures.webp)
export const webpWith = (flags: number, ...chunks: readonly Uint8Array[]) => {
  const body = joined('WEBP', Uint8Array.from(webp).subarray(12), ...chunks)
  body[12]! |= flags
  return joined('RIFF', le32(body.length), body)
}

const SCREEN = joined('GIF89a', [20, 0, 12, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])
const FRAME = joined([0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 20, 0, 12, 0, 0, 2, 3, 0x84, 0x8f, 0xa9, 0])
const LOOP = joined([0x21, 0xff, 11], 'NETSCAPE2.0', [3, 1, 0, 0, 0])
export const gif = joined(SCREEN, LOOP, FRAME, FRAME, [0x3b])
const comment = joined([0x21, 0xfe, 6], 'SECRET', [0])
const appBlock = joined([0x21, 0xff, 11], 'XMP DataXMP', [6], 'SECRET', [0])

export const rotatedJpeg = jpegWith(segment(0xe1, 'Exif\0\0', exifOfOrientation(6)))
/** Pictures in which SECRET stands beside the pixels: name, bytes, what is left of them, and what was removed. */
export const DIRTY_PICTURES: readonly (readonly [string, Uint8Array, Uint8Array, readonly string[]])[] = [
  ['JPEG with Exif', jpegWith(segment(0xe1, 'Exif\0\0', exif(1))), jpeg, ALL],
  ['JPEG with a colour profile and a comment', jpegWith(icc, segment(0xfe, 'SECRET')), jpegWith(icc), ['comments']],
  [
    'JPEG with IPTC, XMP and an app’s data',
    jpegWith(segment(0xed, 'Photoshop 3.0\0SECRET'), segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0SECRET'), segment(0xe5, 'SECRET')),
    jpeg,
    ['comments', 'its history of edits', 'other data'],
  ],
  [
    'JPEG with XMP that has a position',
    jpegWith(segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0exif:GPSLatitude SECRET')),
    jpeg,
    ['where it was taken', 'its history of edits'],
  ],
  [
    'JPEG with pictures after its end',
    joined(jpegWith(segment(0xe2, 'MPF\0SECRET')), jpeg, 'SECRET'),
    jpeg,
    ['a smaller picture', 'data after its end'],
  ],
  ['JPEG with a second thumbnail', jpegWith(segment(0xe0, 'JFXX\0\x10SECRET')), jpeg, ['other data']],
  [
    'PNG with texts',
    pngWith(
      pngChunk('tEXt', 'Comment\0SECRET'),
      pngChunk('zTXt', 'a\0SECRET'),
      pngChunk('iTXt', 'b\0SECRET'),
      pngChunk('tIME', [7, 234, 1, 1, 1, 1, 1]),
    ),
    png,
    ['times', 'comments'],
  ],
  [
    'PNG with Exif, XMP and an app’s chunk',
    pngWith(pngChunk('eXIf', exif(1)), pngChunk('iTXt', 'XML:com.adobe.xmp\0SECRET'), pngChunk('caBX', 'SECRET')),
    png,
    [...ALL.slice(0, 4), 'its history of edits', 'a smaller picture', 'other data'],
  ],
  ['PNG with data after its end', joined(png, 'SECRET'), png, ['data after its end']],
  [
    'WebP with Exif and XMP',
    webpWith(0x0c, riff('EXIF', exif(1)), riff('XMP ', 'SECRET')),
    webp,
    [...ALL.slice(0, 4), 'its history of edits', 'a smaller picture'],
  ],
  [
    'WebP with an unknown chunk and data after its end',
    joined(webpWith(0, riff('HIDE', 'SECRET!')), 'SECRET'),
    webp,
    ['data after its end', 'other data'],
  ],
  [
    'GIF with a comment, XMP and data after its end',
    joined(SCREEN, LOOP, comment, FRAME, appBlock, FRAME, [0x3b], 'SECRET'),
    gif,
    ['comments', 'its history of edits', 'data after its end'],
  ],
]
