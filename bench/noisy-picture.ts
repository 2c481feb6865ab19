import { deflateSync } from 'node:zlib'

/** Where its base64 may differ, so many characters, and it stays a picture: in the chunk of its density, which has no pixels. */
export const NOISY_MARK = { at: 56, characters: 8 } as const

/** A PNG of about so many bytes that do not compress. */
export function noisyPicture(size: number): Uint8Array {
  const header = new Uint8Array(13)
  header.set([0, 0, 0, 16, 0, 0, 0, 16, 8, 2])
  return Buffer.concat([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('pHYs', new Uint8Array(9)),
    chunk('IDAT', deflateSync(noise(size))),
    chunk('IEND', new Uint8Array(0)),
  ])
}

/** Random bytes; the system gives no more than 65,536 at once. */
function noise(size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  return bytes
}

/** Length, name, data, CRC-32. @see W3C PNG 5.3 */
function chunk(name: string, data: Uint8Array): Uint8Array {
  const checked = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const ends = new DataView(new ArrayBuffer(8))
  ends.setUint32(0, data.length)
  ends.setUint32(4, Bun.hash.crc32(checked))
  return Buffer.concat([new Uint8Array(ends.buffer, 0, 4), checked, new Uint8Array(ends.buffer, 4)])
}
