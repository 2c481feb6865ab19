import type { AnswerJudge, DocumentedRoute } from '../support/answer-judge.ts'
import type { Draft } from './draft.ts'
import { SECRET_TEXTS } from './people.ts'
import type { WireAnswer } from './raw-client.ts'

/** What was wrong with an answer: `kind` is the same for the same fault. */
export interface Verdict {
  readonly problem: string | null
  /** Its JSON, as far as it was read. */
  readonly value: any
  /** Answered by the HTTP parser: the service never saw the request. */
  readonly unseen: boolean
}

const PAGES =
  /^\/(about|agents|approvals|board|coin|docs|find|jobs|leaderboard|operator|policies|policy|status|treasury|(approve|assets|coin|kol|wallet)\/[^/]+)\/?$/
const PARSER_STATUSES = new Set([400, 413, 414, 431, 501, 505])
const GIVEN_KEY = /svc_ak_(?!0{20})[0-9A-Za-z]{40}/
const GIVEN_WEBHOOK_SECRET = /whsec_(?!A{20})[0-9A-Za-z+/]{40}/
const KEY_ROUTES = /^POST \/api\/agent\/keys(\/claim|\/\{id\}\/rotate)?$/
const WEBHOOK_ROUTES = /^POST \/api\/webhooks(\/\{id\}\/rotate)?$/
/** Documents are read whole in one of so many answers. */
const LARGE_BYTES = 50_000

/** Says of each answer whether it may be one. `looksInto` decides which bodies are held against their schemas. */
export function createOracle(judge: AnswerJudge, looksInto: (bytes: number) => boolean) {
  return (draft: Draft, answer: WireAnswer): Verdict => {
    const { headers, body } = answer
    const pathname = pathOf(draft)
    const route = pathname === null ? null : judge.find(draft.method === 'HEAD' ? 'GET' : draft.method, pathname)
    const json = /json/.test(headers.get('content-type') ?? '') && !headers.has('content-encoding') && body.length > 0
    const deep = body.length < LARGE_BYTES || looksInto(body.length)
    const text = deep ? body.toString('utf8') : ''
    const unseen = !headers.has('x-request-id')
    const value = json && deep ? read(text) : undefined
    const problem =
      serverFault(draft, answer, value) ??
      (unseen ? unseenFault(draft, answer) : null) ??
      secretIn(text, draft.route) ??
      (unseen || draft.odd ? null : documented(judge, route, draft.method, pathname ?? '', answer, value, deep))
    return { problem, value, unseen }
  }
}

function pathOf({ rawHead, path }: Draft): string | null {
  const target = rawHead.target ?? path
  if (!target.startsWith('/') || !URL.canParse(`http://host${target}`)) return null
  // A path with a slash at its end is another path, and no route of ours.
  return new URL(`http://host${target}`).pathname
}

function read(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function serverFault({ method }: Draft, { status, headers }: WireAnswer, value: any): string | null {
  if (status < 500) return value === null ? `${status} says that it is JSON and is not` : null
  // It says what is not ready in its own form.
  if (status === 503 && value?.ready === false) return null
  if (status !== 503) return `answered ${status}`
  // Its reason stands in the body, and it has none.
  if (method === 'HEAD') return null
  if (typeof value?.code !== 'string') return '503 without a code'
  return headers.has('retry-after') ? null : `503 ${value.code} without retry-after`
}

const unseenFault = ({ odd }: Draft, { status }: WireAnswer): string | null =>
  (odd && PARSER_STATUSES.has(status)) || PARSER_STATUSES.has(status) ? null : `answered ${status} without x-request-id`

function secretIn(text: string, { name }: DocumentedRoute): string | null {
  const secret = SECRET_TEXTS.find((part) => text.includes(part))
  if (secret !== undefined) return `the answer holds a secret (${secret.slice(0, 6)}…)`
  if (!KEY_ROUTES.test(name) && GIVEN_KEY.test(text)) return 'the answer holds an API key'
  if (!WEBHOOK_ROUTES.test(name) && GIVEN_WEBHOOK_SECRET.test(text)) return 'the answer holds a webhook secret'
  return null
}

function documented(
  judge: AnswerJudge,
  route: DocumentedRoute | null,
  method: string,
  pathname: string,
  { status, headers, body }: WireAnswer,
  value: any,
  deep: boolean,
): string | null {
  if (route) {
    const bodiless = method === 'HEAD' || status === 204 || status === 304 || body.length === 0
    const header = (name: string) => headers.get(name) ?? null
    return judge.judge(route, { status, header, body: bodiless ? null : { value: deep ? value : undefined } })
  }
  if (status === 404 || status === 405) {
    if (method === 'HEAD') return null
    // A browser at an unknown address gets a page that says so.
    if (status === 404 && !pathname.startsWith('/api/') && headers.get('content-type')?.startsWith('text/html')) return null
    return value?.code === (status === 404 ? 'route_not_found' : 'method_not_allowed') || PAGES.test(pathname)
      ? null
      : `${status} without its code`
  }
  if (status === 204 && method === 'OPTIONS') return null
  if (status === 308) {
    // Another spelling of a path is sent to the one that has a route here, never to another host.
    const [there = ''] = (headers.get('location') ?? '').split('?')
    const found = method === 'OPTIONS' || judge.find(method === 'HEAD' ? 'GET' : method, there) !== null || PAGES.test(there)
    return found ? null : `308 to ${there}, which no route answers`
  }
  if ((status === 200 || status === 304 || status === 429) && (method === 'GET' || method === 'HEAD')) return null
  // What is refused before anyone looks for a route: a form, and secrets over plain HTTP.
  return (status === 400 || status === 403) && (method === 'HEAD' || value?.ok === false)
    ? null
    : `answered ${status} on a path that /openapi.json does not have`
}
