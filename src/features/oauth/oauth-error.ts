/** What RFC 6749 (4.1.2.1, 5.2), RFC 7591 (3.2.2) and RFC 8707 (2) call a refusal. */
export const OAUTH_ERROR_CODES = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_target',
  'access_denied',
  'unsupported_grant_type',
  'unsupported_response_type',
  'invalid_redirect_uri',
  'invalid_client_metadata',
] as const

/** One of OAUTH_ERROR_CODES. */
export type OAuthErrorCode = (typeof OAUTH_ERROR_CODES)[number]

/** A refusal in OAuth's terms; the message is one public sentence without any value of the request. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: OAuthErrorCode

  constructor(code: OAuthErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
