import { type Cleaned, exifOfOrientation, readExif, type MetadataKind, metadataOfXmp } from './exif-facts.ts'
import { partCounter } from './part-counter.ts'

const HEAD_BYTES = 12
const FRAME_HEAD_BYTES = 16
const EXIF_BYTES = exifOfOrientation(1).length
const SHOWN: ReadonlySet<string> = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ICCP'])
const IN_FRAME: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH'])
/** Flags of VP8X. */
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04]

/**
 * The WebP with the chunks that its pixels need, and its orientation; the flags of VP8X say what is left. A file that was cut off lacks
 * as many bytes as before.
 *
 * @see RFC 9649 2.7
 */
export function cleanWebp(bytes: Uint8Array): Cleaned {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const metadata = new Set<MetadataKind>()
  const end = 8 + view.getUint32(4, true)
  if (end < bytes.length) metadata.add('data after its end')
  const kept: Uint8Array[] = []
  const count = partCounter()
  const chunks = [...chunksOf(bytes.subarray(0, end), HEAD_BYTES, count)]
  const isExtended = chunks[0]?.name === 'VP8X'
  let exif: Uint8Array | null = null
  let orientation = 0
  for (const { name, body, whole } of chunks) {
    if (name === 'ANMF' && body.length >= FRAME_HEAD_BYTES) kept.push(frame({ name, body, whole }, metadata, count))
    else if (SHOWN.has(name)) kept.push(chunk(name, body, whole))
    else if (name === 'EXIF') {
      const facts = readExif(body)
      for (const one of facts.metadata) metadata.add(one)
      if (isExtended) orientation ||= facts.orientation
      if (orientation > 1) exif ??= chunk('EXIF', exifOfOrientation(orientation), EXIF_BYTES)
    } else for (const one of name === 'XMP ' ? metadataOfXmp(body) : (['other data'] as const)) metadata.add(one)
  }
  if (isExtended && kept[0]!.length > 8) kept[0]![8] = (kept[0]![8]! & ~(HAS_EXIF | HAS_XMP)) | (exif ? HAS_EXIF : 0)
  const out = Buffer.concat([bytes.subarray(0, HEAD_BYTES), ...kept, ...(exif ? [exif] : [])])
  out.writeUInt32LE((out.length - 8 + Math.max(0, end - bytes.length)) % 2 ** 32, 4)
  return { bytes: out, orientation: orientation || 1, metadata }
}

/** A frame of an animation, with the chunks of its pixels alone. */
function frame({ body, whole }: Chunk, metadata: Set<MetadataKind>, count: () => void): Uint8Array {
  const missing = whole - body.length
  const kept: Uint8Array[] = []
  for (const inner of chunksOf(body, FRAME_HEAD_BYTES, count)) {
    if (IN_FRAME.has(inner.name)) kept.push(chunk(inner.name, inner.body, inner.whole))
    else metadata.add('other data')
  }
  const clean = Buffer.concat([body.subarray(0, FRAME_HEAD_BYTES), ...kept])
  return chunk('ANMF', clean, clean.length + missing)
}

interface Chunk {
  readonly name: string
  readonly body: Uint8Array
  /** Bytes that the body has where it is not cut off. */
  readonly whole: number
}

function* chunksOf(bytes: Uint8Array, from: number, count: () => void): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = from; at + 8 <= bytes.length;) {
    count()
    const whole = view.getUint32(at + 4, true)
    yield {
      name: String.fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!),
      body: bytes.subarray(at + 8, at + 8 + whole),
      whole,
    }
    at += 8 + whole + (whole % 2)
  }
}

function chunk(name: string, body: Uint8Array, whole: number): Uint8Array {
  const head = Buffer.alloc(8, name, 'latin1')
  head.writeUInt32LE(whole, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length === whole ? whole % 2 : 0)])
}
