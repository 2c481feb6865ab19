/** Why a match was refused, as the error catalogue names it. */
export type MatchRefusalCode = 'autohire_text_invalid' | 'autohire_seats_invalid'

const DETAILS: Readonly<Record<MatchRefusalCode, string>> = {
  autohire_text_invalid: 'Autohire needs a name, a ticker or a description.',
  autohire_seats_invalid: 'Autohire seats must be a whole number from 1 to 8.',
}

/** Thrown by `matchCrew` for a request that has no answer. Both codes are the caller's mistake (kind `invalid`). */
export class MatchRefused extends Error {
  override readonly name = 'MatchRefused'
  readonly code: MatchRefusalCode
  readonly context: Readonly<Record<string, string | number>>

  constructor(code: MatchRefusalCode, context: Readonly<Record<string, string | number>> = {}) {
    super(DETAILS[code])
    this.code = code
    this.context = context
  }
}
