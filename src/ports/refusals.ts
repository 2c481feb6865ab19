import type { ErrorCode } from '../domain/errors.ts'

/**
 * Of each method of a port the codes of exactly the AppErrors that it may throw, beside those that the port says of every
 * call. The suite of the port holds its adapters to it, and routes document it.
 */
export type Refusals<Port> = {
  readonly [Method in keyof Port as NonNullable<Port[Method]> extends (...args: never[]) => unknown ? Method : never]: readonly ErrorCode[]
}
