import { fromBase58, fromBase64 } from '../bytes.ts'

/** The longest form, `{"0":255,…,"63":255}`, has 567 characters; some writers put spaces in. */
const CHARACTERS_MAX = 1_024

/** Bytes of an ed25519 signature. */
const SIGNATURE_BYTES = 64

/**
 * Every 64 bytes that the text may stand for: base58, base64, base64url or hex with or without 0x (also in quotes, and with spaces in it),
 * numbers in a JSON array, a comma list, or what JSON makes of a byte array. None when it is no such form; more than one where several
 * alphabets fit.
 */
export function signatureBytes(text: string): readonly Uint8Array[] {
  if (text.length > CHARACTERS_MAX) return []
  const digits = text.replaceAll(/^"|"$|\s/g, '')
  const forms = [fromHex(digits), fromBase58(digits, SIGNATURE_BYTES), fromBase64(digits), fromNumbers(text)]
  return forms.filter((bytes) => bytes?.length === SIGNATURE_BYTES) as Uint8Array[]
}

const fromHex = (text: string): Uint8Array | null =>
  /^(0x)?[0-9a-f]{128}$/i.test(text) ? new Uint8Array(Buffer.from(text.slice(-128), 'hex')) : null

function fromNumbers(text: string): Uint8Array | null {
  let value: unknown
  try {
    value = JSON.parse(/^[[{]/.test(text) ? text : `[${text}]`)
  } catch {
    return null
  }
  const list = listIn(value)
  // The bytes of some languages have a sign: one below zero makes all of them such, so that each number has one meaning.
  const [least, most] = list?.some((byte) => typeof byte === 'number' && byte < 0) ? [-128, 127] : [0, 255]
  const areBytes = list?.every((byte) => typeof byte === 'number' && Number.isInteger(byte) && byte >= least && byte <= most)
  return areBytes ? Uint8Array.from(list as number[]) : null
}

/** The members of an array, of `{"type":"Buffer","data":[…]}`, or of `{"0":…,"1":…}`, as Node and browsers write byte arrays. */
function listIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return null
  if ('type' in value && value.type === 'Buffer' && 'data' in value && Array.isArray(value.data)) return value.data
  return Object.keys(value).every((key, at) => key === String(at)) ? Object.values(value) : null
}
