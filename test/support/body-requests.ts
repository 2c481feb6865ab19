import { AppError } from '../../src/domain/errors.ts'
import { type RequestContext, setRequestContext } from '../../src/http/request/request-context.ts'

/** A request whose body comes in these pieces, with what the server knows of it. */
export function requestOf(pieces: readonly Uint8Array[], { bucket = '203.0.113.1', site = null as string | null, ends = true } = {}) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      if (ends) controller.close()
    },
  })
  const request = new Request('http://launch.test/', { method: 'POST', body })
  const context = { bucket, site, releaseBody: null } as unknown as RequestContext
  setRequestContext(request, context)
  return { request, release: () => context.releaseBody?.() }
}

/** The text as it is sent. */
export const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The code that a reading was refused with; `read` of one that was not. */
export const codeOf = async (reading: Promise<unknown>): Promise<string> => {
  const error: unknown = await reading.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof AppError ? error.code : error === null ? 'read' : String(error)
}
