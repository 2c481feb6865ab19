import type { RecordedCall } from '../../src/features/discovery/read-recorded-calls.ts'
import { OPERATOR_KEY, type TestApp } from './test-app.ts'

/** Documents whose answer would be a document in a document; they are shown from where they are made. */
const WITHOUT_ANSWER =
  /^GET \/(openapi\.json|api\/agent|llms(-full)?\.txt|llms\/.*|\.well-known\/(agent|ai-plugin)\.json|docs|errors|errors\/.*)$/

/** Pictures are no text. */
const PICTURES = /\/(image|logo)$/

/** What is sent, and by whom: the key of the recording, when it is not said. */
interface RecordOptions {
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly as?: 'nobody' | 'operator'
  /** With the secret of the launcher. */
  readonly secret?: boolean
}

/** Of a long text the first lines; of a signed card the first skills, and no signature, which is another each time. */
function shownOf(answer: unknown): unknown {
  if (typeof answer === 'string') return answer.split('\n').slice(0, 2).join('\n')
  const { signatures, skills } = answer as { readonly signatures?: readonly object[]; readonly skills: readonly unknown[] }
  if (!signatures) return answer
  const unsigned = signatures.map((one) => ({ ...one, signature: 'base64url of 64 bytes' }))
  return { ...(answer as object), skills: skills.slice(0, 4), signatures: unsigned }
}

/** Makes calls and keeps the first of each route and status, with names in place of secrets. A refused call throws. */
export function createCallRecorder(app: TestApp) {
  const recorded: Record<string, RecordedCall> = {}
  let key = ''

  const call = async (route: string, values: Record<string, string> = {}, options: RecordOptions = {}) => {
    const { body, headers = {}, as, secret = false } = options
    const [method, pattern] = route.split(' ') as [string, string]
    const path = pattern.split('?')[0]!
    const filled = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!)
    const open = as === 'nobody'
    const shown = {
      ...headers,
      ...('x-svc-approvals-token' in headers ? { 'x-svc-approvals-token': '$APPROVALS_TOKEN' } : {}),
      ...('payment-signature' in headers ? { 'payment-signature': '$PAYMENT' } : {}),
      ...(open ? {} : { 'x-svc-api-key': as === 'operator' ? '$OPERATOR_KEY' : '$KEY' }),
      ...(secret ? { 'x-launcher-key': '$LAUNCHER_KEY' } : {}),
    }
    const answer = await app.call(method, filled, body, {
      ...(open ? {} : { key: as === 'operator' ? OPERATOR_KEY : key }),
      headers: { ...headers, ...(secret ? { 'x-launcher-key': app.launcher.secret } : {}) },
    })
    if (answer.status >= 400) throw new Error(`${route} answered ${answer.status}: ${answer.body.detail}`)
    // Whoever has an answer already is told so.
    const etag = answer.headers.get('etag')
    if (etag && method === 'GET') await app.call(method, filled, undefined, { headers: { 'if-none-match': etag } })
    // One second for each call: what is listed by its time has an order.
    await app.clock.advance(1_000)
    const plain = `${method} ${path}`
    // A second status of a route stands beside the first.
    const name = recorded[plain] && recorded[plain].status !== answer.status ? `${plain} ${answer.status}` : plain
    if (!recorded[name]) {
      const silent = WITHOUT_ANSWER.test(plain) || PICTURES.test(plain)
      recorded[name] = {
        path: filled,
        ...(Object.keys(shown).length > 0 ? { headers: shown } : {}),
        ...(body === undefined ? {} : { body }),
        status: answer.status,
        ...(silent ? {} : { answer: shownOf(answer.body) }),
      }
    }
    return answer.body
  }
  const open = (route: string, values: Record<string, string> = {}, options: RecordOptions = {}) =>
    call(route, values, { ...options, as: 'nobody' })
  return {
    recorded: recorded as Readonly<Record<string, RecordedCall>>,
    /** From now on calls are made with this key. */
    as(claimed: string) {
      key = claimed
    },
    /** With the key, or as who is told. */
    call,
    /** With no key. */
    open,
  }
}
