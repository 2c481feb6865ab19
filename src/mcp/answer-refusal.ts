import type { HttpDeps } from '../http/http-deps.ts'
import type { ErrorKind } from '../domain/errors/error-entries.ts'
import { type Problem, problemResponse, toAppError } from '../http/answers/problem.ts'

/** @see JSON-RPC 2.0, 5.1 */
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const INTERNAL_ERROR = -32_603
/** Of the numbers that are left to servers. */
const REFUSED = -32_000

/** The number of each kind of failure. */
const NUMBERS: Readonly<Record<ErrorKind, number>> = {
  invalid: INVALID_REQUEST,
  refused: INVALID_REQUEST,
  unauthenticated: REFUSED,
  payment_required: REFUSED,
  forbidden: REFUSED,
  not_found: REFUSED,
  method: REFUSED,
  conflict: REFUSED,
  timeout: REFUSED,
  too_large: REFUSED,
  media_type: INVALID_REQUEST,
  rate_limited: REFUSED,
  internal: INTERNAL_ERROR,
  unavailable: REFUSED,
}

/** A message that was refused before any tool had it: the problem that HTTP would answer, as an error of JSON-RPC. */
export async function answerRefusal(
  deps: Pick<HttpDeps, 'policy' | 'log' | 'redact'>,
  request: Request,
  thrown: unknown,
  { id, headers }: { readonly id: unknown; readonly headers: Record<string, string> },
): Promise<Response> {
  const response = problemResponse(deps, request, thrown, headers)
  const problem = (await response.json()) as Problem
  const { code, kind } = toAppError(thrown)
  const number = code === 'body_not_json' ? PARSE_ERROR : NUMBERS[kind]
  const error = { code: number, message: problem.detail, data: problem }
  const known = typeof id === 'string' || typeof id === 'number' ? id : null
  response.headers.set('content-type', 'application/json')
  return new Response(JSON.stringify({ jsonrpc: '2.0', id: known, error }), { status: response.status, headers: response.headers })
}
