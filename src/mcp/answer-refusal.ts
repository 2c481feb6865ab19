import type { HttpDeps } from '../http/http-deps.ts'
import { type Problem, problemResponse } from '../http/answers/problem.ts'

/** @see JSON-RPC 2.0, 5.1 */
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const INTERNAL_ERROR = -32_603
/** Of the numbers that are left to servers. */
const REFUSED = -32_000

/** A message that was refused before any tool had it: the problem that HTTP would answer, as an error of JSON-RPC. */
export async function answerRefusal(
  deps: Pick<HttpDeps, 'policy' | 'log' | 'redact'>,
  request: Request,
  thrown: unknown,
  { id, headers }: { readonly id: unknown; readonly headers: Record<string, string> },
): Promise<Response> {
  const response = problemResponse(deps, request, thrown, headers)
  const problem = (await response.json()) as Problem
  const error = { code: numberOf(problem), message: problem.detail, data: problem }
  const known = typeof id === 'string' || typeof id === 'number' ? id : null
  response.headers.set('content-type', 'application/json')
  return new Response(JSON.stringify({ jsonrpc: '2.0', id: known, error }), { status: response.status, headers: response.headers })
}

function numberOf({ code, status }: Problem): number {
  if (code === 'body_not_json') return PARSE_ERROR
  if (status === 500) return INTERNAL_ERROR
  return status === 400 ? INVALID_REQUEST : REFUSED
}
