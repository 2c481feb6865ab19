import { AppError } from '../domain/errors.ts'
import { authenticate } from '../http/guards/authenticate.ts'
import type { HttpDeps } from '../http/http-deps.ts'
import { requestContext } from '../http/request/request-context.ts'
import { apiKeyOrBearerOf } from '../http/request/secret-header.ts'
import type { Secret } from '../lib/secret.ts'
import { TOOL_ROWS } from './tool-rows.ts'

/**
 * The headers that send a client to the authorization server, for a call of a tool that needs a key: without any, or with a bearer token
 * that is none. Null for every other message. Where calls are sold, one without a key is told its price instead, and a wrong key in a
 * header of its own is refused by the tool: who set that header cannot be helped by OAuth.
 * @see RFC 9728 5.1, RFC 6750 3.1
 */
export async function keyChallenge(
  deps: Pick<HttpDeps, 'routes' | 'policy' | 'storage' | 'clock'>,
  request: Request,
  { method, params }: Readonly<Record<string, unknown>>,
): Promise<Record<string, string> | null> {
  const { name } = (params ?? {}) as { readonly name?: unknown }
  const row = method === 'tools/call' ? TOOL_ROWS.find((tool) => tool.name === name) : undefined
  const guard = row && deps.routes().find(({ operationId }) => operationId === row.operation)?.guard
  if (guard?.key === undefined || guard.switchedOff) return null
  const key = apiKeyOrBearerOf(request)
  const metadata = `Bearer resource_metadata="${deps.policy.baseUrl}/.well-known/oauth-protected-resource/mcp", scope="launch"`
  if (key === null) return guard.price === undefined ? { 'www-authenticate': metadata } : null
  if (request.headers.has('x-svc-api-key') || (await isValid(deps, key, requestContext(request).address))) return null
  return { 'www-authenticate': `${metadata}, error="invalid_token"` }
}

async function isValid(deps: Pick<HttpDeps, 'policy' | 'storage' | 'clock'>, key: Secret<string>, address: string): Promise<boolean> {
  try {
    await authenticate(deps, key, address)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'api_key_invalid') return false
    // The tool itself tells what the key may not do.
    if (error instanceof AppError && error.code === 'key_not_allowed') return true
    throw error
  }
}
