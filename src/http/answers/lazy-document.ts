import { sha256Hex } from '../../lib/bytes.ts'
import { requestContext } from '../request/request-context.ts'
import { taggedResponse } from './cacheable.ts'
import { gzipOnce } from './gzip.ts'
import { createLongAnswers } from './long-answers.ts'

/** Documents change only with the executable and its settings. */
const MAX_AGE_SEC = 300

/**
 * Answers with a document that is built on first request and cached; with an ETag, and 304 to a client that has it. The pipeline keeps it
 * for equal requests too, which then need no routing, unless it is one of several forms of its address. `bytes` builds it too, and says how
 * long it is.
 */
export function createLazyDocument(
  contentType: string,
  make: () => Promise<string>,
  { isOnlyForm = true, headers = {} }: { readonly isOnlyForm?: boolean; readonly headers?: Readonly<Record<string, string>> } = {},
) {
  const ready = async () => {
    const text = await make()
    const tag = `"${sha256Hex(text).slice(0, 32)}"`
    const gzip = gzipOnce(text, { kept: true })
    let compressed: Blob | null = null
    return {
      body: new Blob([text]),
      gzip: gzip && (() => (compressed ??= new Blob([gzip()]))),
      tag,
      headers: { etag: `W/${tag}`, 'cache-control': `public, max-age=${MAX_AGE_SEC}`, 'content-type': contentType, ...headers },
      lasting: true,
    }
  }
  const give = createLongAnswers()
  let made: ReturnType<typeof ready> | null = null
  const kept = () =>
    (made ??= ready().catch((error: unknown) => {
      made = null
      throw error
    }))
  const answer = async ({ request, set }: { readonly request: Request; readonly set: { readonly headers: object } }): Promise<Response> => {
    const document = await kept()
    if (isOnlyForm) requestContext(request).keepAnswer?.(document)
    return give(request, document.body.size, () => taggedResponse(request, document, set.headers as Record<string, string>))
  }
  return Object.assign(answer, { bytes: async () => (await kept()).body.size })
}
