import { expect } from 'bun:test'
import { AppError, type ErrorCode } from '../../src/domain/errors.ts'

/** The AppError that the work ends with. Fails the test when it ends well or with any other error. */
export async function refusalOf(work: Promise<unknown> | (() => unknown)): Promise<AppError> {
  try {
    await (typeof work === 'function' ? work() : work)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('it was not refused')
}

/** Passes when the work is refused with this code. */
export async function expectRefusal(code: ErrorCode, work: Promise<unknown> | (() => unknown)): Promise<void> {
  expect((await refusalOf(work)).code).toBe(code)
}
