import { AppError } from '../errors.ts'

/** What a header carries. */
export type HeaderJson = Readonly<Record<string, unknown>>

/** The refusal of a payment whose form is wrong. */
export const unreadable = (reason: string) => new AppError('payment_header_invalid', { reason })

/** The value, which has to be an object. */
export function objectOf(value: unknown, problem: string): HeaderJson {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable(problem)
  return value as HeaderJson
}

/** A short text. */
export function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.length > 128) throw unreadable(`${name} must be a text`)
  return value
}

/** So many hex digits, in lower case. */
export function hexOf(value: unknown, digits: number, name: string): string {
  if (typeof value !== 'string' || !new RegExp(`^0x[0-9a-fA-F]{${digits}}$`).test(value)) {
    throw unreadable(`${name} must be 0x and ${digits} hex digits`)
  }
  return value.toLowerCase()
}

/** A text of so many digits at most. */
export function digitsOf(value: unknown, digitsMax: number, name: string): string {
  if (typeof value !== 'string' || !new RegExp(`^\\d{1,${digitsMax}}$`).test(value)) throw unreadable(`${name} must be a text of digits`)
  return value
}

/** A signature of 65 bytes or more. */
export function signatureOf(value: unknown): string {
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2}){65,4096}$/.test(value))
    throw unreadable('payload.signature must be 0x and hex digits')
  return value
}
