import type { Cleaned, MetadataKind } from './exif-facts.ts'
import { partCounter } from './part-counter.ts'

const HEAD_BYTES = 13
const [FRAME, EXTENSION, TRAILER, CONTROL, APPLICATION] = [0x2c, 0x21, 0x3b, 0xf9, 0xff]

/**
 * The GIF with its frames, their times and transparency, how often it repeats, and its colour profile.
 *
 * @see GIF89a 18 to 27
 */
export function cleanGif(bytes: Uint8Array): Cleaned {
  const metadata = new Set<MetadataKind>()
  const start = HEAD_BYTES + paletteBytes(bytes[10])
  const kept = [bytes.subarray(0, start)]
  const count = partCounter()
  for (let at = start; at < bytes.length;) {
    count()
    const block = bytes[at]
    if (block === TRAILER) {
      if (at + 1 < bytes.length) metadata.add('data after its end')
      kept.push(bytes.subarray(at, at + 1))
      break
    }
    if (block !== FRAME && block !== EXTENSION) break
    const end = afterSubBlocks(bytes, block === FRAME ? at + 11 + paletteBytes(bytes[at + 9]) : at + 2)
    if (block === FRAME) kept.push(bytes.subarray(at, end))
    else if (end <= bytes.length) kept.push(...cleanExtension(bytes.subarray(at, end), metadata))
    at = end
  }
  return { bytes: Buffer.concat(kept), orientation: 1, metadata }
}

/** What is kept of an extension; nothing where it does not say how frames are shown. */
function cleanExtension(block: Uint8Array, metadata: Set<MetadataKind>): Uint8Array[] {
  const [, label, size] = block
  if (label === CONTROL && size === 4) return [Uint8Array.from([...block.subarray(0, 7), 0])]
  const name = label === APPLICATION && size === 11 ? Buffer.from(block.subarray(3, 14)).toString('latin1') : ''
  const isLoop = (name === 'NETSCAPE2.0' || name === 'ANIMEXTS1.0') && block[14] === 3 && (block[15]! & 7) === 1
  if (isLoop) return [Uint8Array.from([...block.subarray(0, 18), 0])]
  if (name === 'ICCRGBG1012') return [block]
  if (label !== CONTROL && !name.startsWith('NETSCAPE')) metadata.add(kindOf(label, name))
  return []
}

function kindOf(label: number | undefined, name: string): MetadataKind {
  if (label !== APPLICATION) return 'comments'
  return name.startsWith('XMP') ? 'its history of edits' : 'other data'
}

const paletteBytes = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function afterSubBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]!
  return at + 1
}
