import { Elysia } from 'elysia'
import { sha256Hex } from '../../lib/bytes.ts'
import { requestContext } from '../request/request-context.ts'
import { documented } from '../route-docs.ts'

/** How long a public read may be shown again without asking; after that the ETag makes asking cheap. */
const MAX_AGE_SEC = 5

interface AnswerContext {
  readonly responseValue: unknown
  readonly request: Request
  readonly set: { readonly headers: Record<string, string | number> }
}

/**
 * Answers of public reads with an ETag over what they say, and 304 to whoever has that already. When an answer was
 * generated is no part of what it says. The pipeline keeps them for others who ask the same.
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
        const tag = `"${sha256Hex(stable).slice(0, 32)}"`
        const headers = { etag: `W/${tag}`, 'cache-control': `public, max-age=${MAX_AGE_SEC}`, 'content-type': 'application/json' }
        requestContext(request).keepAnswer?.({ text, tag, headers })
        return taggedResponse(request, { text, tag, headers }, set.headers as Record<string, string>)
      },
      { cached: true },
    ),
  )

/** The answer, or 304 for a client that names its tag; `more` are headers of this request alone. */
export function taggedResponse(
  request: Request,
  { text, tag, headers }: { readonly text: string; readonly tag: string; readonly headers: Readonly<Record<string, string>> },
  more: Readonly<Record<string, string>>,
): Response {
  if (!request.headers.get('if-none-match')?.includes(tag)) return new Response(text, { headers: { ...more, ...headers } })
  const { 'content-type': _type, ...unchanged } = headers
  return new Response(null, { status: 304, headers: { ...more, ...unchanged } })
}
