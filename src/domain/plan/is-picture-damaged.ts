import type { ImageType } from './image.ts'

/**
 * True where the file contradicts itself, so that decoders refuse it: a checksum that is wrong, or pixels without what they are read with.
 * Nothing is decoded: in a format without checksums garbled pixels stay unnoticed. One pass over the structure; never throws.
 */
export function isPictureDamaged(type: ImageType, bytes: Uint8Array): boolean {
  return CHECKS[type](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

/** Four letters as the number in the file. */
const code = (letters: string): number => [...letters].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0)
const [IHDR, PLTE, IDAT, IEND] = ['IHDR', 'PLTE', 'IDAT', 'IEND'].map(code)
const [VP8, VP8L] = ['VP8 ', 'VP8L'].map(code)

/** Checksums of the chunks that a picture cannot do without, and the head of its compressed pixels. @see W3C PNG 5.3, 10.1, 13.2 */
function isPngDamaged(view: DataView): boolean {
  let pixels = false
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const [length, chunk] = [view.getUint32(at), view.getUint32(at + 4)]
    if (at + 12 + length > view.byteLength) return false
    const isOptional = (view.getUint8(at + 4) & 0x20) !== 0
    if (isOptional) continue
    if (chunk !== IHDR && chunk !== PLTE && chunk !== IDAT && chunk !== IEND) return true
    const checked = new Uint8Array(view.buffer, view.byteOffset + at + 4, 4 + length)
    if (Bun.hash.crc32(checked) !== view.getUint32(at + 8 + length)) return true
    if (chunk === IDAT && !pixels && length >= 2 && !isZlib(view.getUint16(at + 8))) return true
    if (chunk === IDAT && length >= 2) pixels = true
    if (chunk === IEND) return false
  }
  return false
}

/** @see RFC 1950 2.2: deflate, and a check of the two bytes */
const isZlib = (head: number): boolean => ((head >> 8) & 0x0f) === 8 && head % 31 === 0

/** @see ITU T.81 B.2.4.1: no scan is read without a table of its quantization */
function isJpegDamaged(view: DataView): boolean {
  for (let at = 2; at + 4 <= view.byteLength;) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff || marker === 0xd9) return false
    if (marker === 0xdb) return false
    if (marker === 0xda) return true
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else at += 2 + Math.max(2, view.getUint16(at + 2))
  }
  return false
}

/** @see GIF89a 22: codes of the first frame begin with 2 to 8 bits */
function isGifDamaged(view: DataView): boolean {
  for (let at = 13 + paletteBytes(view, 10); at + 10 < view.byteLength;) {
    const block = view.getUint8(at)
    if (block === 0x2c) {
      const codeSizeAt = at + 10 + paletteBytes(view, at + 9)
      if (codeSizeAt >= view.byteLength) return false
      const bits = view.getUint8(codeSizeAt)
      return bits < 2 || bits > 8
    }
    if (block !== 0x21) return false
    at += 2
    while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at)
    at += 1
  }
  return false
}

function paletteBytes(view: DataView, at: number): number {
  const flags = at < view.byteLength ? view.getUint8(at) : 0
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** @see RFC 6386 9.1, RFC 9649 3.4: a key frame with its start code, or the signature of a lossless one */
function isWebpDamaged(view: DataView): boolean {
  for (let at = 12; at + 14 <= view.byteLength;) {
    const [chunk, length] = [view.getUint32(at), view.getUint32(at + 4, true)]
    if (chunk === VP8L) return view.getUint8(at + 8) !== 0x2f
    if (chunk === VP8) return (view.getUint8(at + 8) & 1) !== 0 || view.getUint16(at + 11) !== 0x9d01 || view.getUint8(at + 13) !== 0x2a
    at += 8 + length + (length % 2)
  }
  return false
}

const CHECKS: Readonly<Record<ImageType, (view: DataView) => boolean>> = {
  'image/png': isPngDamaged,
  'image/jpeg': isJpegDamaged,
  'image/gif': isGifDamaged,
  'image/webp': isWebpDamaged,
}
