import { JSON_LIMITS } from '../domain/limits/json-limits.ts'
import { memberRepeated } from '../http/request/body/member-repeated.ts'
import { structureIn } from '../lib/json/json-text.ts'

type CalledMessage = Readonly<Record<string, unknown>>

/**
 * The message with its arguments as an object, where they came as the JSON text of one; without them where they are null. What stands
 * in them is read by the route that they are for.
 * @throws AppError validation_invalid for a text with a member twice
 */
export function readArguments(message: CalledMessage): CalledMessage {
  const params = message.params as CalledMessage | null | undefined
  const given = params?.arguments
  if (given === null) {
    const { arguments: _, ...rest } = params!
    return { ...message, params: rest }
  }
  const read = typeof given === 'string' ? structureIn(given, JSON_LIMITS) : null
  if (!read || Array.isArray(read.value)) return message
  if (read.repeated) throw memberRepeated(['params', 'arguments', ...read.repeated])
  return { ...message, params: { ...params, arguments: read.value } }
}
