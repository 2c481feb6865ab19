import { deflateSync } from 'node:zlib'

const SIZE_PX = 256
const GREEN = [88, 176, 92]
const NIGHT = [22, 24, 48]
const WHITE = [245, 245, 235]
const BLACK = [12, 12, 16]

/** A PNG of a frog at night, 256 × 256 pixels, drawn from circles. */
export function demoPicture(): Uint8Array {
  const rows = Buffer.alloc(SIZE_PX * (1 + SIZE_PX * 3))
  for (let y = 0; y < SIZE_PX; y += 1) {
    for (let x = 0; x < SIZE_PX; x += 1) rows.set(colorAt(x, y), y * (1 + SIZE_PX * 3) + 1 + x * 3)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE_PX, 0)
  header.writeUInt32BE(SIZE_PX, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function colorAt(x: number, y: number): number[] {
  const within = (cx: number, cy: number, radius: number) => (x - cx) ** 2 + (y - cy) ** 2 < radius ** 2
  if (within(88, 84, 12) || within(168, 84, 12)) return BLACK
  if (within(88, 84, 28) || within(168, 84, 28)) return WHITE
  if (within(128, 152, 60) && !within(128, 140, 58) && y > 150) return BLACK
  if (within(128, 148, 84) || within(88, 84, 40) || within(168, 84, 40)) return GREEN
  return NIGHT
}

/** A PNG chunk: length, name, data, CRC-32. */
function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'ascii'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(Bun.hash.crc32(body))
  return Buffer.concat([length, body, checksum])
}
