const HEAD_BYTES = 1_024

/** Brands of an ISO media file, by what people call them. @see ISO 14496-12 4.3, 23008-12 B.4 */
const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/avi[fs]/, 'AVIF: convert it to PNG or JPEG'],
  [/hei[cxms]|hev[cxms]|mif[12]|msf1/, 'HEIC, as iPhones make it, whatever its name ends in: share or export it as JPEG'],
  [/./, 'a video or another media file: send a picture of it as PNG or JPEG'],
]

/** Leading bytes, as Latin-1, of what is often sent for a picture. */
const HEADS: readonly (readonly [RegExp, string])[] = [
  [/^(II\*\0|MM\0\*|II\+\0|MM\0\+)/, 'TIFF: convert it to PNG or JPEG'],
  [/^BM[^]{4}\0\0\0\0/, 'BMP: convert it to PNG'],
  [/^(\xff\x0a|\0\0\0\x0cJXL \r\n\x87\n)/, 'JPEG XL (JXL): convert it to PNG or JPEG'],
  [/^(\0\0\0\x0cjP {2}\r\n\x87\n|\xff\x4f\xff\x51)/, 'JPEG 2000: convert it to PNG or JPEG'],
  [/^\0\0[\x01\x02]\0/, 'an icon file (ICO): convert it to PNG'],
  [/^8BPS/, 'a Photoshop file (PSD): export it as PNG or JPEG'],
  [/^%PDF/, 'a PDF: export its page as PNG or JPEG'],
  [
    /^(\xef\xbb\xbf)?\s*(<\?xml[^>]*>\s*|<!--[^]*?-->\s*|<!doctype svg[^>]*>\s*)*<svg[\s>]/i,
    'SVG, which can carry scripts: draw it as PNG',
  ],
  [/^(\xef\xbb\xbf)?\s*<(!doctype html|html|head|body)/i, 'a web page, not a picture: name the address of the picture itself'],
]

/** What these bytes are and what to do about it, where they are a format that is not taken; null for bytes of no known kind. */
export function foreignPicture(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  if (head.slice(4, 8) === 'ftyp') {
    const brands = head.slice(8, Math.min(HEAD_BYTES, Buffer.from(bytes.subarray(0, 4)).readUInt32BE(0)))
    return BRANDS.find(([brand]) => brand.test(brands))?.[1] ?? null
  }
  return HEADS.find(([start]) => start.test(head))?.[1] ?? null
}
