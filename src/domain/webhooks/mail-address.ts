import type { FieldError } from '../errors/field-error.ts'

/**
 * One plain address of the public Internet: no display name, no quotes, no route, no second recipient, and none of the signs that a
 * relay might hand to a shell or take for an option. @see RFC 5321 4.1.2
 */
const ADDRESS = /^\w[\w+=~#'-]*(?:\.[\w+=~#'-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/i
const LOCAL_PART_MAX = 64
const ADDRESS_MAX = 254

/** True for one plain e-mail address in ASCII. */
export const isMailAddress = (text: string): boolean =>
  text.length <= ADDRESS_MAX && text.lastIndexOf('@') <= LOCAL_PART_MAX && ADDRESS.test(text)

const SCHEME = 'mailto:'

/** The address of `mailto:someone@example.org`; null for anything else, with header fields (`?subject=`) or escapes too. */
export function mailAddressOf(url: string): string | null {
  const address = url.startsWith(SCHEME) ? url.slice(SCHEME.length) : ''
  return isMailAddress(address) ? address : null
}

/** Why an endpoint for e-mail is refused; null when it is not. */
export const mailUrlError = (url: string): FieldError | null =>
  mailAddressOf(url) === null ? { path: '/url', message: 'must be mailto: and one plain e-mail address' } : null

/** What is shown of an e-mail address: its domain. */
export const shownMailUrl = (url: string): string => `${SCHEME}*${url.slice(url.lastIndexOf('@'))}`
