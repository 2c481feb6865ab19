import type { Problem } from './openapi.ts'

/** An answer that was not what was asked for, as an exception: for callers who do not look at codes one by one. */
export class ApiError<Refused extends Problem = Problem> extends Error {
  override readonly name = 'ApiError'
  /** The whole answer: `fix` says what to do next, `errors` names each wrong field. */
  readonly problem: Refused

  constructor(problem: Refused) {
    super(`${problem.detail} ${problem.fix}`)
    this.problem = problem
  }

  /** Stable name of what was wrong. */
  get code(): Refused['code'] {
    return this.problem.code
  }
}

/** The data of an answer. @throws ApiError when the service refused | Error when something else answered in its stead */
export function dataOf<Data>(answer: { readonly data?: Data; readonly error?: unknown }): Data {
  const { error } = answer
  if (error === undefined) return answer.data as Data
  if (typeof error === 'object' && error !== null && 'code' in error) throw new ApiError(error as Problem)
  throw new Error('What answered is no launch service, or stands before one: is baseUrl right?')
}

/**
 * For the `default` of a switch over `error.code`: compiles only when every code of the route has its case.
 *
 * @throws ApiError at run time, for a code that is newer than this client
 */
export function unhandledCode(error: never): never {
  throw new ApiError(error)
}
