import { sha256Hex } from '../../src/lib/bytes.ts'

/** What was uploaded. */
export interface Upload {
  authorization: string | null
  network: string
  name: string
  contentType: string
  bytes: Uint8Array
}

/** Plays Pinata's upload server by its documentation; the content id follows from the content, as on IPFS. */
export function startPinata() {
  const uploads: Upload[] = []
  const state = { answer: null as ((cid: string) => Response | Promise<Response>) | null }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      if (request.method !== 'POST' || new URL(request.url).pathname !== '/v3/files') return new Response(null, { status: 404 })
      const form = await request.formData()
      const file = form.get('file') as File
      const bytes = await file.bytes()
      uploads.push({
        authorization: request.headers.get('authorization'),
        network: String(form.get('network')),
        name: String(form.get('name')),
        contentType: file.type.split(';')[0]!,
        bytes,
      })
      const cid = cidOf(bytes)
      return state.answer?.(cid) ?? Response.json({ data: { id: 'x', cid, size: bytes.length, network: 'public', is_duplicate: false } })
    },
  })
  return { url: server.url.href, uploads, state, stop: () => server.stop(true) }
}

/** The content id that a server would give; it follows from the content. */
export const cidOf = (bytes: Uint8Array): string =>
  `bafk${Array.from(sha256Hex(bytes).slice(0, 55), (digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]).join('')}`

export type PinataServer = ReturnType<typeof startPinata>
