import { type Cleaned, exifOfOrientation, readExif, type MetadataKind, metadataOfXmp } from './exif-facts.ts'
import { partCounter } from './part-counter.ts'

const SIGNATURE_BYTES = 8

/** Ancillary chunks that say how pixels are shown: colours, transparency, density and animation. @see W3C PNG 11.3 */
const SHOWN: ReadonlySet<string> = new Set([
  'tRNS',
  'cHRM',
  'gAMA',
  'iCCP',
  'sBIT',
  'sRGB',
  'cICP',
  'mDCV',
  'mDCv',
  'cLLI',
  'cLLi',
  'bKGD',
  'pHYs',
  'acTL',
  'fcTL',
  'fdAT',
])
const PIXELS: ReadonlySet<string> = new Set(['IDAT', 'fdAT'])

/** The PNG with the chunks that its pixels need, and its orientation. A last chunk that is cut off stays where it has pixels. */
export function cleanPng(bytes: Uint8Array): Cleaned {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const metadata = new Set<MetadataKind>()
  const kept = [bytes.subarray(0, SIGNATURE_BYTES)]
  let orientation = 0
  const count = partCounter()
  for (let at = SIGNATURE_BYTES; at + 8 <= bytes.length;) {
    count()
    const end = at + 12 + view.getUint32(at)
    const name = String.fromCharCode(bytes[at + 4]!, bytes[at + 5]!, bytes[at + 6]!, bytes[at + 7]!)
    const body = bytes.subarray(at + 8, Math.min(end - 4, bytes.length))
    if (!/^[a-zA-Z]{4}$/.test(name)) break
    const isShown = /^[A-Z]/.test(name) || SHOWN.has(name)
    if (isShown && (end <= bytes.length || PIXELS.has(name))) kept.push(bytes.subarray(at, end))
    else if (name === 'eXIf' && end <= bytes.length) {
      const facts = readExif(body)
      for (const one of facts.metadata) metadata.add(one)
      if (orientation === 0 && facts.orientation > 1) kept.push(chunk('eXIf', exifOfOrientation(facts.orientation)))
      orientation ||= facts.orientation
    } else for (const one of metadataOf(name, body)) metadata.add(one)
    at = end
    if (name !== 'IEND') continue
    if (at < bytes.length) metadata.add('data after its end')
    break
  }
  return { bytes: Buffer.concat(kept), orientation: orientation || 1, metadata }
}

function metadataOf(name: string, body: Uint8Array): MetadataKind[] {
  if (name === 'tIME') return ['times']
  if (name === 'iTXt' && Buffer.from(body).includes('XML:com.adobe.xmp')) return metadataOfXmp(body)
  return /^[tzi][TE]Xt$/.test(name) ? ['comments'] : ['other data']
}

function chunk(name: string, body: Uint8Array): Uint8Array {
  const checked = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(Bun.hash.crc32(checked))
  return Buffer.concat([length, checked, sum])
}
