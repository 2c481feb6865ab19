/** As a connection that the client gave up itself is called. */
const LATE = 'CONNECT_TIMEOUT'
const LATE_WORDS = 'no answer in time'

/** True for the error of a database that did not answer in time. */
export const isLate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LATE && error.message === LATE_WORDS

/** What `work` leads to. @throws Error with code CONNECT_TIMEOUT after `ms`, and what `work` throws */
export function inTime<Value>(work: PromiseLike<Value>, ms: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(Object.assign(new Error(LATE_WORDS), { code: LATE })), ms)
    work.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

/** Calls `work` once, so many milliseconds from now; the process may end before. */
export const inAWhile = (ms: number, work: () => void): void => void setTimeout(work, ms).unref()
