import { type Cleaned, exifOfOrientation, readExif, type MetadataKind, metadataOfXmp } from './exif-facts.ts'
import { partCounter } from './part-counter.ts'

const [SOI, EOI, SOS, COM, APP0, APP1, APP2, APP13, APP14, APP15] = [0xd8, 0xd9, 0xda, 0xfe, 0xe0, 0xe1, 0xe2, 0xed, 0xee, 0xef] as const
const [JFIF_BYTES, ADOBE_BYTES] = [14, 12]

/**
 * The JPEG with what its pixels need: tables, frames and scans as they are, density, colour profile and colour transform, and the
 * orientation. What cannot be read between markers is left out, as decoders skip it.
 *
 * @see ITU T.81 B.1.1, JFIF 1.02, CIPA DC-008 4.5.4, ICC.1 B.4
 */
export function cleanJpeg(bytes: Uint8Array): Cleaned {
  const metadata = new Set<MetadataKind>()
  const rest: Uint8Array[] = []
  let [jfif, orientation] = [new Uint8Array(), 0]
  for (const { marker, segment } of segmentsOf(bytes, metadata)) {
    const body = segment.subarray(4)
    const starts = (letters: string) => String.fromCharCode(...body.subarray(0, letters.length)) === letters
    if (marker === APP0 && starts('JFIF\0') && body.length >= JFIF_BYTES && jfif.length === 0) {
      if (body[12]! * body[13]! > 0) metadata.add('a smaller picture')
      jfif = Uint8Array.from([0xff, APP0, 0, 2 + JFIF_BYTES, ...body.subarray(0, JFIF_BYTES - 2), 0, 0])
    } else if (marker === APP1 && starts('Exif\0\0')) {
      const facts = readExif(body)
      orientation ||= facts.orientation
      for (const one of facts.metadata) metadata.add(one)
    } else if (marker === APP14 && starts('Adobe') && body.length >= ADOBE_BYTES)
      rest.push(Uint8Array.from([0xff, APP14, 0, 2 + ADOBE_BYTES, ...body.subarray(0, ADOBE_BYTES)]))
    else if (marker === APP1) for (const one of metadataOfXmp(body)) metadata.add(one)
    else if (marker === COM || marker === APP13) metadata.add('comments')
    else if (marker === APP2 && starts('MPF\0')) metadata.add('a smaller picture')
    else if (marker >= APP0 && marker <= APP15 && !(marker === APP2 && starts('ICC_PROFILE\0'))) metadata.add('other data')
    else rest.push(segment)
  }
  const exif = orientation <= 1 ? [] : [Uint8Array.from([0xff, APP1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0]), exifOfOrientation(orientation)]
  return { bytes: Buffer.concat([Uint8Array.of(0xff, SOI), jfif, ...exif, ...rest]), orientation: orientation || 1, metadata }
}

/** Every segment that is whole, a scan as one piece with its pixels, and the end marker. */
function* segmentsOf(bytes: Uint8Array, metadata: Set<MetadataKind>): Generator<{ readonly marker: number; readonly segment: Uint8Array }> {
  const count = partCounter()
  for (let at = 2; at + 1 < bytes.length;) {
    const marker = bytes[at + 1]!
    if (bytes[at] !== 0xff || marker === 0xff) at += 1
    else if (marker === EOI) {
      if (at + 2 < bytes.length) metadata.add('data after its end')
      yield { marker, segment: bytes.subarray(at, at + 2) }
      return
    } else if (marker < 0xc0 || (marker >= 0xd0 && marker <= SOI)) at += 2
    else {
      const end = at + 4 > bytes.length ? Infinity : at + 2 + Math.max(2, bytes[at + 2]! * 256 + bytes[at + 3]!)
      if (end > bytes.length) return
      count()
      const whole = marker === SOS ? endOfScan(bytes, end) : end
      yield { marker, segment: bytes.subarray(at, whole) }
      at = whole
    }
  }
}

/** Where the marker stands that ends the pixels; zeros, restarts and fill bytes after 0xff belong to them. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]!
    if (next >= 0xc0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}
