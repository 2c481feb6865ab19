import type { DocumentedRoute } from '../support/answer-judge.ts'

/** A request before it is written to the wire. */
export interface Draft {
  readonly route: DocumentedRoute
  method: string
  /** As it is sent: encoded. */
  path: string
  query: [name: string, value: string][]
  headers: Record<string, string>
  /** JSON to send; undefined for none. */
  body: unknown
  /** In the place of `body`, when it is no JSON any more. */
  rawBody: string | Uint8Array | null
  /** Header lines as they are, and a request target, that no client would write. */
  rawHead: { readonly lines: readonly string[]; readonly target: string | null; readonly host: string | null }
  /** The HTTP parser may refuse it before the service sees it. */
  odd: boolean
  /** What was changed on purpose to make it wrong. */
  readonly mutations: string[]
}

/** The request as bytes: its head, and its body. */
export function wireOf(draft: Draft, host: string): { head: string; body: Uint8Array | null } {
  const body = bodyOf(draft)
  const query = draft.query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  const target = draft.rawHead.target ?? `${draft.path}${query && `?${query}`}`
  const hostLine = draft.rawHead.host ?? `host: ${host}`
  const lines = [
    `${draft.method} ${target} HTTP/1.1`,
    ...(hostLine === '' ? [] : [hostLine]),
    ...Object.entries(draft.headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === null || 'transfer-encoding' in draft.headers ? [] : [`content-length: ${body.length}`]),
    ...draft.rawHead.lines,
  ]
  return { head: `${lines.join('\r\n')}\r\n\r\n`, body }
}

/** The same as a line for a shell. */
export function curlOf(draft: Draft, origin: string): string {
  const { head, body } = wireOf(draft, new URL(origin).host)
  const [, ...lines] = head.split('\r\n').filter((line) => line !== '')
  const query = draft.query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  const target = draft.rawHead.target ?? `${draft.path}${query && `?${query}`}`
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const headers = lines.filter((line) => !/^(content-length|host):/i.test(line)).map((line) => ` -H ${quoted(line)}`)
  const shown = body && quoted(Buffer.from(body).toString('utf8').slice(0, 4_000))
  return `curl -i -X ${quoted(draft.method)} --path-as-is ${quoted(`${origin}${target}`)}${headers.join('')}${shown === null ? '' : ` --data-binary ${shown}`}`
}

function bodyOf({ body, rawBody }: Draft): Uint8Array | null {
  if (rawBody !== null) return typeof rawBody === 'string' ? Buffer.from(rawBody) : rawBody
  return body === undefined ? null : Buffer.from(JSON.stringify(body))
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed())
