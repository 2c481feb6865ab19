import { Elysia, ValidationError } from 'elysia'
import type { TSchema } from '@sinclair/typebox'
import { AppError, invalidFields } from '../../domain/errors.ts'
import type { FieldError } from '../../domain/errors/field-error.ts'
import { registerSchemaKinds } from '../../domain/text/schema-kinds.ts'
import type { Router } from '../pipeline/pipeline.ts'
import { type RequestContext, requestContext, setRequestContext } from '../request/request-context.ts'
import { fieldErrors } from './field-errors.ts'

// This folder contains what only Elysia needs:
//
// - router.ts: its options; its own errors mapped to ours; rethrowing what was thrown behind it to the pipeline, since its error hook
//   must answer by itself; and http URLs for its routing, which does not find the path of an https one;
// - field-errors.ts: its validation errors contain the whole value and its own wording, ours name each field and its rule;
// - unread-body.ts: it would read and parse a body before a hook can refuse the caller, and it writes an invalid value into the
//   message of its error.
//
// Guards and route files know Elysia too: they are its plugins.

/** An empty router, whose plugins are the features. Members that a schema does not name are refused, not dropped. */
export function createRouter() {
  registerSchemaKinds()
  return new Elysia({ normalize: false, precompile: false, strictPath: true, handler: { standardHostname: false } }).onError(
    ({ error, request, set }) => {
      const context = requestContext(request)
      context.failure = { error: asOurs(error, context), headers: set.headers as Record<string, string> }
      return new Response(null, { status: 500 })
    },
  )
}

/** Answers by the router; rethrows what was thrown behind it. @throws Error of whatever kind was thrown behind it */
export function routeThrough(router: { fetch(request: Request): Response | Promise<Response> }): Router {
  return async (request, context) => {
    const response = await router.fetch(routable(request))
    if (context.failure) throw context.failure.error
    return response
  }
}

/** The request with an http URL, since Elysia looks for the path behind `http://`; keeps the request's context. */
function routable(request: Request): Request {
  if (!request.url.startsWith('https:')) return request
  const plain = new Request(`http:${request.url.slice('https:'.length)}`, request)
  setRequestContext(plain, requestContext(request))
  return plain
}

/** Elysia's errors as AppErrors; others unchanged. */
function asOurs(thrown: unknown, { checkedBody }: Pick<RequestContext, 'checkedBody'>): unknown {
  if (thrown instanceof ValidationError && thrown.type !== 'response') {
    const schema = (thrown.validator as { schema?: TSchema }).schema
    return refusedFields(schema ? fieldErrors(schema, thrown.value) : [])
  }
  // Elysia writes a refused value into its error, which fails where that has a member `toString`.
  if (thrown instanceof TypeError && checkedBody) {
    const fields = fieldErrors(checkedBody.schema, checkedBody.value)
    if (fields.length > 0) return refusedFields(fields)
  }
  const { code } = (thrown ?? {}) as { readonly code?: unknown }
  return !(thrown instanceof AppError) && code === 'NOT_FOUND' ? new AppError('route_not_found') : thrown
}

const refusedFields = (fields: readonly FieldError[]): AppError =>
  invalidFields(fields.length > 0 ? fields : [{ path: '', message: 'is not valid' }])
