import type { ApiResponse, Parameter, Reference } from './api-document.ts'

/** Collects parameters and answers that routes have in common, so that each is written once. */
export interface SharedParts {
  parameter(parameter: Parameter): Reference
  /** An answer without a body, or a refusal, by reference; what a route alone answers stands as it is. */
  response(response: ApiResponse): ApiResponse | Reference
  /** An answer by reference, whatever it has. */
  share(response: ApiResponse): Reference
  readonly parameters: Readonly<Record<string, Parameter>>
  readonly responses: Readonly<Record<string, ApiResponse>>
}

/** So many have at most four letters. */
const SHORT_SUMS = 36 ** 4

/** Nothing collected yet. Names come of what they name, so that a part of the document has those of the whole. */
export function createSharedParts(): SharedParts {
  const [parameters, responses]: [Record<string, Parameter>, Record<string, ApiResponse>] = [{}, {}]
  const keep = <Part>(parts: Record<string, Part>, kind: string, about: string, part: Part, names: readonly string[] = []): Reference => {
    const sum = Bun.hash.crc32(JSON.stringify(part))
    // A thousand references: a short name for all but the rare two that would share it.
    const name = [...names, ...[sum % SHORT_SUMS, sum].map((suffix) => `${about}${suffix.toString(36)}`)].find(
      (candidate) => !parts[candidate] || Bun.deepEquals(parts[candidate], part),
    )
    if (name === undefined) throw new Error(`two ${kind} about ${about} have the same sum`)
    parts[name] = part
    return { $ref: `#/components/${kind}/${name}` }
  }
  // Whoever refers to an answer says its status: the sum is its whole name.
  const share = (response: ApiResponse) => keep(responses, 'responses', '', response)
  return {
    parameters,
    responses,
    // A header means one thing wherever it is.
    parameter: (parameter) =>
      keep(parameters, 'parameters', `${parameter.name}.`, parameter, parameter.in === 'header' ? [parameter.name] : []),
    share,
    response: (response) => {
      const own = Object.keys(response.content ?? {}).some((mediaType) => mediaType !== PROBLEM)
      return own ? response : share(response)
    },
  }
}

/** The media type of refusals. */
export const PROBLEM = 'application/problem+json'
