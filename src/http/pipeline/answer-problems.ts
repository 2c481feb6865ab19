import type { Deps } from '../../ports/deps.ts'
import { problemResponse } from '../answers/problem.ts'
import type { Layer } from './pipeline.ts'

/** Whatever is thrown below becomes its answer here, and nowhere else. */
export function answerProblems(deps: Pick<Deps, 'policy' | 'log' | 'strikeOut'>): Layer {
  return async (request, context, next) => {
    try {
      return await next()
    } catch (error) {
      return problemResponse(deps, request, error, context.failure?.headers ?? {})
    }
  }
}
