import { AppError } from '../../../domain/errors.ts'
import { EVM_UPSTREAM } from './evm-client.ts'

/** The decoded answer. @throws AppError upstream_unavailable when it cannot be decoded */
export function decoded<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new AppError('upstream_unavailable', { upstream: EVM_UPSTREAM }, { cause })
  }
}
