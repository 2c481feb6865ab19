/** As a connection that the client gave up itself is called. */
const LATE = 'CONNECT_TIMEOUT'
const LATE_WORDS = 'no answer in time'

/** True for the error of a database that did not answer in time. */
export const isLate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LATE && error.message === LATE_WORDS

/** What `work` leads to. @throws Error with code CONNECT_TIMEOUT after `ms`, and what `work` throws */
export async function inTime<Value>(work: PromiseLike<Value>, ms: number): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(Object.assign(new Error(LATE_WORDS), { code: LATE })), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
