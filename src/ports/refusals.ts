import type { ErrorCode } from '../domain/errors.ts'

/**
 * For each method of a port, the codes of exactly the AppErrors that it may throw beside those that the port allows every call. The
 * port's contract suite enforces the list, and routes document it.
 */
export type Refusals<Port> = {
  readonly [Method in keyof Port as NonNullable<Port[Method]> extends (...args: never[]) => unknown ? Method : never]: readonly ErrorCode[]
}
