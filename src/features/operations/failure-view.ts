import { type Static, Type } from '@sinclair/typebox'
import { ErrorCodeName } from '../../domain/error-code-name.ts'
import type { Operation } from '../../domain/operation.ts'
import { failureOf } from './failure-of.ts'

/** Schema of why an operation failed. */
export const FailureView = Type.Object({ code: ErrorCodeName, detail: Type.String() })

export type FailureView = Static<typeof FailureView>

/** Why the operation failed; null unless it did. */
export function failureView(operation: Operation): FailureView | null {
  const failure = failureOf(operation)
  return failure && { code: failure.code, detail: failure.message }
}
