/** static/icon.svg as PNG, 32 pixels wide and high. */
const PNG = [
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAADHklEQVR4nMSXWUhUURjH/+fONDTZAkZKy4NClo6UIigtKEaSEb3kTJYVNmOFaeVLQfZgGCEp',
  'GlguaRpqUSSRJZj4UAlF1osbyUg0UhbmVkaljjTOPZ1zhauJs+nM+HuYe76z8P3nO+unxCzUaQnbiAADoSQEhGoAshoLgv4AJUYKaqQU1eZbde9mthK5pI9d',
  'ql7me4WAnCcECngAJsBKCS0wW3qzcLvVIgvwOXcgDFahllmb4QVYNDqJQI+PFT3pFHiFKJIkbznnsCiHST55WZ2u20EIfc1CIcCLUPa/iSBGCARisredc7hP',
  'aiVpShASjkWCiQgWCEUwFgvCBLCfVfAAhO3lIL91jnr5e2TuVUolGjOy0X75JiqSM+z29YiA0qPpiA4KlcpJUTHY6LfWZl8l3Myp6HgcjoyR7bYvPTAN9cMr',
  'AiIDglBw8IRsj4yNIrE81+4YtwlYs3wlalMzoRCmZlWkIpIq8jDw6yc8LkApKCTnfiumN1RW/X28MXU7Huuog6/PcunLw2mLPJ0BUYGbZLuurQU3ntfDGezu',
  'gj2hETDlVOJjTgXSYvfN2Yev8tSYvbJt7P+K1HvFcBa7EUjZGSftaU6+LgUCO1xKmp/J7Vs3BKLkSLps/54YxyG26MyWv3AWuxGoaXn5n52nNeDsrv1SmU/N',
  'o9OZskCOvqoQn74PwhUUqihNtq1G09A3jE6YsTtk+r6K04TjD6u7EK9lEQiQ6682PMTdty/gKsTnjJY66sTn+HriSZvtTV2t0JVdw3xw6iguf9WEzMfVc7b1',
  'DPfDUF2I+eL0OVDc3CB9c7V6uY4vtsSyXGlK5otLlxEXcamuRrb5dvsw2IeFwNZAwgC/l10ZtGV9AH/ZoquvFwuDDirZCuxgT6N4V4a97/sMd8B9C/wHi4Qk',
  'QJwkd1jB+aPLXc4pRkU6WamwtnaPqCI1k+xtGAcvwlK0ixOlTxulXTA2LOQzRe3wEsxXh3lIUcTLU0mo0Ugtof41SpV6CZO2nd05HnkrSskpWHI6PnIMDxqn',
  'k9OZSOk5gZ7lbxq3pueEdrNHUtXs9PwfAAAA//9mP0bDAAAABklEQVQDACjFDfqsRt1bAAAAAElFTkSuQmCC',
].join('')

const HEADER_BYTES = 22

/** The icon that clients look for at /favicon.ico: an icon file with one picture, a PNG. */
export function favicon(): Uint8Array<ArrayBuffer> {
  const png = Buffer.from(PNG, 'base64')
  const bytes = new Uint8Array(HEADER_BYTES + png.length)
  const view = new DataView(bytes.buffer)
  // An icon file, of one picture, 32 by 32, with 32 bits a pixel in one plane.
  view.setUint16(2, 1, true)
  view.setUint16(4, 1, true)
  view.setUint8(6, 32)
  view.setUint8(7, 32)
  view.setUint16(10, 1, true)
  view.setUint16(12, 32, true)
  view.setUint32(14, png.length, true)
  view.setUint32(18, HEADER_BYTES, true)
  bytes.set(png, HEADER_BYTES)
  return bytes
}
