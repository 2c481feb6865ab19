import { ERRORS } from '../../domain/errors/error-catalogue.ts'
import { ERROR_CODES, type ErrorCode, exampleOf } from '../../domain/errors.ts'
import { statusOf } from '../../http/answers/problem.ts'

/** Every error code with its status and its two sentences. */
export const errorCatalogueText = (): string => ['# Every error code', '', ...ERROR_CODES.map(errorLine), ''].join('\n')

/** The two sentences of a code; where they have values, also the first one filled in with the example. */
export function errorLine(code: ErrorCode): string {
  const { kind, detail, fix } = ERRORS[code]
  const { message } = exampleOf(code)
  return `- ${code} (${statusOf(kind)}): ${detail} ${fix}${message === detail ? '' : ` As in: "${message}"`}`
}
