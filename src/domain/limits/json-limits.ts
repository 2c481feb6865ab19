import type { JsonLimits } from '../../lib/json/json-scan.ts'
import { LIMITS } from '../limits.ts'
import { OWN_LIMITS } from './own-limits.ts'

/** Upper bounds of the JSON in a body, and of a text in it that is JSON again. */
export const JSON_LIMITS: JsonLimits = {
  values: LIMITS.bodyValuesMax,
  depth: LIMITS.bodyDepthMax,
  nameBytes: OWN_LIMITS.bodyNameBytesMax,
  numberBytes: OWN_LIMITS.bodyNumberBytesMax,
}
