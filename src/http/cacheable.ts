import { Elysia } from 'elysia'
import { sha256Hex } from '../lib/bytes.ts'

/** How long a public read may be shown again without asking; after that the ETag makes asking cheap. */
const MAX_AGE_SEC = 5

/**
 * Answers of public reads with an ETag over what they say, and 304 to whoever has that already. When an answer was
 * generated is no part of what it says.
 */
export const cacheable = () =>
  new Elysia({ name: 'cacheable' }).mapResponse({ as: 'scoped' }, ({ responseValue, request, set }) => {
    if (responseValue instanceof Response || typeof responseValue !== 'object' || responseValue === null) return
    const text = JSON.stringify(responseValue)
    const { generatedAt } = responseValue as { generatedAt?: unknown }
    const said = typeof generatedAt === 'string' ? text.replace(`"generatedAt":"${generatedAt}"`, '') : text
    const tag = `"${sha256Hex(said).slice(0, 32)}"`
    const headers = {
      ...(set.headers as Record<string, string>),
      etag: `W/${tag}`,
      'cache-control': `public, max-age=${MAX_AGE_SEC}`,
    }
    if (request.headers.get('if-none-match')?.includes(tag)) return new Response(null, { status: 304, headers })
    return new Response(text, { headers: { ...headers, 'content-type': 'application/json' } })
  })
