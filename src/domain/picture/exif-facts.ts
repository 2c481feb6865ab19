/** What a picture can say besides its pixels, in the order and the words in which an approver is told. */
export const METADATA_KINDS = [
  'where it was taken',
  'camera',
  'times',
  'comments',
  'its history of edits',
  'a smaller picture',
  'data after its end',
  'other data',
] as const

/** One of METADATA_KINDS. */
export type MetadataKind = (typeof METADATA_KINDS)[number]

/** What a cleaned picture is, and what was removed from it. */
export interface Cleaned {
  readonly bytes: Uint8Array
  /** 1 to 8, as Exif counts; 1 is upright, 5 and more lie on their side. */
  readonly orientation: number
  readonly metadata: ReadonlySet<MetadataKind>
}

/** What Exif says, beside the orientation. */
export type ExifFacts = Pick<Cleaned, 'orientation' | 'metadata'>

const [ORIENTATION, EXIF_IFD, GPS_IFD] = [0x0112, 0x8769, 0x8825]
const CAMERA: ReadonlySet<number> = new Set([0x010f, 0x0110, 0x0131, 0x013c, 0x927c, 0xa430, 0xa431, 0xa432, 0xa433, 0xa434, 0xa435])
const TIMES: ReadonlySet<number> = new Set([0x0132, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292])
const COMMENTS: ReadonlySet<number> = new Set([0x010d, 0x010e, 0x013b, 0x8298, 0x9286, 0x9c9b, 0x9c9c, 0x9c9d, 0x9c9e, 0x9c9f])
const ENTRIES_MAX = 1_000

function kindOf(tag: number): MetadataKind {
  if (CAMERA.has(tag)) return 'camera'
  if (TIMES.has(tag)) return 'times'
  return COMMENTS.has(tag) ? 'comments' : 'other data'
}

/** What the TIFF structure of Exif says; never throws. @see TIFF 6.0, CIPA DC-008 4.6 */
export function readExif(given: Uint8Array): ExifFacts {
  const bytes = Buffer.from(given).toString('latin1', 0, 6) === 'Exif\0\0' ? given.subarray(6) : given
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const metadata = new Set<MetadataKind>()
  const order = bytes.length < 8 ? 0 : view.getUint16(0)
  const little = order === 0x4949
  if (!little && order !== 0x4d4d) return { orientation: 1, metadata: new Set(['other data']) }
  let orientation = 0
  const readIfd = (at: number, depth: number): number => {
    if (at < 8 || at + 2 > bytes.length) return 0
    const count = Math.min(view.getUint16(at, little), ENTRIES_MAX)
    for (let entry = at + 2; entry < at + 2 + 12 * count && entry + 12 <= bytes.length; entry += 12) {
      const tag = view.getUint16(entry, little)
      if (tag === GPS_IFD) metadata.add('where it was taken')
      else if (tag === EXIF_IFD && depth === 0) readIfd(view.getUint32(entry + 8, little), 1)
      else if (tag === ORIENTATION && depth === 0) orientation ||= view.getUint16(entry + 8, little)
      else metadata.add(kindOf(tag))
    }
    const next = at + 2 + 12 * count
    return next + 4 <= bytes.length ? view.getUint32(next, little) : 0
  }
  if (readIfd(view.getUint32(4, little), 0) !== 0) metadata.add('a smaller picture')
  return { orientation: orientation >= 1 && orientation <= 8 ? orientation : 1, metadata }
}

/** What a packet of XMP says. */
export const metadataOfXmp = (xmp: Uint8Array): MetadataKind[] =>
  Buffer.from(xmp).includes('GPS') ? ['where it was taken', 'its history of edits'] : ['its history of edits']

/** Exif that says the orientation and nothing else. */
export const exifOfOrientation = (orientation: number): Uint8Array =>
  Uint8Array.from([0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0])
