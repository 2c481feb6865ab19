import type { ApiOperation, ApiResponse, Methods, Reference } from './api-document.ts'
import type { SharedParts } from './shared-parts.ts'

type Paths = Readonly<Record<string, Methods<Reference>>>

/**
 * The paths with each answer that several operations give in the same form among the shared parts, where it has the example of the first
 * of them.
 */
export function shareAnswers(paths: Paths, parts: SharedParts): Paths {
  const answers = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ responses }) => Object.values(responses)))
  const byForm = Map.groupBy(answers.filter(isWhole), formOf)
  const shared = (response: ApiResponse | Reference): ApiResponse | Reference => {
    const same = isWhole(response) ? byForm.get(formOf(response))! : []
    // An open read has no example of its own.
    return same.length > 1 ? parts.share(same.find(hasExample) ?? same[0]!) : response
  }
  const operation = (written: ApiOperation<Reference>): ApiOperation<Reference> => ({
    ...written,
    responses: mapped(written.responses, shared),
  })
  return mapped(paths, (methods) => mapped(methods, operation))
}

const isWhole = (response: ApiResponse | Reference): response is ApiResponse => !('$ref' in response)

const hasExample = ({ content = {} }: ApiResponse): boolean => Object.values(content).some(({ example }) => example !== undefined)

/** The answer without its examples. */
const formOf = ({ content = {}, ...rest }: ApiResponse): string =>
  JSON.stringify({ ...rest, content: mapped(content, ({ example: _, ...form }) => form) })

const mapped = <From, To>(values: Readonly<Record<string, From>>, to: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]))
