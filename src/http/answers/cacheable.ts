import { Elysia } from 'elysia'
import { sha256Hex } from '../../lib/bytes.ts'
import type { CachedAnswer } from '../request/read-cache.ts'
import { requestContext } from '../request/request-context.ts'
import { documented } from '../route-docs.ts'
import { acceptsGzip, gzipOnce } from './gzip.ts'

/** How long clients may reuse a public read without asking; after that the ETag makes revalidation cheap. */
const MAX_AGE_SEC = 5

interface AnswerContext {
  readonly responseValue: unknown
  readonly request: Request
  readonly set: { readonly headers: Record<string, string | number> }
}

/**
 * Answers public reads with an ETag over their content, and 304 to a client that has it already. The time at which an answer was
 * generated does not count as content. The pipeline caches them for equal requests.
 */
export const cacheable = () =>
  new Elysia({ name: 'cacheable' }).mapResponse(
    { as: 'scoped' },
    documented(
      ({ responseValue, request, set }: AnswerContext) => {
        if (responseValue instanceof Response || typeof responseValue !== 'object' || responseValue === null) return
        const text = JSON.stringify(responseValue)
        const { generatedAt } = responseValue as { generatedAt?: unknown }
        const stable = typeof generatedAt === 'string' ? text.replace(`"generatedAt":"${generatedAt}"`, '') : text
        return publicAnswer(request, { text, stable, contentType: 'application/json' }, set.headers as Record<string, string>)
      },
      { cached: true },
    ),
  )

/** Answers that are always the same: the pipeline keeps them for equal requests, which then need no routing. */
export const unchanging = () =>
  new Elysia({ name: 'unchanging' }).mapResponse({ as: 'scoped' }, ({ responseValue, request, set }: AnswerContext) => {
    const answer = { body: JSON.stringify(responseValue), gzip: null, tag: null, headers: JSON_HEADERS, lasting: true }
    requestContext(request).keepAnswer?.(answer)
    return taggedResponse(request, answer, set.headers as Record<string, string>)
  })

const JSON_HEADERS = { 'content-type': 'application/json;charset=utf-8' } as const

/** The answer to a public read with an ETag over `stable`, which the pipeline caches; or 304. `more` are headers of this request only. */
export function publicAnswer(
  request: Request,
  { text, stable = text, contentType }: { readonly text: string; readonly stable?: string; readonly contentType: string },
  more: Readonly<Record<string, string>>,
): Response {
  const tag = `"${sha256Hex(stable).slice(0, 32)}"`
  const headers = { etag: `W/${tag}`, 'cache-control': `public, max-age=${MAX_AGE_SEC}`, 'content-type': contentType }
  const answer = { body: text, gzip: gzipOnce(text), tag, headers, lasting: false }
  requestContext(request).keepAnswer?.(answer)
  return taggedResponse(request, answer, more, inOnePiece)
}

type Body = string | Uint8Array<ArrayBuffer> | Blob

/** The answer, compressed for a client that takes it so, or 304 for one that sends its ETag; `more` are headers of this request only. */
export function taggedResponse(
  request: Request,
  { body, gzip, tag, headers }: Pick<CachedAnswer, 'body' | 'gzip' | 'tag' | 'headers'>,
  more: Readonly<Record<string, string>>,
  bodyOf: (body: Body) => BodyInit = (some) => some,
): Response {
  const all: Record<string, string> = { ...more, ...headers }
  if (gzip) all.vary = all.vary ? `${all.vary}, accept-encoding` : 'accept-encoding'
  if (tag !== null && request.headers.get('if-none-match')?.includes(tag)) {
    delete all['content-type']
    return new Response(null, { status: 304, headers: all })
  }
  if (!gzip || !acceptsGzip(request)) return new Response(bodyOf(body), { headers: all })
  return new Response(bodyOf(gzip()), { headers: { ...all, 'content-encoding': 'gzip' } })
}

/** Bytes that the runtime's buffer takes together with the headers. */
const BUFFERED_BYTES_MAX = 12_000

/**
 * A body for an answer that is given in a later turn of the event loop than its request came in. The runtime writes the head of such an
 * answer in a system call and a packet for each part of each header, fifty in all, when the body is larger than its buffer; with a stream
 * of one chunk it writes head and body together. Costs the `content-length`. To be removed when the runtime writes heads in one piece.
 * @see https://github.com/oven-sh/bun/pull/41341
 */
function inOnePiece(body: Body): BodyInit {
  if (body instanceof Blob || body.length < BUFFERED_BYTES_MAX) return body
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
}
