import { AppError } from '../../domain/errors.ts'
import type { Operation } from '../../domain/operation.ts'

/** The error that a failed operation answers with, now and in every replay; null unless it failed. */
export const failureOf = ({ failure }: Operation): AppError | null => failure && new AppError(failure.code, failure.context)
