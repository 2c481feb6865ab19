import { AppError } from '../../domain/errors.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Timers } from '../../ports/clock.ts'
import type { MetadataStore } from '../../ports/metadata-store.ts'
import type { PinRepo } from '../../ports/storage/storage.ts'
import { abortAfter } from '../abort-after.ts'

/** The Pinata account, and its server. */
export interface PinataOptions {
  readonly timers: Timers
  readonly jwt: Secret<string>
  /** Records what was pinned, so that no content is uploaded twice. */
  readonly pins: PinRepo
  /** Pinata's upload server. */
  readonly uploadUrl?: string
  /** Most milliseconds one upload may take. */
  readonly timeoutMs?: number
}

/** @see https://docs.pinata.cloud POST /v3/files: multipart `file`, `network`, `name`; answers `{data: {cid, …}}` */
const UPLOAD_URL = 'https://uploads.pinata.cloud'
const UPLOAD_PATH = '/v3/files'
const TIMEOUT_MS = 10_000
/** Any gateway serves public content; this is the one that pump's own page uses. */
const GATEWAY = 'https://ipfs.io/ipfs/'
/** A version 1 CID of a raw block or a UnixFS file has 59 characters in base32. */
const CID = /^(?:baf[a-z2-7]{56}|Qm[1-9A-HJ-NP-Za-km-z]{44})$/

/** Pins picture and JSON to IPFS through Pinata, so that the chain points to content that nobody can change. */
export function createPinataStore({ timers, jwt, pins, uploadUrl = UPLOAD_URL, timeoutMs = TIMEOUT_MS }: PinataOptions): MetadataStore {
  async function upload(bytes: Uint8Array, contentType: string, name: string): Promise<string> {
    const form = new FormData()
    form.set('file', new File([Uint8Array.from(bytes)], name, { type: contentType }))
    form.set('network', 'public')
    form.set('name', name)
    let answer: unknown
    try {
      const response = await fetch(new URL(UPLOAD_PATH, uploadUrl), {
        method: 'POST',
        headers: { authorization: `Bearer ${jwt.reveal()}` },
        body: form,
        redirect: 'error',
        // Uploads are rare: a connection that was kept may be closed by the other side just now, which would refuse a launch.
        keepalive: false,
        signal: abortAfter(timers, timeoutMs),
      })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      answer = await response.json()
    } catch (cause) {
      throw unavailable(cause)
    }
    const cid = (answer as { data?: { cid?: unknown } } | null)?.data?.cid
    if (typeof cid !== 'string' || !CID.test(cid)) throw unavailable(new Error('the answer has no content id'))
    return `${GATEWAY}${cid}`
  }

  async function pin(bytes: Uint8Array, contentType: string, name: string): Promise<string> {
    const sha256 = sha256Hex(bytes)
    const known = await pins.find(sha256)
    if (known !== null) return known
    const uri = await upload(bytes, contentType, name)
    await pins.insert(sha256, uri)
    return uri
  }

  return {
    sample: { uri: `${GATEWAY}${'b'.repeat(59)}`, imageUri: `${GATEWAY}${'b'.repeat(59)}` },
    handsOut: true,
    async keep({ image, json }) {
      const picture = await image()
      const extension = picture?.contentType.split('/')[1] ?? ''
      const imageUri = picture === null ? null : await pin(picture.bytes, picture.contentType, `picture.${extension}`)
      const uri = await pin(new TextEncoder().encode(canonicalJson(json(imageUri ?? ''))), 'application/json', 'metadata.json')
      return { uri, imageUri }
    },
  }
}

const unavailable = (cause: unknown): AppError => new AppError('upstream_unavailable', { upstream: 'the metadata store' }, { cause })
