import { expect } from 'bun:test'
import { FetchRefused } from '../../src/ports/outbound/web.ts'

/** Why a fetch was refused; fails when it was not. */
export const refusal = async (attempt: Promise<unknown>): Promise<string> => {
  const outcome = await attempt.then(
    () => 'not refused',
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(FetchRefused)
  return (outcome as FetchRefused).reason
}
