import { Elysia, ValidationError } from 'elysia'
import type { TSchema } from '@sinclair/typebox'
import { AppError, invalidFields } from '../../domain/errors.ts'
import type { Router } from '../pipeline/pipeline.ts'
import { requestContext, setRequestContext } from '../request/request-context.ts'
import { fieldErrors } from './field-errors.ts'

// In this folder is what is there for Elysia's sake alone, and would go with it:
//
// - router.ts: its settings; its own errors become ours, and whatever is thrown behind it reaches the pipeline, since its error
//   hook must answer by itself; it finds no route in an address that begins with https;
// - field-errors.ts: its validation errors carry the whole value and its own words, ours name each field and its rule;
// - unread-body.ts: it would read and parse a body before any hook can refuse the caller, and it writes a value that breaks its
//   schema into the message of its error.
//
// Guards and route files know it too: they are its plugins.

/** An empty router: features are its plugins. Members that a schema does not name are refused, not dropped. */
export const createRouter = () =>
  new Elysia({ normalize: false, precompile: false, strictPath: true, handler: { standardHostname: false } }).onError(
    ({ error, request, set }) => {
      requestContext(request).failure = { error: asOurs(error), headers: set.headers as Record<string, string> }
      return new Response(null, { status: 500 })
    },
  )

/** Lets the router answer; what was thrown behind it is thrown on. */
export function routeThrough(router: { fetch(request: Request): Response | Promise<Response> }): Router {
  return async (request, context) => {
    const response = await router.fetch(routable(request))
    if (context.failure) throw context.failure.error
    return response
  }
}

/** The request as the router reads it: it looks for the path behind `http://`. What is known of the request goes along. */
function routable(request: Request): Request {
  if (!request.url.startsWith('https:')) return request
  const plain = new Request(`http:${request.url.slice('https:'.length)}`, request)
  setRequestContext(plain, requestContext(request))
  return plain
}

/** Its errors in our words; others as they are. */
function asOurs(thrown: unknown): unknown {
  if (thrown instanceof ValidationError && thrown.type !== 'response') {
    const schema = (thrown.validator as { schema?: TSchema }).schema
    const fields = schema ? fieldErrors(schema, thrown.value) : []
    return invalidFields(fields.length > 0 ? fields : [{ path: '', message: 'is not valid' }])
  }
  const { code } = (thrown ?? {}) as { readonly code?: unknown }
  return !(thrown instanceof AppError) && code === 'NOT_FOUND' ? new AppError('route_not_found') : thrown
}
