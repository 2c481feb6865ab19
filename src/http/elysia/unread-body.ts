import type { BodyKind, BodyReader } from '../request/read-body.ts'

const UNREAD = Object.freeze({})

/** Replaces Elysia's parser: the guards put the real body here once they know the caller. */
export const unreadBody = () => UNREAD

/** Prototype of validated values: Elysia writes an invalid value into its error, several times, and the value may have 8 MB. */
const UNPRINTED = Object.freeze(Object.assign(Object.create(Object.prototype), { toJSON: () => null }) as object)

/** The body of a request for Elysia to validate. @throws AppError as BodyReader.read does */
export async function bodyFor(bodies: BodyReader, request: Request, kind: BodyKind, trusted = false): Promise<unknown> {
  const body = await bodies.read(request, kind, trusted)
  return body === undefined ? undefined : Object.setPrototypeOf(body, UNPRINTED)
}
