import { ERROR_CODES } from './errors.ts'
import { Enum } from './json.ts'

/** Schema of a code of the catalogue. A later version may know more of them; none goes away. */
export const ErrorCodeName = Enum(ERROR_CODES, { title: 'ErrorCode', description: 'Stable name of an error, explained at /errors/{code}.' })
