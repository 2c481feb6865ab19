import { AppError } from '../../../domain/errors.ts'

/** What `read` finds in a node's answer. @throws AppError upstream_unavailable when it holds something else: it counts as none */
export function decoded<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new AppError('upstream_unavailable', { upstream: 'the Base RPC' }, { cause })
  }
}
