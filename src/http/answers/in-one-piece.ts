/** Bytes that the runtime's buffer takes together with the headers. */
const BUFFERED_BYTES_MAX = 12_000

/**
 * A body for an answer that is given in a later turn of the event loop than its request came in. The runtime writes the head of such an
 * answer in a system call and a packet for each part of each header, fifty in all, when the body is larger than its buffer; with a stream
 * of one chunk it writes head and body together. Costs the `content-length`. To be removed when the runtime writes heads in one piece.
 * @see https://github.com/oven-sh/bun/pull/41341
 */
export function inOnePiece(body: string | Uint8Array<ArrayBuffer>): BodyInit {
  if (body.length < BUFFERED_BYTES_MAX) return body
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
}
