import type { Operation } from '../../domain/operation.ts'
import { failureOf } from './failure-of.ts'

/** The answer of a finished operation, now and in every replay. */
export function answerOf<Op extends Operation>(operation: Op): NonNullable<Op['result']> {
  const failure = failureOf(operation)
  if (failure) throw failure
  const { result }: { result: Op['result'] } = operation
  if (!result) throw new Error(`the ${operation.kind} ${operation.id} has no answer`)
  return result
}
