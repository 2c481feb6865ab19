import { ERROR_CODES } from './errors.ts'
import { Enum } from './json.ts'

/** Schema of an error code. Later versions may add codes; none is removed. */
export const ErrorCodeName = Enum(ERROR_CODES, { title: 'ErrorCode', description: 'Stable name of an error, explained at /errors/{code}.' })
