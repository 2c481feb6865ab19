const TIMEOUT_MS = 15_000

/** What came of a request. `same` = the ETag given is still the present one; `offline` = no answer arrived. */
export type Answer<Body> =
  | { readonly kind: 'ok'; readonly body: Body; readonly etag: string | null }
  | { readonly kind: 'same' }
  | { readonly kind: 'problem'; readonly status: number; readonly code: string; readonly detail: string; readonly retryAfterSec: number }
  | { readonly kind: 'offline' }

/** How it is asked; with `etag` an answer that is still the same comes without its body. */
export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly etag?: string | null
  readonly body?: string
}

/** Asks this service for JSON. Never throws. */
export async function ask<Body>(
  path: string,
  { method = 'GET', headers = {}, etag = null, body: sent }: RequestOptions = {},
): Promise<Answer<Body>> {
  let response: Response
  let text: string
  try {
    response = await fetch(path, {
      method,
      ...(sent === undefined ? {} : { body: sent }),
      headers: { accept: 'application/json', ...headers, ...(etag === null ? {} : { 'if-none-match': etag }) },
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    text = await response.text()
  } catch {
    return { kind: 'offline' }
  }
  if (response.status === 304) return { kind: 'same' }
  const body = readJson(text)
  if (response.ok && body !== null) return { kind: 'ok', body: body as Body, etag: response.headers.get('etag') }
  const { code, detail, error_description: described } = (body ?? {}) as { code?: unknown; detail?: unknown; error_description?: unknown }
  return {
    kind: 'problem',
    status: response.status,
    code: typeof code === 'string' ? code : 'unreadable_answer',
    detail: typeof detail === 'string' ? detail : typeof described === 'string' ? described : '',
    retryAfterSec: Number(response.headers.get('retry-after')) || 5,
  }
}

/** Sends this as JSON. Never throws. */
export const send = <Body>(path: string, value: object): Promise<Answer<Body>> =>
  ask<Body>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) })

function readJson(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
