import { type AppError, invalidFields } from '../../../domain/errors.ts'
import { jsonPointer } from '../json-pointer.ts'

/** The error for a member that its object has twice, at the end of this path. */
export const memberRepeated = (path: readonly string[]): AppError =>
  invalidFields([{ path: jsonPointer(path), message: 'is there more than once, and only one of them can be meant' }])
