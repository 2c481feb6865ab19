import type { HttpDeps } from '../http-deps.ts'
import { mendBody } from '../request/body/mend-body.ts'
import type { BodyKind } from '../request/body/read-body.ts'
import { requestContext } from '../request/request-context.ts'

const UNREAD = Object.freeze({})

/** Replaces Elysia's parser: the guards put the real body here once they know the caller. */
export const unreadBody = () => UNREAD

/** Prototype of validated values: Elysia writes an invalid value into its error, several times, and the value may have 8 MB. */
const UNPRINTED = Object.freeze(Object.assign(Object.create(Object.prototype), { toJSON: () => null }) as object)

/** The body of a request for Elysia to validate, as its route's schema spells it. */
export async function bodyFor(
  { bodies, bodySchemaOf }: Pick<HttpDeps, 'bodies' | 'bodySchemaOf'>,
  request: Request,
  kind: BodyKind,
  trusted = false,
): Promise<unknown> {
  const body = await bodies.read(request, kind, trusted)
  if (body === undefined) return undefined
  const context = requestContext(request)
  const schema = bodySchemaOf(request.method, context.route)
  const value = Object.setPrototypeOf(schema ? mendBody(schema, body) : body, UNPRINTED)
  if (schema) context.checkedBody = { schema, value }
  return value
}
